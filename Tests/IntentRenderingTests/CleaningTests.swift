import IntentCore
import IntentRendering
import Testing

@Suite struct CleaningTests {
  static let escapes: [(name: String, text: String, shown: String)] = [
    ("escape sequence", "a\u{1B}[31mb", #"a\u{1B}[31mb"#),
    ("clipboard by OSC 52", "\u{1B}]52;c;cm0gLXJm\u{7}", #"\u{1B}]52;c;cm0gLXJm\u{7}"#),
    ("CSI as one C1 character", "\u{9B}2J", #"\u{9B}2J"#),
    ("next line", "a\u{85}b", #"a\u{85}b"#),
    ("carriage return", "yes\rno", #"yes\u{D}no"#),
    ("CR LF, which Swift counts as one character", "a\r\u{301}b", #"a\u{D}"# + "\u{301}b"),
    ("backspace", "a\u{8}b", #"a\u{8}b"#),
    ("NUL", "a\0b", #"a\u{0}b"#),
    ("DEL", "a\u{7F}b", #"a\u{7F}b"#),
    ("right-to-left override", "\u{202E}gpj.exe", #"\u{202E}gpj.exe"#),
    ("isolate", "\u{2066}a\u{2069}", #"\u{2066}a\u{2069}"#),
    ("Arabic letter mark", "\u{61C}a", #"\u{61C}a"#),
    ("left-to-right mark", "\u{200E}\u{200F}", #"\u{200E}\u{200F}"#),
    ("zero-width space", "a\u{200B}b", #"a\u{200B}b"#),
    ("joiners", "a\u{200C}\u{200D}b", #"a\u{200C}\u{200D}b"#),
    ("word joiner, byte order mark", "\u{2060}\u{FEFF}", #"\u{2060}\u{FEFF}"#),
    ("tags", "a\u{E0041}\u{E007F}", #"a\u{E0041}\u{E007F}"#),
    ("line and paragraph separator", "a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
    ("soft hyphen", "pay\u{AD}pal", #"pay\u{AD}pal"#),
    ("control hidden by a combining mark", "\u{1B}\u{301}[2J", #"\u{1B}"# + "\u{301}[2J"),
  ]

  @Test(arguments: escapes) func isEscapedEverywhere(_ item: (name: String, text: String, shown: String)) {
    for cleaning in [Cleaning.block, .line, .quoted] {
      #expect(scalars(item.text.cleaned(cleaning)) == scalars(item.shown), "\(item.name)")
    }
  }

  @Test(arguments: ["", "plain", "Подключено", "あけるん 解錠", "café", "⚠\u{FE0F}", "葛\u{E0100}", "🚪"])
  func staysAsItIs(_ text: String) {
    #expect(scalars(text.cleaned(.quoted)) == scalars(text))
  }

  static let unseen: [UInt32] = [
    0xA0, 0x1680, 0x2000, 0x2003, 0x2007, 0x200A, 0x202F, 0x205F, 0x3000, 0x115F, 0x1160, 0x2800, 0x3164,
    0xFFA0,
    0x200B, 0x200D, 0x2060, 0xFEFF, 0x180B, 0x180E, 0x180F, 0x202E, 0x2066, 0xFE00, 0xFE0F, 0xE0020, 0xE0041,
    0xE0100, 0xE01EF, 0xAD, 0x34F, 0x17B4, 0x1D159,
  ]

  @Test(arguments: unseen) func whatCannotBeSeenIsEscapedInAQuestion(_ value: UInt32) throws {
    let text = "/home/a" + String(try #require(Unicode.Scalar(value))) + "b"
    let shown = #"/home/a\u{\#(String(value, radix: 16, uppercase: true))}b"#
    #expect(text.cleaned(.quoted) == shown)
    #expect(ShellWords.quote(text).utf8.starts(with: "$'".utf8))
  }

  @Test func whatBelongsToTheCharacterBeforeItStays() {
    for text in ["鍵を開けますか？\u{3000}はい", "⚠\u{FE0F} off", "葛\u{E0100}城"] {
      #expect(scalars(text.cleaned(.quoted)) == scalars(text))
    }
    #expect("⚠\u{FE0F}\u{FE0F}".cleaned(.quoted) == "⚠\u{FE0F}" + #"\u{FE0F}"#)
  }

  @Test func newlineAndTabDependOnThePlace() {
    let text = "a\nb\tc"
    #expect(text.cleaned(.block) == "a\nb\tc")
    #expect(text.cleaned(.line) == "a b c")
    #expect(text.cleaned(.quoted) == #"a\u{A}b\u{9}c"#)
  }

  @Test func everyControlCharacterIsEscaped() {
    for value in Array(UInt32(0)...0x1F) + Array(0x7F...0x9F) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(String(scalar).cleaned(.quoted) == "\\u{\(String(value, radix: 16, uppercase: true))}")
    }
  }

  static let words: [(word: String, quoted: String)] = [
    ("front", "front"), ("--for=30s", "--for=30s"), ("", "''"), ("two words", "'two words'"),
    ("it's", #"'it'\''s'"#), ("$(id)", "'$(id)'"), ("; rm", "'; rm'"), ("a\nb", #"$'a\nb'"#),
    ("~/x", "'~/x'"), ("=ls", "'=ls'"), ("玄関", "玄関"), ("a\u{3000}b", #"$'a\343\200\200b'"#),
    ("\u{1B}[2J'\\", #"$'\033[2J\'\\'"#), ("\u{200B}", #"$'\342\200\213'"#), ("*", "'*'"),
    ("a b\u{1}2", #"$'a b\0012'"#),
  ]

  @Test(arguments: words) func isQuotedForAShell(_ item: (word: String, quoted: String)) {
    #expect(scalars(ShellWords.quote(item.word)) == scalars(item.quoted))
  }

  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}
