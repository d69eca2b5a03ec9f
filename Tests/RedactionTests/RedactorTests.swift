import Foundation
import Redaction
import Testing

/// A secret is found however a program writes it, and nothing else is touched.
@Suite struct RedactorTests {
  /// Holds what each spelling writes differently.
  static let secret = #"pä$$ w/o"r'd\+?"#

  static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  static func hexadecimal(_ separator: String, of text: String = secret) -> String {
    text.utf8.map { String(format: "%02x", $0) }.joined(separator: separator)
  }

  static let spellings: [(name: String, text: String)] = [
    ("plain", secret),
    ("json", #"pä$$ w/o\"r'd\\+?"#),
    ("json with numbers", #"p\u00e4$$ w\/o\"r\u0027d\\+?"#),
    ("shell", #"pä$$ w/o"r'\''d\+?"#),
    ("shell, double quotes between", #"pä$$ w/o"r'"'"'d\+?"#),
    ("shell, backslashes", #"pä\$\$\ w/o\"r\'d\\+\?"#),
    ("uri component", "p%C3%A4%24%24%20w%2Fo%22r'd%5C%2B%3F"),
    ("uri, lower case", "p%c3%a4%24%24%20w%2fo%22r%27d%5c%2b%3f"),
    ("uri, every byte", secret.utf8.map { String(format: "%%%02X", $0) }.joined()),
    ("form", "p%C3%A4%24%24+w%2Fo%22r%27d%5C%2B%3F"),
    ("hex", secret.utf8.map { String(format: "%02x", $0) }.joined()),
    ("hex, upper case", secret.utf8.map { String(format: "%02X", $0) }.joined()),
    ("hex in pairs", hexadecimal(":")), ("hex in pairs, blanks", hexadecimal(" ")),
    ("hex, C", secret.utf8.map { String(format: "0x%02x", $0) }.joined(separator: ", ")),
    ("hex, escapes", secret.utf8.map { String(format: "\\x%02X", $0) }.joined()),
    ("hex by four", "70c3 a424 2420 772f 6f22 7227 645c 2b3f"),
    ("base64 of base64", base64(base64(secret))),
    ("base64 of base64 of more", base64(base64("ana:" + secret))),
    ("base64 of hex", base64(hexadecimal(""))), ("hex of base64", hexadecimal("", of: base64(secret))),
    ("base64 of json", base64(#"{"s":"pä$$ w/o\"r'd\\+?"}"#)),
    ("base64 of a query", base64("s=p%C3%A4%24%24%20w%2Fo%22r%27d%5C%2B%3F")),
    ("json in json", #"pä$$ w/o\\\"r'd\\\\+?"#),
    ("json in a query", "p%C3%A4%24%24%20w%2Fo%5C%22r%27d%5C%5C%2B%3F"),
    ("base64", base64(secret)),
    ("base64 of more, one", base64("x" + secret + "y")),
    ("base64 of more, two", base64("xy" + secret + "yz")),
    ("base64 of more, three", base64("ana:" + secret)),
    (
      "base64url",
      base64(secret).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    ),
    ("base64 in a query", base64(secret).replacing("/", with: "%2F").replacing("+", with: "%2B")),
    ("base64 in json", base64(secret).replacing("/", with: #"\/"#)),
  ]

  @Test(arguments: spellings.map(\.name)) func `is found`(_ name: String) throws {
    let text = try #require(Self.spellings.first { $0.name == name }).text
    let redactor = Redactor([Self.secret])
    let shown = redactor.hide("before \(text) after")
    #expect(shown.contains("***") && shown.hasPrefix("before ") && shown.hasSuffix(" after"))
    // What is encoded around it stays.
    let around = name.contains(" of ") || name.contains("more") ? 24 : 8
    #expect(shown.utf8.count <= "before *** after".utf8.count + around, "\(shown)")
  }

  @Test func `wrapped base64 and hex are found`() {
    let secret = String(repeating: "0123456789abcdef/+", count: 8)
    let wrapped = Data(secret.utf8).base64EncodedString(options: [.lineLength64Characters])
    #expect(Redactor([secret]).hide(">\(wrapped)<").utf8.count < 12)
    #expect(Redactor([secret]).hide(wrapped.replacing("\r\n", with: #"\n"#)).utf8.count < 8)
  }

  @Test func `each line of a long secret is hidden`() {
    let redactor = Redactor(["first line\r\nsecond\n}\nthird"])
    #expect(redactor.hide("a second b\nthird\n}") == "a *** b\n***\n}")
    #expect(redactor.hide("first line") == "***")
    #expect(redactor.hide(Self.base64("second")) == "***")
  }

  @Test func `other text stays`() {
    let redactor = Redactor(["hunter2", "hunters"])
    for text in ["", "hunter", "hunte r2", "%2", "\\", "\\u12", "aHVudGV", "68756e746572"] {
      #expect(redactor.hide(text) == text)
    }
    #expect(redactor.hide("xhunter2hunterhunters.") == "x***hunter***.")
    #expect(Redactor([]).isEmpty && Redactor([""]).isEmpty)
  }

  @Test func `short values are hidden only as they are`() {
    let redactor = Redactor(["47"])
    #expect(redactor.hide("1472 NDc= 3437") == "1***2 NDc= 3437")
  }

  /// Text that begins a secret again and again, and a secret of many lines, take no more than plain text.
  @Test func `takes linear time`() {
    let size = 1 << 15
    let texts = [
      ([UInt8](repeating: 0x61, count: size), String(repeating: "a", count: 1 << 12) + "b"),
      ([UInt8](repeating: 0x61, count: size), String(repeating: "a", count: 100)),
      (
        Array(String(repeating: "line 1x ", count: size / 8).utf8),
        (0..<300).map { "line \($0)" }.joined(separator: "\n")
      ),
      (Array(String(repeating: "%61", count: size / 3).utf8), String(repeating: "a", count: 1000)),
    ]
    let clock = ContinuousClock()
    for (bytes, secret) in texts {
      let redactor = Redactor([secret])
      let eighth = Array(bytes[..<(bytes.count / 8)])
      let short = (0..<3).map { _ in clock.measure { _ = redactor.hide(eighth) } }.min() ?? .zero
      let long = (0..<3).map { _ in clock.measure { _ = redactor.hide(bytes) } }.min() ?? .zero
      #expect(long < short * 40 + .milliseconds(50))
    }
  }
}
