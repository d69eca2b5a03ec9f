import IntentCore
import IntentPipeline
import TestSupport
import Testing

/// Text of the command line by the type that a parameter wants.
@Suite struct ValueTableTests {
  struct Sample: CustomTestStringConvertible {
    let testDescription: String
    let parameter: String
    let texts: [String]
    let expected: Result<Value, Code>
    struct Code: Error { let code: FaultCode }

    init(_ parameter: String, _ texts: String..., is value: Value) {
      (self.parameter, self.texts, expected) = (parameter, texts, .success(value))
      testDescription = "\(texts) for \(parameter)"
    }
    init(_ parameter: String, _ texts: String..., fails code: FaultCode) {
      (self.parameter, self.texts, expected) = (parameter, texts, .failure(Code(code: code)))
      testDescription = "\(texts) for \(parameter)"
    }
  }

  static let integer = #""type":"integer""#
  static let number = #""type":"number""#
  static let boolean = #""type":"boolean""#
  static let string = #""type":"string""#
  static let duration = #""type":"string","format":"duration""#
  static let date = #""type":"string","format":"date""#
  static let dateTime = #""type":"string","format":"date-time""#
  static let time = #""type":"string","format":"time""#
  static let state = #""enum":["toggle","on","off"]"#
  static let strings = #""type":"array","items":{"type":"string"}"#
  static let numbers = #""type":"array","items":{"type":"integer"}"#
  static let object = #""type":"object""#

