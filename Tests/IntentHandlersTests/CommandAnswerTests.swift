import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct CommandAnswerTests {
  private func answer(
    _ outcome: ProcessOutcome, parse: ResultShape.Parse = .text, dialog: String? = nil, snippet: Value? = nil,
    value: Value? = nil
  ) async throws -> IntentResult {
    let world = ScriptedWorld { script in
      script.executables = ["/usr/bin/probe"]
      script.program = { _ in .success(outcome) }
    }
    let intent = definition(
      "command", title: "Probe", with: ["run": ["probe"]], parse: parse, dialog: dialog, snippet: snippet,
      value: value)
    return try await CommandHandler().answer(filled(intent, in: world), HandlerContext(world))
  }

  private func outcome(_ output: String, errors: String = "", status: Int32 = 0) -> ProcessOutcome {
    ProcessOutcome(exit: .status(status), output: Array(output.utf8), errors: Array(errors.utf8))
  }

  private func output(_ lines: String...) -> Snippet { Snippet([.output(lines.map { .init($0, .output) })]) }

  private func fault(_ result: IntentResult) -> Fault? {
    if case .failed(let fault) = result.outcome { fault } else { nil }
  }

  @Test func `text is the output without its last newline`() async throws {
    let result = try await answer(outcome("a\n\nb\n"))
    #expect(result.dialog == "Probe")
    #expect(result.value == "a\n\nb")
    #expect(result.snippet == output("a", "", "b"))
    #expect(result.handler == .status(0))
  }

  @Test func `nothing printed is nothing shown`() async throws {
    let result = try await answer(outcome(""))
    #expect(result == IntentResult(dialog: "Probe", value: "", handler: .status(0)))
  }

  @Test func `the definition words the answer`() async throws {
    let result = try await answer(
      outcome("7\n"), dialog: "It is ${result.text}.", snippet: "status ${result.exitCode}",
      value: .object(["n": "${result.value}"]))
    #expect(result.dialog == "It is 7.")
    #expect(result.snippet == Snippet([.text("status 0")]))
    #expect(result.value == .object(["n": "7"]))
  }

  @Test(arguments: [("a\nb\n", ["a", "b"]), ("", []), ("\n", [""]), ("a\r\nb", ["a\r", "b"])])
  func `lines are a list`(text: String, lines: [String]) async throws {
    let result = try await answer(outcome(text), parse: .lines, dialog: "${result.count} lines")
    #expect(result.value == .array(lines.map { .string($0) }))
    #expect(result.dialog == "\(lines.count) lines")
  }

  @Test func `JSON is a value, and what went to the other stream is shown`() async throws {
    let result = try await answer(
      outcome(#"{"free": 3, "a": [1]}"#, errors: "note\n"), parse: .json, dialog: "${result.value.free} free")
    #expect(result.value.at(["a", "0"]) == 1)
    #expect(result.dialog == "3 free")
    #expect(result.snippet == Snippet([.output([.init("note", .error)])]))
  }

  @Test(arguments: [("{", 1, 2), ("", 1, 1), ("{}\n nonsense", 2, 2), ("[1,]", 1, 3)])
  func `what is no JSON is pointed at`(text: String, line: Int, column: Int) async throws {
    let result = try await answer(outcome(text), parse: .json)
    #expect(fault(result)?.code == .commandOutput)
    #expect(fault(result)?.location?.file == "output")
    #expect(fault(result)?.location?.line == line)
    #expect(fault(result)?.location?.column == column)
    #expect(result.dialog == "Probe failed: probe printed what is not JSON.")
    #expect(result.handler == .status(0))
  }

  @Test func `bytes that are no UTF-8 are repaired in text and refused in JSON`() async throws {
    let broken = ProcessOutcome(exit: .status(0), output: [0x22, 0x61, 0xFF, 0x22])
    #expect(try await answer(broken).value == "\"a\u{FFFD}\"")
    #expect(fault(try await answer(broken, parse: .json))?.code == .commandOutput)
  }

  @Test(arguments: [1, 3, 127, 255])
  func `a status other than 0 is a failure`(status: Int32) async throws {
    let result = try await answer(outcome("half\n", errors: "no\n", status: status), dialog: "All is well.")
    #expect(fault(result) == Fault(.commandExit, ["program": "probe", "status": .integer(Int(status))]))
    #expect(fault(result)?.status.code == 1)
    #expect(result.handler == .status(status))
    #expect(result.dialog == "Probe failed: probe ended with status \(status).")
    #expect(result.snippet == Snippet([.output([.init("half", .output), .init("no", .error)])]))
  }

  @Test(arguments: [(Int32(9), "signal 9 (SIGKILL)"), (15, "signal 15 (SIGTERM)"), (40, "signal 40")])
  func `a signal is a failure`(number: Int32, text: String) async throws {
    let result = try await answer(ProcessOutcome(exit: .signal(number)), parse: .intent)
    #expect(fault(result)?.code == .commandSignal)
    #expect(fault(result)?.status.code == 1)
    #expect(result.handler == .signal(number))
    #expect(result.dialog == "Probe failed: probe was ended by \(text).")
  }

  @Test func `both streams are shown in their order`() async throws {
    var written = ProcessOutcome(exit: .status(1))
    for number in 1...40 {
      let bytes = Array("\(number)\n".utf8)
      if number.isMultiple(of: 2) { written.errors += bytes } else { written.output += bytes }
      written.order.append(.init(number.isMultiple(of: 2) ? .error : .output, bytes.count))
    }
    let lines = (1...40).map { Snippet.OutputLine("\($0)", $0.isMultiple(of: 2) ? .error : .output) }
    #expect(try await answer(written).snippet == Snippet([.output(lines)]))
  }

  @Test func `a line in pieces stays one line`() async throws {
    let written = ProcessOutcome(
      exit: .status(0), output: Array("half-whole\nlast".utf8), errors: Array("error\n".utf8),
      order: [.init(.output, 5), .init(.error, 6), .init(.output, 10)])
    #expect(
      try await answer(written).snippet
        == Snippet([.output([.init("error", .error), .init("half-whole", .output), .init("last", .output)])]))
  }

  @Test func `cut output and held streams are warned of`() async throws {
    let result = try await answer(
      ProcessOutcome(
        exit: .status(0), output: Array("a".utf8), droppedOutput: 12, droppedErrors: 3, leftStreamsHeld: true)
    )
    #expect(!result.isFailure)
    #expect(
      result.warnings == [
        Fault(
          .outputTruncated, ["program": "probe", "stream": "output", "count": .integer(12)],
          severity: .warning),
        Fault(
          .outputTruncated, ["program": "probe", "stream": "errors", "count": .integer(3)], severity: .warning
        ),
        Fault(.descriptorHeld, ["program": "probe"], severity: .warning),
      ])
  }

  @Test func `JSON that was cut says so`() async throws {
    var cut = outcome("[1,")
    cut.droppedOutput = 9
    let result = try await answer(cut, parse: .json)
    #expect(fault(result)?["reason"] == "it is longer than what is kept of an output")
  }
}
