import IntentCore
import IntentPipeline
import Synchronization
import TestSupport
import Testing

/// A handler that tells all that it gets, in every part of an answer.
private struct TellingHandler: Handler {
  var descriptor: HandlerDescriptor { HandlerDescriptor(name: "telling", summary: "") }

  func perform(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let text = try invocation.call.text("text") ?? ""
    context.progress("at \(text)", nil)
    if try invocation.call.boolean("fails") == true {
      throw Failure(.unavailable, ["name": .text(text), "allowed": .list([text])])
    }
    let outcome = try await context.world.processes.run(
      ProcessRequest(executable: text), context.cancellation)
    let callee = Callee(
      definition: IntentDefinition(id: "child", path: "/child.json", title: "Child", handler: "telling"))
    let report = await context.run(ChildInvocation(callee, cancellation: context.cancellation))
    guard case .answered(let answer) = report.outcome else { throw Failure(.internalError) }
    return IntentResult(
      .done, dialog: "got \(text)", snippet: Snippet([.text(text), .fields([.init(text, text)])]),
      value: .object([
        "text": .string(text), "output": .string(String(decoding: outcome.output, as: UTF8.self)),
      ]),
      next: [.init(text, ["x", text])],
      warnings: [Fault(.handlerFailed, ["reason": .text(text + answer.dialog)], severity: .warning)])
  }
}

/// What the runner lets out of a run that holds a secret.
@Suite struct RunSecretsTests {
  private struct Seen {
    var report: RunReport
    var rows: [RunRecord]
    var requests: [ProcessRequest]
    var children: [ChildInvocation]
    var guarded: Int
    var questions: [Question] = []
  }

  private static let secret = "hunter2-\u{E9}"

  private func run(
    _ with: KeyValuePairs<String, Value>, parameters: [Parameter] = [], _ values: [String: Value] = [:],
    secrets: [(name: String, secret: SecretReference)] = [("door", .environment("DOOR"))],
    granted: Bool = true, inherited: [String] = []
  ) async throws -> Seen {
    let script = ScriptedWorld { script in
      script.program = { request in
        .success(ProcessOutcome(exit: .status(0), output: Array("echo \(request.executable)".utf8)))
      }
    }
    let children = Mutex<[ChildInvocation]>([])
    let guarded = Mutex(0)
    var world = SecretReadingTests.world(secrets, variables: ["DOOR": Self.secret], script)
    world.machine.guardMemory = { guarded.withLock { $0 += 1 } }
    var definition = definition("telling", parameters: parameters, with: with)
    definition.secrets = with.contains { "\($0.value)".contains("secret:door") } ? ["door"] : []
    definition.workflow = Workflow(steps: [])
    definition.summary = parameters.isEmpty ? nil : Template(written: "with ${n}")
    if granted {
      try script.store.record(
        TrustRecord(path: definition.path, who: .unattended, source: [], files: [], recordedAt: script.now),
        grants: [
          Grant(path: definition.path, capability: "secret(door)", who: .unattended, recordedAt: script.now)
        ])
    }
    let handler = TellingHandler()
    let gate = Gate(world: world, registry: HandlerRegistry(find: { _ in handler }, all: { [handler] }))
    let entry = Entry(source: .script)
    let supplied = values.map {
      SuppliedArgument(name: $0.key, content: .value($0.value), spelling: "--\($0.key)")
    }
    let entities = EntityLists { _, _ throws(Failure) in [] }
    guard
      case .ready(let resolved) = await Resolver(world: world, entities: entities).resolve(
        definition, supplied),
      case .ready(let admission) = gate.admit(definition, entry)
    else { throw Failure(.internalError) }
    switch gate.authorize(resolved, admission, entry) {
    case .failed(let failure): throw failure
    case .needs(let questions):
      return Seen(
        report: RunReport(intent: "", outcome: .failed(Failure(.internalError)), startedAt: script.now),
        rows: [], requests: [], children: [], guarded: guarded.withLock { $0 }, questions: questions)
    case .ready(let authorized):
      var runner = Runner(world: world, withLimit: SecretReadingTests.withLimit)
      runner.steps = { _ throws(Failure) in
        { child in
          children.withLock { $0.append(child) }
          return RunReport(
            intent: "child", outcome: .answered(IntentResult(dialog: "child of \(Self.secret)")),
            startedAt: WallTime(microseconds: 0))
        }
      }
      let report = await runner.run(
        authorized, source: .script, hiding: inherited, cancellation: TestCancellation())
      return Seen(
        report: report, rows: try script.store.runs(JournalQuery()), requests: script.requests,
        children: children.withLock { $0 }, guarded: guarded.withLock { $0 })
    }
  }

  @Test func `the handler gets it and nobody else does`() async throws {
    let seen = try await run(["text": "x ${secret:door}"])
    #expect(seen.requests.first?.executable == "x \(Self.secret)")
    #expect(!"\(seen.report)\(seen.rows)".contains("hunter2"))
    guard case .answered(let result) = seen.report.outcome else {
      Issue.record("\(seen.report)")
      return
    }
    #expect(result.dialog == "got x ***")
    #expect(result.value == .object(["text": "x ***", "output": "echo x ***"]))
    #expect(result.warnings.first?["reason"] == "x ***child of ***")
    #expect(seen.children.first?.secrets == [Self.secret])
    #expect(seen.guarded == 1)
  }

  @Test func `a failure does not tell it`() async throws {
    let seen = try await run(["text": "${secret:door}", "fails": true])
    guard case .failed(let failure) = seen.report.outcome else {
      Issue.record("\(seen.report)")
      return
    }
    #expect(failure == Failure(.unavailable, ["name": "***", "allowed": .list(["***"])]))
  }

  @Test func `a secret parameter is hidden the same way`() async throws {
    var code = Parameter.text("code")
    code.isSecret = true
    let parameters = [code, Parameter.text("n")]
    let seen = try await run(
      ["text": "${code}"], parameters: parameters,
      ["code": .string(Self.secret), "n": .string("a\(Self.secret)")],
      secrets: [])
    #expect(!"\(seen.report)\(seen.rows)".contains("hunter2"))
    #expect(seen.rows.first?.start.summary == "with a***")
    #expect(seen.rows.first?.start.parameters == #"{"n":"a***"}"#)
  }

  @Test func `secrets of the run above are hidden`() async throws {
    let seen = try await run(
      ["text": "${n}"], parameters: [.text("n")], ["n": .string(Self.secret)], secrets: [],
      inherited: [Self.secret])
    #expect(!"\(seen.report)\(seen.rows)".contains("hunter2"))
  }

  @Test func `without a grant nothing is read`() async throws {
    let seen = try await run(["text": "${secret:door}"], secrets: [("door", .file("/never"))], granted: false)
    guard case .consent(let consent)? = seen.questions.first else {
      Issue.record("\(seen.questions)")
      return
    }
    #expect(consent.missing == [.secret("door")])
    #expect(seen.guarded == 0)
  }

  @Test func `one that cannot be read is a failed run`() async throws {
    let seen = try await run(["text": "${secret:door}"], secrets: [])
    #expect(seen.report.status == .badDefinition)
    #expect(seen.rows.first?.end?.code == "secret.undefined")
    #expect(seen.requests.isEmpty)
  }

  @Test func `a run without secrets is left alone`() async throws {
    let seen = try await run(["text": "plain"], secrets: [])
    #expect(seen.guarded == 0)
    #expect(seen.requests.first?.executable == "plain")
  }
}