  static let numberSamples: [Sample] = [
    Sample(integer, "0", is: 0), Sample(integer, "-7", is: -7), Sample(integer, "1e2", is: 100),
    Sample(integer, "1.0", is: 1), Sample(integer, "-0", is: 0), Sample(integer, "100e-2", is: 1),
    Sample(integer, "9223372036854775807", is: .integer(.max)),
    Sample(integer, "-9223372036854775808", is: .integer(.min)),
    Sample(integer, "+5", fails: .valueNotANumber), Sample(integer, "0x10", fails: .valueNotANumber),
    Sample(integer, "٥", fails: .valueNotANumber), Sample(integer, "nan", fails: .valueNotANumber),
    Sample(integer, "1e400", fails: .valueNotANumber), Sample(integer, " 5", fails: .valueNotANumber),
    Sample(integer, "5 ", fails: .valueNotANumber), Sample(integer, "5\n", fails: .valueNotANumber),
    Sample(integer, "", fails: .valueNotANumber), Sample(integer, "-", fails: .valueNotANumber),
    Sample(integer, "05", fails: .valueNotANumber), Sample(integer, "1_000", fails: .valueNotANumber),
    Sample(integer, "1,5", fails: .valueNotANumber), Sample(integer, "５", fails: .valueNotANumber),
    Sample(integer, "5\u{301}", fails: .valueNotANumber),
    Sample(integer, "infinity", fails: .valueNotANumber),
    Sample(integer, "true", fails: .valueNotANumber), Sample(integer, "1.5", fails: .valueType),
    Sample(integer, "1", "2", fails: .parameterRepeated),
    Sample(integer + #","minimum":5"#, "4", fails: .valueMinimum),
    Sample(integer + #","multipleOf":5"#, "1e1", is: 10),
    Sample(number, "1.5", is: 1.5), Sample(number, "-1.5e-3", is: -0.0015), Sample(number, "12", is: 12),
    Sample(number, "1.", fails: .valueNotANumber), Sample(number, ".5", fails: .valueNotANumber),
    Sample(number, "1e", fails: .valueNotANumber), Sample(number, "inf", fails: .valueNotANumber),
    Sample(number, "1.5.5", fails: .valueNotANumber), Sample(number, "1f", fails: .valueNotANumber),
    Sample(number, "-1e999", fails: .valueNotANumber), Sample(number, "NaN", fails: .valueNotANumber),
    Sample(number, "+1.5", fails: .valueNotANumber), Sample(number, "1e-400", is: 0),
    Sample(#""type":["integer","null"]"#, "null", is: .null),
    Sample(#""type":["integer","string"]"#, "+5", is: "+5"),
    Sample(#""type":["integer","string"]"#, "5", is: 5),
    Sample(#""type":["string","integer"]"#, "5", is: "5"),
    Sample(#""anyOf":[{"type":"integer"},{"type":"boolean"}]"#, "5", is: 5),
    Sample(#""anyOf":[{"type":"integer"},{"type":"boolean"}]"#, "yes", is: true),
    Sample(#""anyOf":[{"type":"integer"},{"type":"boolean"}]"#, "x", fails: .valueCombination),
  ]

  static let booleanSamples: [Sample] = [
    Sample(boolean, "true", is: true), Sample(boolean, "yes", is: true), Sample(boolean, "on", is: true),
    Sample(boolean, "false", is: false), Sample(boolean, "no", is: false), Sample(boolean, "off", is: false),
    Sample(boolean, "Yes", is: true), Sample(boolean, "OFF", is: false), Sample(boolean, "TRUE", is: true),
    Sample(boolean, "1", fails: .valueType), Sample(boolean, "", fails: .valueType),
    Sample(boolean, "y", fails: .valueType), Sample(boolean, "maybe", fails: .valueType),
    Sample(boolean, "yes ", fails: .valueType), Sample(boolean, "on", "off", fails: .parameterRepeated),
  ]

  static let textSamples: [Sample] = [
    Sample(string, "plain", is: "plain"), Sample(string, "", is: ""), Sample(string, "5", is: "5"),
    Sample(string, "true", is: "true"), Sample(string, "[1]", is: "[1]"), Sample(string, "{}", is: "{}"),
    Sample(string, "a\nb", is: "a\nb"), Sample(string, "-rf", is: "-rf"),
    Sample(string, "$(id)", is: "$(id)"),
    Sample(string, "e\u{301}", is: "e\u{301}"), Sample(string, "null", is: "null"),
    Sample(string, "a", "b", fails: .parameterRepeated),
    Sample(string + #","minLength":2"#, "é", fails: .valueMinLength),
    Sample(string + #","maxLength":2"#, "abc", fails: .valueMaxLength),
    Sample(string + #","pattern":"^[a-z]+$""#, "ABC", fails: .valuePattern),
    Sample(string + #","const":"a""#, "A", is: "a"),
    Sample(string + #","const":"a""#, "b", fails: .valueConst),
    Sample(string + #","format":"email""#, "nobody", fails: .valueFormat),
    Sample(string + #","format":"ipv4""#, "192.0.2.1", is: "192.0.2.1"),
  ]

  static let timeSamples: [Sample] = [
    Sample(duration, "30s", is: "PT30S"), Sample(duration, "1h30m", is: "PT1H30M"),
    Sample(duration, "PT30S", is: "PT30S"), Sample(duration, "2 hours", is: "PT2H"),
    Sample(duration, "P1M", is: "P1M"), Sample(duration, "1d", is: "P1D"),
    Sample(duration, "90", fails: .valueFormat), Sample(duration, "", fails: .valueFormat),
    Sample(duration, "-30s", fails: .valueFormat), Sample(duration, "soon", fails: .valueFormat),
    Sample(duration, "500ms", fails: .valueFormat),
    Sample(date, "2026-12-01", is: "2026-12-01"), Sample(date, "today", is: "2026-11-30"),
    Sample(date, "tomorrow", is: "2026-12-01"), Sample(date, "yesterday", is: "2026-11-29"),
    Sample(date, "friday", is: "2026-12-04"), Sample(date, "MONDAY", is: "2026-12-07"),
    Sample(date, "+3d", is: "2026-12-03"), Sample(date, "in 1 week", is: "2026-12-07"),
    Sample(date, "2026-02-30", fails: .valueFormat), Sample(date, "30.11.2026", fails: .valueFormat),
    Sample(date, "tomorrow 09:00", fails: .valueFormat), Sample(date, "", fails: .valueFormat),
    Sample(dateTime, "2026-12-01T09:00:00Z", is: "2026-12-01T09:00:00Z"),
    Sample(dateTime, "2026-12-01T09:00", is: "2026-12-01T09:00:00+03:00"),
    Sample(dateTime, "2026-12-01 09:00", is: "2026-12-01T09:00:00+03:00"),
    Sample(dateTime, "now", is: "2026-11-30T12:30:00+03:00"),
    Sample(dateTime, "tomorrow 09:00", is: "2026-12-01T09:00:00+03:00"),
    Sample(dateTime, "friday 9:00", fails: .valueFormat),
    Sample(dateTime, "+2h", is: "2026-11-30T14:30:00+03:00"),
    Sample(dateTime, "in 2h", is: "2026-11-30T14:30:00+03:00"),
    Sample(dateTime, "2026-12-01T25:00", fails: .valueFormat), Sample(dateTime, "1e9", fails: .valueFormat),
    Sample(time, "09:30", is: "09:30:00+03:00"), Sample(time, "09:30:00Z", is: "09:30:00Z"),
    Sample(time, "now", is: "12:30:00+03:00"), Sample(time, "noon", fails: .valueFormat),
    Sample(
      #""type":"array","items":{"type":"string","format":"duration"}"#, "30s", "1h", is: ["PT30S", "PT1H"]),
  ]

  static let listSamples: [Sample] = [
    Sample(state, "on", is: "on"), Sample(state, "ON", is: "on"), Sample(state, "Toggle", is: "toggle"),
    Sample(state, "togle", fails: .valueEnum), Sample(state, "o", fails: .valueEnum),
    Sample(state, "", fails: .valueEnum), Sample(state, "on ", fails: .valueEnum),
    Sample(state, "on\u{301}", fails: .valueEnum), Sample(#""enum":["A","a"]"#, "a", is: "a"),
    Sample(#""enum":["AB","ab"]"#, "Ab", fails: .valueEnum), Sample(#""enum":[1,2]"#, "2", is: 2),
    Sample(#""enum":[1,2]"#, "2.0", is: 2), Sample(#""enum":[1,2]"#, "3", fails: .valueEnum),
    Sample(#""enum":[1,null]"#, "null", is: .null), Sample(#""enum":["ПУСК"]"#, "пуск", is: "ПУСК"),
    Sample(#""enum":["straße"]"#, "STRASSE", fails: .valueEnum),
    Sample(strings, "a", is: ["a"]), Sample(strings, "a", "b", is: ["a", "b"]),
    Sample(strings, #"["a","b"]"#, is: ["a", "b"]), Sample(strings, "[]", is: []),
    Sample(strings, "a,b", is: ["a,b"]), Sample(strings, "", is: [""]),
    Sample(strings, "x", "[y]", is: ["x", "[y]"]), Sample(strings, "[1]", fails: .valueType),
    Sample(strings, "[", fails: .valueJSON), Sample(strings, #"["a",]"#, fails: .valueJSON),
    Sample(strings + #","uniqueItems":true"#, "a", "a", fails: .valueUniqueItems),
    Sample(strings + #","minItems":2"#, "a", fails: .valueMinItems),
    Sample(numbers, "1", "1e1", is: [1, 10]), Sample(numbers, "1", "x", fails: .valueNotANumber),
    Sample(#""type":"array","items":{"enum":["on","off"]}"#, "ON", is: ["on"]),
    Sample(#""type":"array","items":{"enum":["on","off"]}"#, "of", fails: .valueEnum),
    Sample(object, #"{"a":1}"#, is: .object(["a": 1])), Sample(object, "{}", is: .object([:])),
    Sample(object, "a", fails: .valueType), Sample(object, "[]", fails: .valueType),
    Sample(object, "{", fails: .valueJSON), Sample(object, #"{"a":1,"a":2}"#, fails: .valueJSON),
    Sample(object, "{'a':1}", fails: .valueJSON), Sample(object, #"{"a":1e999}"#, fails: .valueJSON),
    Sample(object, "{}", "{}", fails: .parameterRepeated),
  ]

  @Test(arguments: numberSamples + booleanSamples + textSamples + timeSamples + listSamples)
  func `text is read by its type`(_ sample: Sample) async throws {
    let definition = try Resolving.parameters("\"x\":{\(sample.parameter)}")
    let faults = await Resolving().faults(definition, sample.texts.map { .text($0) })
    switch sample.expected {
    case .success(let value):
      #expect(faults.isEmpty)
      #expect(try await Resolving().value(definition, sample.texts) == value)
    case .failure(let expected):
      #expect(faults.map(\.code) == [expected.code])
      #expect(faults.first?.parameter == "x")
      #expect(faults.first?.status == (expected.code == .parameterRepeated ? .usage : .badValue))
    }
  }

  @Test func `there are enough samples`() {
    #expect(
      Self.numberSamples.count + Self.booleanSamples.count + Self.textSamples.count
        + Self.timeSamples.count + Self.listSamples.count >= 120)
  }

  @Test func `a slip gets the near match, never a value`() async throws {
    let definition = try Resolving.parameters(#""x":{"enum":["toggle","on"],"default":"on"}"#)
    let fault = try #require(await Resolving().faults(definition, [.text("togle")]).first)
    #expect(fault["suggestion"] == .text("toggle"))
    #expect(fault["allowed"] == .list(["toggle", "on"]))
  }

  @Test func `a number says why it is none`() async throws {
    let definition = try Resolving.parameters(#""x":{"type":"integer"}"#)
    for (text, reason) in [("+5", "plus"), ("0x10", "decimal"), ("1e400", "large"), ("٥", "digits")] {
      let fault = try #require(await Resolving().faults(definition, [.text(text)]).first)
      guard case .text(let hint)? = fault["hint"] else {
        Issue.record("no hint for \(text)")
        continue
      }
      #expect(hint.contains(reason))
    }
  }

  @Test func `an enum is known by its titles`() async throws {
    var definition = try Resolving.parameters(#""x":{"enum":["on","off"]}"#)
    definition.parameters[0].valueTitles = [("on", "Включить"), ("on", "入"), ("off", "Выключить")]
    let resolving = Resolving()
    #expect(try await resolving.value(definition, ["включить"]) == "on")
    #expect(try await resolving.value(definition, ["入"]) == "on")
    #expect(try await resolving.value(definition, ["Выключить"]) == "off")
    #expect(await resolving.faults(definition, [.text("Выкл")]).map(\.code) == [.valueEnum])
  }

  @Test func `all faults of a call come together`() async throws {
    let definition = try Resolving.parameters(
      #""x":{"type":"integer"},"y":{"enum":["a"]},"z":{"type":"string"},"w":{"type":"string"}"#,
      required: ["z", "w"])
    let given = [
      SuppliedArgument(name: "x", content: .text("x"), spelling: "--x"),
      SuppliedArgument(name: "y", content: .text("b"), spelling: "--y"),
      SuppliedArgument(name: "q", content: .text("b"), spelling: "--q"),
    ]
    guard case .failed(let failure) = await Resolving().resolve(definition, given) else {
      Issue.record("it did not fail")
      return
    }
    #expect(
      failure.faults.map(\.code) == [
        .parameterUnknown, .valueNotANumber, .valueEnum, .parameterMissing, .parameterMissing,
      ])
  }

  @Test(arguments: [(#""minLength":0"#, true), (#""maxLength":9"#, false)])
  func `an empty text is an answer only where the definition says so`(extra: String, isEnough: Bool)
    async throws
  {
    let definition = try Resolving.parameters("\"x\":{\"type\":\"string\",\(extra)}", required: ["x"])
    let faults = await Resolving().faults(definition, [.text("")])
    #expect(faults.map(\.code) == (isEnough ? [] : [.valueMinLength]))
  }
}
