/// Values that programs are known to trip over.
enum HostileValues {
  static let all: [String] = [
    controls, shell, options, unicode, numbers, paths, formats, long, mixed,
  ].flatMap(\.self)

  private static let controls: [String] =
    (UInt8(1)..<32).map { "a" + String(Unicode.Scalar($0)) + "b" } + ["\u{7F}", "\u{80}", "\u{9B}31m"]

  private static let shell: [String] = [
    "$(id)", "`id`", "; rm -rf .", "&& id", "|| id", "| id", "> out", "< in", ">> out", "2>&1", "&", "!!",
    "!$", "$HOME", "${HOME}", "$0", "$@", "$*", "$$", "$((1+1))", "~", "~root", "*", "?", "[a-z]", "{a,b}",
    "{1..9}", "'", "\"", "''", "\"\"", "\\", "\\\\", "\\n", "\\0", "\\x41", "$'\\n'", "#", "# x", "a;b",
    "a&b", "a|b", "(a)", "{ a; }", "[[ a ]]", "a\\\nb", "%PATH%", "%s", "%n%n%n", "%d", "%%", "%1$s",
    "${IFS}",
    "${words}", "$${words}", "${result.text}", "${secret:X}", "${", "$", "}", "${}", "#{1+1}", "{{1+1}}",
    "<%= 1 %>",
    "' OR '1'='1", "'; DROP TABLE runs; --", "x'y\"z",
  ]

  private static let options: [String] = [
    "-", "--", "---", "-x", "-rf", "--help", "--version", "--output", "--output=json", "--output=/etc/passwd",
    "--quiet", "--yes", "--input", "--no-words", "-h", "-v", "-1", "-.5", "--=", "--=x", "-=", "-\u{301}rf",
    "\u{2010}rf", "\u{2013}rf", "+x", "@file", "@-", "=", "a=b", "NAME=value", "LD_PRELOAD=x.so",
  ]

  private static let unicode: [String] = [
    "é", "e\u{301}", "ﬁ", "Å", "A\u{30A}", "\u{1100}\u{1161}", "가", "解錠", "あけるん", "Подключено",
    "\u{202E}abc", "\u{2066}a\u{2069}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}",
    "\u{E000}",
    "\u{10FFFF}", "👩‍👩‍👧", "🇯🇵", "✔︎", "✔️", "\u{E0041}", "İ", "ı", "ß", "ẞ", "ς", "Ω", "ℵ", "\u{2028}", "\u{2029}",
    "\u{85}", "\u{A0}", "\u{3000}", "／etc", "．．", "a/\u{301}b", "\u{301}", "\u{20E3}", "٥", "１２", "𝟙", "½",
  ]

  private static let numbers: [String] = [
    "0", "-0", "00", "007", "+5", "0x10", "0b1", "1e5", "1e400", "-1e400", ".5", "5.", "nan", "NaN", "inf",
    "Infinity", "-inf", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1_000",
    "1,000",
    "true", "false", "null", "undefined", "None", "[]", "{}", "[1]", "{\"a\":1}", "\"a\"", "0.1", "1.0",
  ]

  private static let paths: [String] = [
    "/", ".", "..", "../..", "../../etc/passwd", "/etc/passwd", "/dev/null", "/dev/stdin",
    "/proc/self/environ",
    "//", "/./", "a//b", "a/", "./a", "~/.ssh/id", "file:///etc/passwd", "http://[::1]/", "\\\\host\\share",
    "C:\\",
    "CON", "nul", "a\\b", " a", "a ", " ", "  ", "\t", "a b", ".hidden", "...", "con.json", "a\u{301}/..",
  ]

  private static let formats: [String] = [
    "a:b", "a,b", "a;b=c", "key: value", "- item", "<a>", "</a>", "<!-- x -->", "<?xml?>", "<![CDATA[",
    "&amp;", "&#0;",
    "a\r\nb", "a\n", "\na", "\n", "\r", "\r\n", "\n\n\n", "a\u{1B}[2Jb", "\u{1B}]0;x\u{7}",
    "\u{1B}]52;c;aGk=\u{7}",
    "Set-Cookie: a=b", "a\nb: c", "GET / HTTP/1.1", "+OK", "*1", "\u{1}\u{2}\u{3}", "a#b", "a+b", "#", "+",
    "user@host",
    "user:pass@host", "javascript:x", "data:,x", "?a=b&c=d", "%00", "%0a", "%2e%2e", "%c0%af", "%ff", "&lt;",
    "\\u0000",
  ]

  private static let long: [String] = [
    String(repeating: "a", count: 4096), String(repeating: "é", count: 5000),
    String(repeating: "-", count: 300),
    String(repeating: "[", count: 4000), String(repeating: "(", count: 4000),
    String(repeating: "\\", count: 4001),
    String(repeating: "\n", count: 1000), String(repeating: "👩‍👩‍👧", count: 200),
    String(repeating: "a\u{301}", count: 2000),
    "e" + String(repeating: "\u{301}", count: 1000), String(repeating: "${words}", count: 500), "",
  ]

  /// Words of twelve visible characters each.
  private static let mixed: [String] = (0..<24).map { number in
    let bytes: [UInt8] = (0..<12).map { place in UInt8(33 + (number * 37 + place * 11) % 94) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
