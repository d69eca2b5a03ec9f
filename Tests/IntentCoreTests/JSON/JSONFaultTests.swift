import IntentCore
import Testing

@Suite struct JSONFaultTests {
  struct Bad: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// Each fault as `code line:column+length`.
    let faults: [String]
    let hint: String?
    init(_ name: String, _ text: String, _ faults: [String], hint: String? = nil) {
      self.init(name, bytes: Array(text.utf8), faults, hint: hint)
    }
    init(_ name: String, bytes: [UInt8], _ faults: [String], hint: String? = nil) {
      (testDescription, self.bytes, self.faults, self.hint) = (name, bytes, faults, hint)
    }
  }

  static let bad: [Bad] = [
    Bad("nothing", "", ["json.empty 1:1+1"]),
    Bad("only white space", " \n", ["json.empty 1:1+1"]),
    Bad("UTF-8 byte order mark", "\u{FEFF}{}", ["json.byte-order-mark 1:1+1"]),
    Bad("UTF-16", bytes: [0xFF, 0xFE, 0x7B, 0], ["json.byte-order-mark 1:1+2"]),
    Bad("two values", "{} {}", ["json.syntax 1:4+1"], hint: "a file holds one value"),
    Bad("trailing comma", "[1,\n2 , ]", ["json.syntax 2:3+1"], hint: #"remove the comma before "]""#),
    Bad("missing comma", "{\"a\": 1\n \"b\": 2}", ["json.syntax 1:8+1"], hint: "put a comma between them"),
    Bad("two commas", "[1,,2]", ["json.syntax 1:4+1"]),
    Bad("missing colon", #"{"a" 1}"#, ["json.syntax 1:6+1"]),
    Bad("key without quotes", "{a: 1}", ["json.syntax 1:2+1"], hint: "keys are written in double quotes"),
    Bad("single quotes", "['a']", ["json.syntax 1:2+1"], hint: "text is written in double quotes"),
    Bad("line comment", "[1 // one\n]", ["json.syntax 1:4+6"], hint: "JSON has no comments"),
    Bad("block comment", "[/* é */1]", ["json.syntax 1:2+7"], hint: "JSON has no comments"),
    Bad("True", "[True]", ["json.syntax 1:2+4"], hint: "write true"),
    Bad("a word slipped", "[flase]", ["json.syntax 1:2+5"], hint: "write false"),
    Bad("NaN", "[NaN]", ["json.number 1:2+3"], hint: "JSON has no such number"),
    Bad("nan", "nan", ["json.number 1:1+3"]),
    Bad("leading zero", "012", ["json.number 1:1+3"], hint: "a number has no leading zero"),
    Bad("negative leading zero", "-01", ["json.number 1:1+3"]),
    Bad("plus", "+5", ["json.number 1:1+2"], hint: "a number has no plus sign"),
    Bad("no digit before the point", ".5", ["json.number 1:1+2"], hint: "a digit belongs before the point"),
    Bad("no digit after the point", "5.", ["json.number 1:1+2"], hint: "a digit belongs after the point"),
    Bad("no digit in the exponent", "5e+", ["json.number 1:1+3"], hint: "a digit belongs after the e"),
    Bad("hexadecimal", "0x10", ["json.number 1:1+4"], hint: "numbers are decimal"),
    Bad("too large", "[1e400]", ["json.number 1:2+5"], hint: "the number is too large"),
    Bad("only a minus", "-", ["json.number 1:1+1"]),
    Bad("digits of another script", "٥", ["json.syntax 1:1+1"]),
    Bad("a unit", "[30s]", ["json.number 1:2+3"]),
    Bad("duplicate key", #"{"a":{"b":1,"b":2}}"#, ["json.duplicate-key 1:13+3"]),
    Bad("duplicate key by escape", #"{"a":1,"\u0061":2}"#, ["json.duplicate-key 1:8+8"]),
    Bad("NUL", bytes: [0x22, 0x61, 0, 0x22], ["json.nul 1:3+1"]),
    Bad("NUL outside", bytes: [0x5B, 0, 0x5D], ["json.nul 1:2+1"]),
    Bad("NUL by escape", #""a\u0000""#, ["json.nul 1:3+6"]),
    Bad("lone high surrogate", #""é\ud800x""#, ["json.surrogate 1:3+6"]),
    Bad("lone low surrogate", #""\uDC00""#, ["json.surrogate 1:2+6"]),
    Bad("two high surrogates", #""\ud800\ud800""#, ["json.surrogate 1:2+6", "json.surrogate 1:8+6"]),
    Bad("invalid UTF-8", bytes: [0x22, 0xC3, 0xA9, 0xC3, 0x22], ["json.encoding 1:3+1"]),
    Bad("overlong UTF-8", bytes: [0x22, 0xC0, 0x80, 0x22], ["json.encoding 1:2+1", "json.encoding 1:3+1"]),
    Bad(
      "encoded surrogate", bytes: [0x22, 0xED, 0xA0, 0x80, 0x22],
      ["json.encoding 1:2+1", "json.encoding 1:3+1", "json.encoding 1:4+1"]),
    Bad("invalid UTF-8 outside", bytes: [0x5B, 0xFF, 0x5D], ["json.encoding 1:2+1"]),
    Bad("tab in text", "\"a\tb\"", ["json.syntax 1:3+1"], hint: #"inside a string it is written \t"#),
    Bad(
      "control character in text", "\"\u{1B}\"", ["json.syntax 1:2+1"],
      hint: #"inside a string it is written \u001B"#),
    Bad(
      "line break in text", "{\"a\": \"b\nc\"}", ["json.syntax 1:7+2"],
      hint: #"a line break in text is written \n"#),
    Bad("unclosed text", "[\"abc", ["json.syntax 1:2+4"]),
    Bad("text ends in a backslash", #"["abc\"#, ["json.syntax 1:2+5"]),
    Bad("unknown escape", #""\x41""#, ["json.syntax 1:2+2"], hint: #"a backslash itself is written \\"#),
    Bad("short unicode escape", #""\u12""#, ["json.syntax 1:2+2"]),
    Bad(
      "unclosed object", "{\n\"a\": [1]\n", ["json.syntax 3:1+1"], hint: #"the "{" in line 1 is not closed"#),
    Bad("unclosed after a comma", "[1,", ["json.syntax 1:4+1"], hint: #"the "[" in line 1 is not closed"#),
    Bad("wrong bracket", "[1}", ["json.syntax 1:3+1"]),
    Bad("only a bracket", "]", ["json.syntax 1:1+1"]),
    Bad(
      "several at once", "{\"a\": 01,\n \"a\": .5,\n}",
      ["json.number 1:7+2", "json.duplicate-key 2:2+3", "json.number 2:7+2", "json.syntax 2:9+1"]),
  ]

  @Test(arguments: bad) func refuses(_ sample: Bad) {
    let faults = faults(sample.bytes)
    #expect(faults.map(Self.text) == sample.faults)
    if let hint = sample.hint { #expect(faults.first?["hint"] == .text(hint)) }
  }

  private static func text(_ fault: Fault) -> String {
    guard let place = fault.location else { return fault.code.id }
    return "\(fault.code.id) \(place.line):\(place.column)+\(place.length)"
  }

  private func faults(_ bytes: [UInt8]) -> [Fault] {
    do throws(Failure) {
      _ = try Value(json: bytes, file: "x.json")
      return []
    } catch {
      return error.faults
    }
  }

  @Test func keyPathLeadsToTheFault() {
    let fault = faults(Array(#"{"a": {"b": [1, 02]}}"#.utf8)).first
    #expect(fault?.location?.keyPath == "a.b.1")
    #expect(fault?.location?.text == #"{"a": {"b": [1, 02]}}"#)
  }

  @Test func longLinesAreCutAroundThePlace() throws {
    let text =
      "[\"" + String(repeating: "é", count: 5000) + "\", 01, \"" + String(repeating: "x", count: 5000)
    let place = try #require(faults(Array((text + "\"]").utf8)).first?.location)
    #expect(place.column == 5006)
    #expect(place.text.unicodeScalars.count == 200)
    let inText = place.text.unicodeScalars.dropFirst(place.column - place.textColumn)
    #expect(String(String.UnicodeScalarView(inText)).hasPrefix("01,"))
  }

  @Test func carriageReturnsAreNoPartOfTheLine() {
    let fault = faults(Array("{\r\n  \"a\": 01\r\n}".utf8)).first
    #expect(fault?.location?.text == "  \"a\": 01")
  }

  @Test func faultsAreLimited() {
    let text = "[" + String(repeating: "01,", count: 10_000) + "1]"
    #expect(faults(Array(text.utf8)).count == 20)
  }
}
