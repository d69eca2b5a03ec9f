import JSONSchema
import Testing

@Suite struct PatternTests {
  struct Sample: CustomTestStringConvertible {
    let pattern: String
    let matching: [String]
    let others: [String]
    var testDescription: String { pattern }
    init(_ pattern: String, _ matching: [String], not others: [String]) {
      (self.pattern, self.matching, self.others) = (pattern, matching, others)
    }
  }

  static let samples: [Sample] = [
    Sample("", ["", "x"], not: []),
    Sample("b", ["abc"], not: ["", "ac"]),
    Sample("^a*$", ["", "aaa"], not: ["ab", "a\n"]),
    Sample("^(ab|cd)+$", ["ab", "abcdab"], not: ["", "abc"]),
    Sample("^(?:ab|)c$", ["c", "abc"], not: ["bc"]),
    Sample("^(?<year>[0-9]{4})-\\d\\d$", ["2026-12"], not: ["226-12", "2026-1", "２０２６-12"]),
    Sample("^a{2,3}$", ["aa", "aaa"], not: ["a", "aaaa"]),
    Sample("^a{2,}$", ["aa", "aaaaaa"], not: ["a"]),
    Sample("^a{0}b$", ["b"], not: ["ab"]),
    Sample("^a?b+?c*?$", ["b", "abbcc"], not: ["aab", "ac"]),
    Sample("^.$", ["x", "é", "😀", "\t"], not: ["", "\n", "\r", "\u{2028}", "e\u{301}"]),
    Sample("^[a-cx-]+$", ["abc-x"], not: ["d", ""]),
    Sample("^[^a-c\\d]$", ["d", "é"], not: ["b", "5"]),
    Sample("^[\\]\\\\^-]$", ["]", "\\", "^", "-"], not: ["a"]),
    Sample("^[]$", [], not: ["", "a"]),
    Sample("^[^]$", ["a", "\n"], not: [""]),
    Sample("^\\w+\\W\\w+$", ["ab-c_1"], not: ["abé", "a--b"]),
    Sample("^\\S+\\s\\S+$", ["a b", "a\u{3000}b", "a\u{FEFF}b"], not: ["ab", "a  b"]),
    Sample("\\bcat\\b", ["a cat!", "cat"], not: ["concat", "cats"]),
    Sample("\\Bcat", ["concat"], not: ["cat"]),
    Sample("^\\u0041\\x42\\u{43}\\cJ\\t\\0$", ["ABC\n\t\0"], not: ["ABC"]),
    Sample("^\\ud83d\\ude00$", ["😀"], not: ["x"]),
    Sample("^\\p{L}+$", ["Hello", "привет", "日本"], not: ["a1", ""]),
    Sample("^\\p{Lu}\\P{Lu}$", ["Éé", "A1"], not: ["AB", "ab"]),
    Sample("^[\\p{Nd}\\p{Sc}]+$", ["٥€"], not: ["x"]),
    Sample("^\\p{gc=Lowercase_Letter}$", ["ß"], not: ["S"]),
    Sample("^\\$\\{\\.\\/\\-$", ["${./-"], not: ["$"]),
    Sample("(a*)*b", ["b", "aab"], not: ["aaa"]),
    Sample("(|a)+$", ["", "aaa"], not: []),
    Sample("a^b|$x", [], not: ["ab", "x", ""]),
    Sample("^(a|b)*abb$", ["abb", "babaabb"], not: ["ab", "abba"]),
  ]

  @Test(arguments: samples) func matches(_ sample: Sample) throws {
    let pattern = try Pattern(sample.pattern)
    for text in sample.matching { #expect(pattern.matches(text), "\(text)") }
    for text in sample.others { #expect(!pattern.matches(text), "\(text)") }
  }

  static let refused: [(String, reason: String, offset: Int)] = [
    ("(a)\\1", "back-references are not supported", 3),
    ("(?<n>a)\\k<n>", "back-references are not supported", 7),
    ("a(?=b)", "look-around is not supported", 1),
    ("a(?!b)", "look-around is not supported", 1),
    ("(?<=a)b", "look-around is not supported", 0),
    ("(?<!a)b", "look-around is not supported", 0),
    ("(?i)a", "this kind of group is not supported", 0),
    ("(a", "\"(\" is not closed", 0),
    ("a)", "\")\" closes nothing", 1),
    ("[a", "\"[\" is not closed", 0),
    ("[b-a]", "the range is out of order", 1),
    ("[\\d-z]", "a range goes from one character to another", 1),
    ("*a", "nothing stands before \"*\"", 0),
    ("a**", "nothing stands before \"*\"", 2),
    ("^*", "a place cannot be repeated", 1),
    ("a{2,1}", "the numbers in braces are out of order", 1),
    ("a{1001}", "a repetition of more than 1000", 2),
    ("{", "\"{\" as a character is written \"\\{\"", 0),
    ("a{x}", "\"{\" as a character is written \"\\{\"", 1),
    ("\\", "a backslash ends the pattern", 0),
    ("\\q", "\"\\q\" means nothing", 0),
    ("\\p{Nope}", "the property \"Nope\" is not supported", 0),
    ("\\u12", "\\u is followed by four hexadecimal digits", 0),
    ("(a{100}){100}", "the pattern is too large", 0),
    (String(repeating: "(", count: 100_000), "groups are nested too deep", 50),
  ]

  @Test(arguments: refused.indices) func refuses(_ index: Int) {
    let (source, reason, offset) = Self.refused[index]
    let error = #expect(throws: PatternError.self, "\(source)") { try Pattern(source) }
    #expect(error?.reason == reason && error?.offset == offset, "\(source)")
  }

  @Test func nestedRepetitionsTakeLinearTime() throws {
    let long = String(repeating: "a", count: 65_535) + "b"
    #expect(!(try Pattern("(a+)+$").matches(long)))
    let text = String(repeating: "a", count: 5000) + "b"
    for source in ["^(a|aa)+$", "^(a|a)*$", "(a*)*$x", "(.*)*c"] {
      #expect(!(try Pattern(source).matches(text)), "\(source)")
    }
  }

  @Test func manyEmptyRepetitionsCompileAtOnce() throws {
    let source = String(repeating: "(", count: 40) + String(repeating: "){1000}", count: 40)
    #expect(try Pattern(source).matches(""))
  }
}
