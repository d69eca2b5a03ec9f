import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct IntentOutputTests {
  private func answer(_ text: String, status: Int32 = 0, dialog: String? = nil) async throws -> IntentResult {
    let world = ScriptedWorld { script in
      script.executables = ["/usr/bin/probe"]
      script.program = { _ in
        .success(ProcessOutcome(exit: .status(status), output: Array(text.utf8), errors: Array("hm\n".utf8)))
      }
    }
    let intent = definition(
      "command", title: "Probe", with: ["run": ["probe"]], parse: .intent, dialog: dialog)
    return try await CommandHandler().answer(filled(intent, in: world), HandlerContext(world))
  }

  private let errors = Snippet.Block.output([.init("hm", .error)])

  private func faults(_ text: String) -> [(reason: FaultArgument?, path: String?)] {
    do throws(Failure) {
      _ = try IntentOutput.read(Array(text.utf8))
      return []
    } catch {
      return error.faults.map { ($0["reason"], $0.location?.keyPath) }
    }
  }

  @Test func `a program answers in full`() async throws {
    let result = try await answer(
      """
      { "dialog": "Three new.", "value": {"new": 3},
        "snippet": { "table": {"columns": ["From", "Size"], "rows": [["Ana", 3], ["Bo", null]]},
          "text": "Since noon.", "fields": {"Box": "in", "Read": true}, "icon": "envelope", "tint": "blue" },
        "next": [{"title": "Read them", "command": ["mail", "--box", "in"]}] }
      """)
    #expect(result.outcome == .done)
    #expect(result.dialog == "Three new.")
    #expect(result.value == .object(["new": 3]))
    #expect(result.symbol == Symbol("envelope", .blue))
    #expect(result.next == [.init("Read them", ["mail", "--box", "in"])])
    #expect(
      result.snippet.blocks == [
        .text("Since noon."), .fields([.init("Box", "in"), .init("Read", "true")]),
        .table(.init(columns: [.init("From"), .init("Size")], rows: [["Ana", "3"], ["Bo", ""]])), errors,
      ])
  }

  @Test func `text and listed fields will do`() async throws {
    #expect(try await answer(#"{"snippet": "Hi."}"#).snippet.blocks == [.text("Hi."), errors])
    let listed = try await answer(
      #"{"snippet": {"fields": [{"label": "A", "text": "b"}], "symbol": "star"}}"#)
    #expect(listed.snippet.blocks == [.fields([.init("A", "b")]), errors])
    #expect(listed.symbol.name == "star")
    #expect(try await answer("{}").dialog == "Probe")
  }

  @Test func `the definition may word it anew`() async throws {
    let result = try await answer(
      #"{"dialog": "x", "value": 4}"#, dialog: "${result.value} of ${result.text}")
    #expect(result.dialog == "4 of x")
  }

  @Test func `another status with an answer is a failure in the program's words`() async throws {
    let result = try await answer(
      #"{"dialog": "The printer is out of paper.", "value": 0}"#, status: 4, dialog: "Fine.")
    #expect(result.outcome == .failed(Fault(.commandExit, ["program": "probe", "status": .integer(4)])))
    #expect(result.dialog == "The printer is out of paper.")
    #expect(result.handler == .status(4))
    #expect(result.value == 0)
  }

  @Test func `another status without an answer is told plainly`() async throws {
    let result = try await answer("oops\n", status: 4)
    #expect(result.dialog == "Probe failed: probe ended with status 4.")
    #expect(result.snippet == Snippet([.output([.init("oops", .output), .init("hm", .error)])]))
  }

  @Test func `what is no answer fails with every fault`() async throws {
    let result = try await answer(#"{"dialgo": "x", "next": {}}"#)
    guard case .failed(let fault) = result.outcome else {
      Issue.record("did not fail")
      return
    }
    #expect(fault.code == .commandOutput)
    #expect(fault["reason"] == "unknown key \"dialgo\"; did you mean \"dialog\"?")
    #expect(fault.location?.column == 2)
    #expect(
      result.snippet.blocks.first
        == .text(
          """
          line 1, column 2: unknown key "dialgo"; did you mean "dialog"?
          line 1, column 25: "next" must be a list
          """))
    #expect(result.warnings.map { $0["reason"] } == ["\"next\" must be a list"])
  }

  @Test(arguments: [
    (#"[]"#, "", "the output must be an object"), (#"{"dialog": 3}"#, "dialog", "\"dialog\" must be text"),
    (#"{"snippet": 3}"#, "snippet", "\"snippet\" must be text or an object"),
    (
      #"{"snippet": {"tint": "pink"}}"#, "snippet.tint",
      "\"snippet.tint\" must be one of green, grey, red, yellow, blue"
    ),
    (#"{"snippet": {"fields": 1}}"#, "snippet.fields", "\"snippet.fields\" must be an object or a list"),
    (#"{"snippet": {"fields": {"a": []}}}"#, "snippet.fields.a", "\"snippet.fields.a\" must be text"),
    (
      #"{"snippet": {"table": {"columns": ["a"], "rows": [["1", "2"]]}}}"#, "snippet.table.rows",
      "\"snippet.table.rows\" must be as many cells as there are columns"
    ),
    (#"{"next": [{"title": "x"}]}"#, "next", "\"next\" must be a command, a list of words"),
    (#"{"next": [{"title": "x", "command": "ls"}]}"#, "next.command", "\"next.command\" must be a list"),
  ])
  func `a wrong type is named`(text: String, path: String, reason: String) {
    let faults = faults(text)
    #expect(faults.first?.path == path)
    #expect(faults.first?.reason == .text(reason))
  }
}
