import IntentCore
import Testing

@Suite struct HTTPAddressTests {
  @Test(arguments: [
    ("https://example.org", "https://example.org:443/"),
    ("http://Example.ORG:8080/a/b?c=d&e=%20", "http://example.org:8080/a/b?c=d&e=%20"),
    ("https://[::1]:8123/x", "https://[::1]:8123/x"), ("http://10.0.0.1?q", "http://10.0.0.1:80/?q"),
    ("http://a/..b/.c/...", "http://a:80/..b/.c/..."),
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
