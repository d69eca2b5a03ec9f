import IntentCore
import Redaction
import Testing

/// Secrets are hidden in values and in what programs write.
@Suite struct RedactedOutcomeTests {
  @Test func `is found across borders`() {
    let secret = #"pä$$ w/o"r'd\+?"#
    let bytes = Array(#"a pä$$ w/o\"r'd\\+? %70%C3%A4$$+w/o"r'd\%2B? \#(secret) z"#.utf8)
    let redactor = Redactor([secret])
    for size in [1, 2, 3, 5, 7, 64] {
      // Written to one stream in pieces of a size, with something on the other between them.
      var outcome = ProcessOutcome(exit: .status(0), output: bytes)
      for start in stride(from: 0, to: bytes.count, by: size) {
        outcome.order += [.init(.output, min(size, bytes.count - start)), .init(.error, 1)]
        outcome.errors.append(UInt8(ascii: "."))
      }
      let shown = redactor.hide(outcome)
      #expect(shown.output == redactor.hide(bytes), "\(size)")
      #expect(shown.errors == outcome.errors)
    }
  }

  @Test func `values of every kind`() {
    let redactor = Redactor(["4711"])
    let value: Value = .object([
      "a": .array([.integer(4711), .integer(12), .boolean(true), .null]), "4711": "x4711",
      "b": .number(4711.5),
    ])
    #expect(
      redactor.hide(value)
        == .object([
          "a": .array(["***", 12, true, .null]), "***": "x***", "b": "***.5",
        ]))
  }

  @Test func `the order of streams stays`() {
    let outcome = ProcessOutcome(
      exit: .status(0), output: Array("a hunter2\nb\n".utf8), errors: Array("x\ny hunter2\n".utf8),
      order: [.init(.output, 5), .init(.error, 2), .init(.output, 5), .init(.error, 10), .init(.output, 2)])
    let shown = Redactor(["hunter2"]).hide(outcome)
    #expect(String(decoding: shown.output, as: UTF8.self) == "a ***\nb\n")
    #expect(String(decoding: shown.errors, as: UTF8.self) == "x\ny ***\n")
    #expect(
      shown.order == [
        .init(.output, 5), .init(.error, 2), .init(.output, 1), .init(.error, 6), .init(.output, 2),
      ])
  }

  /// A secret whose end was dropped with the rest of an output.
  @Test func `what was cut is hidden too`() {
    var outcome = ProcessOutcome(
      exit: .status(0), output: Array("x hunter2 hunt".utf8), order: [.init(.output, 14)])
    #expect(Redactor(["hunter2"]).hide(outcome).output == Array("x *** hunt".utf8))
    outcome.droppedOutput = 3
    #expect(Redactor(["hunter2"]).hide(outcome).output == Array("x *** ***".utf8))
    outcome.output = Array("x aHVudGVy".utf8)
    #expect(Redactor(["hunter2"]).hide(outcome).output == Array("x ***".utf8))
  }
}
