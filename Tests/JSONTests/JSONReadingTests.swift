import JSON
import Testing

@Suite struct JSONReadingTests {
  struct Good: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let value: Value
    init(_ name: String, _ text: String, _ value: Value) {
      (testDescription, self.text, self.value) = (name, text, value)
    }
  }

  static let good: [Good] = [
    Good("null", "null", .null),
    Good("white space around", " \t\r\n true \n", true),
    Good("a whole number", "-12", -12),
    Good("minus zero", "-0", 0),
    Good("a whole number with a point", "1.0", 1),
    Good("a whole number with an exponent", "1e2", 100),
    Good("120e-1 is whole", "120e-1", 12),
    Good("the largest integer", "9223372036854775807", .integer(.max)),
    Good("the least integer", "-9223372036854775808", .integer(.min)),
    Good("a large whole number with a point is exact", "9007199254740993.0", .integer(9_007_199_254_740_993)),
    Good("a fraction", "0.0075", .number(0.0075)),
    Good("a tiny number", "1e-400", .number(0)),
    Good("a very long exponent of zero", "0e99999999999999999999", 0),
    Good("escapes", #""\"\\\/\b\f\n\r\té""#, "\"\\/\u{8}\u{C}\n\r\té"),
    Good("a surrogate pair", #""\ud83d\ude00""#, "😀"),
    Good("text beyond ASCII", "\"日本 e\u{301}\"", "日本 e\u{301}"),
    Good("nested", #"{"a":[1,{"b":null}],"":"x"}"#, .object(["a": [1, .object(["b": .null])], "": "x"])),
    Good("CRLF", "{\r\n\"a\":\r\n1}\r\n", .object(["a": 1])),
    Good("DEL is no control character of JSON", "\"\u{7F}\"", "\u{7F}"),
  ]

  @Test(arguments: good) func reads(_ sample: Good) throws {
    #expect(try read(sample.text) == sample.value)
  }

  @Test func integersAreToldFromNumbers() throws {
    guard case .integer(100) = try read("1.00e2") else {
      Issue.record("1.00e2 is an integer")
      return
    }
  }

  @Test(arguments: [
    "5555555555555555555.5555", "-5555555555555555555.5555", "9007199254740993.0", "1e300", "0.1", "-0.0",
    "9223372036854775807.5",
  ])
  func whatIsWrittenReadsAsTheSame(_ text: String) throws {
    let value = try read(text)
    #expect(try read(value.json()) == value)
  }

  @Test func keysThatOnlyLookAlikeDiffer() throws {
    let value = try read("{\"e\u{301}\":1,\"\u{e9}\":2}")
    #expect(value.objectValue?.count == 2)
  }

  @Test func nodesKnowTheirPlaces() throws {
    let text = "{\n  \"état\": [true, \"é\"]\n}"
    let document = try JSONDocument(parsing: Array(text.utf8), file: "x", limits: .data)
    guard case .object(let members) = document.root.kind, let member = members.first,
      case .array(let items) = member.node.kind
    else {
      Issue.record("not an object")
      return
    }
    let key = document.source.location(of: member.keySpan)
    #expect([key.line, key.column, key.length] == [2, 3, 6])
    let item = document.source.location(of: items[1].span, keyPath: "état.1")
    #expect([item.line, item.column, item.length] == [2, 18, 3])
    #expect(item.text == "  \"état\": [true, \"é\"]")
  }

  @Test func depthAndSizeHaveLimits() throws {
    let limits = JSONLimits(bytes: 40, depth: 3)
    #expect(try read("[[[]]]", limits) == [[[]]])
    #expect(codes("[[[[]]]]", limits) == ["depth"])
    #expect(codes(String(repeating: " ", count: 41), limits) == ["size"])
    #expect(codes(String(repeating: "[", count: 100_000), .data) == ["depth"])
  }

  @Test(arguments: [
    "9223372036854775808", "18446744073709551615", "-9223372036854775809", "123456789012345678901234567890",
    "1e400",
  ]) func aWholeNumberIsExactOrTooLarge(_ text: String) { #expect(codes(text, .data) == ["number"]) }

  private func codes(_ text: String, _ limits: JSONLimits) -> [String] {
    do throws(JSONError) {
      _ = try read(text, limits)
      return []
    } catch {
      return error.faults.map(\.problem.name)
    }
  }

  @Test func manyKeysAreReadInLinearTime() throws {
    let keys = (0..<100_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let value = try read("{\(keys)}")
    #expect(value.objectValue?.count == 100_000)
  }

  private func read(_ text: String, _ limits: JSONLimits = .data) throws(JSONError) -> Value {
    try JSONDocument(parsing: Array(text.utf8), file: "x", limits: limits).root.value
  }
}
