import IntentCore
import Testing

@Suite struct HTTPAddressTests {
  @Test(arguments: [
    ("https://example.org", "https://example.org:443/"),
    ("http://Example.ORG:8080/a/b?c=d&e=%20", "http://example.org:8080/a/b?c=d&e=%20"),
    ("https://[::1]:8123/x", "https://[::1]:8123/x"), ("http://10.0.0.1?q", "http://10.0.0.1:80/?q"),
    ("http://a/..b/.c/...", "http://a:80/..b/.c/..."), ("http://127.0.0.1/", "http://127.0.0.1:80/"),
    ("http://[::FFFF:127.0.0.1]/", "http://127.0.0.1:80/"),
    ("http://[::ffff:7f00:1]/", "http://127.0.0.1:80/"),
    ("http://[0:0:0:0:0:0:0:1]/", "http://[::1]:80/"), ("http://[::]/", "http://[::]:80/"),
    ("http://[2001:DB8:0:0:1:0:0:1]/", "http://[2001:db8::1:0:0:1]:80/"),
    ("http://[1:2:3:4:5:6:7::]/", "http://[1:2:3:4:5:6:7:0]:80/"),
    ("http://[fe80::1]/", "http://[fe80::1]:80/"),
    ("http://1a.example/", "http://1a.example:80/"),
    ("http://10.0.0.1.example/", "http://10.0.0.1.example:80/"),
  ])
  func `reads an address`(text: String, whole: String) { #expect(HTTPAddress(text)?.text == whole) }

  @Test(arguments: [
    "", "example.org", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///x",
    "HTTPS://example.org",
    "https://user@example.org/", "https://user:pw@example.org/", "https://example.org#x",
    "https://example.org/a#b",
    "https://exa mple.org/", "https://example.org/a b", "https://example.org/\n", "https://example.org/\u{0}",
    "https://example.org\\@evil.org/", "https://example.org:0/", "https://example.org:65536/",
    "https://example.org:/",
    "https://example.org:080/", "https://example.org:8x/", "https://[::1/", "https://[x]/",
    "https://пример.рф/",
    "https://-example.org/", "https://example.org/%", "https://example.org/%4", "https://example.org/%zz",
    "https://example.org/../x", "https://example.org/a/./b", "https://example.org/a/%2e%2E",
    "https://example.org/.%2e",
    "https://example.org/\"", "https://example.org/{a}", "https://example.org/[1-9]", "https://[::1]x/",
    "http://127.1/", "http://0177.0.0.1/", "http://0x7f.0.0.1/", "http://0x7F000001/", "http://2130706433/",
    "http://127.0.0.1./", "http://localhost./", "http://127.0.0.256/", "http://127.0.0.01/", "http://a..b/",
    "http://1.2.3.4.5/", "http://0x/", "http://[:::1]/", "http://[1:2]/", "http://[::1::2]/",
    "http://[12345::]/",
    "http://[1:2:3:4:5:6:7:8:9]/", "http://[::ffff:127.1]/", "http://[1:2:3:4:5:6:7:8::]/",
    "http://[:1:2:3:4:5:6:7]/",
  ])
  func `refuses what is read in more than one way`(text: String) { #expect(HTTPAddress(text) == nil) }

  @Test func `a value becomes one part of an address`() {
    #expect(HTTPAddress.encoded("a/b?c&d=e é..") == "a%2Fb%3Fc%26d%3De%20%C3%A9..")
  }

  @Test func `goes on below a path`() {
    let base = HTTPAddress("https://house.example/ha/")
    #expect(base?.appending("/api/states")?.text == "https://house.example:443/ha/api/states")
    #expect(base?.appending("/../x") == nil)
  }
}
