import IntentCore
import IntentEngine
import IntentPipeline
import Synchronization
import TestSupport
import Testing

/// The engine behind a front door of the tests' own, in process: no terminal, no words of a command line.
@Suite struct OwnFrontDoorTests {
  static let folder = "/home/ana/.config/runintent/intents"

  static let intents = [
    "greet": """
    { "title": "Greet", "handler": "dialog", "with": { "text": "Hello, ${name}!" },
      "parameters": { "name": { "type": "string", "title": "Name" } }, "required": ["name"] }
    """,
    "ask-first": """
    { "title": "Ask", "summary": "Do it", "handler": "dialog", "with": { "text": "done" },
      "confirm": "Really?" }
    """,
    "tool": """
    { "title": "Tool", "handler": "command", "with": { "run": ["/usr/bin/tool"] } }
    """,
    "careful-tool": """
    { "title": "Careful", "handler": "command", "with": { "run": ["/usr/bin/tool"] },
      "confirm": "Start the tool?" }
    """,
  ]

  let world = ScriptedWorld { script in
    script.emptyFolders = ["/"]
    script.executables = ["/usr/bin/tool"]
    script.program = { _ in .success(ProcessOutcome(exit: .status(0), output: Array("fine\n".utf8))) }
  }

  func engine(cancellation: any Cancellation = TestCancellation()) -> Engine {
    let files: [String: SourceFile] = Dictionary(
      uniqueKeysWithValues: Self.intents.map { id, text in
        let path = "\(Self.folder)/\(id).json"
        return (path, SourceFile(displayPath: path, path: path, bytes: Array(text.utf8)))
      })
    let open: @Sendable (String) throws(Failure) -> SourceFile = { path throws(Failure) in
      guard let file = files[path] else { throw Failure(.fileMissing, ["path": .text(path)]) }
      return file
    }
    let library = IntentLibrary(
      world: world.world,
      files: DefinitionAccess(
        open: open,
        folder: { path throws(Failure) in
          guard path == Self.folder else { throw Failure(.fileMissing, ["path": .text(path)]) }
          return DefinitionFolders.OpenFolder(
            list: { () throws(Failure) in DefinitionFolders.Contents(ids: Self.intents.keys.sorted()) },
            open: { id throws(Failure) in try open("\(path)/\(id).json") })
        }, catalog: open),
      places: UserPlaces(
        home: "/home/ana", config: "/home/ana/.config", data: nil, working: "/home/ana/work"))
    return Engine(
      library: library, source: { .terminal }, withLimit: { _, parent, work in await work(parent) },
      interruption: cancellation, installer: .none)
  }

  func report(
    of id: String, asks: Bool = true, _ door: any FrontDoor = ClosedDoor(),
    cancellation: any Cancellation = TestCancellation()
  ) async throws -> RunReport {
    var engine = engine(cancellation: cancellation)
    let call = try engine.call(named: id)
    return await engine.run(call, on: RunTerms(source: .terminal, asks: asks), through: door)
  }

  func code(_ report: RunReport) -> FaultCode? {
    if case .failed(let failure) = report.outcome { failure.faults.first?.code } else { nil }
  }

  func dialog(_ report: RunReport) -> String? {
    if case .answered(let result) = report.outcome { result.dialog } else { nil }
  }

  var states: [RunState] { get throws { try world.store.runs(JournalQuery()).map(\.state) } }

  // Run

  @Test func `run: a call reaches its handler, its answer comes back and the journal has it`() async throws {
    let door = ScriptedDoor(value: "Ana")
    let report = try await report(of: "greet", door)
    #expect(dialog(report) == "Hello, Ana!" && report.status == .done)
    #expect(try world.store.runs(JournalQuery()).map(\.start.intent) == ["greet"])
    #expect(try states == [.finished])
    #expect(door.heard.withLock { $0 }.contains("begins Greet"))
  }

  @Test func `run: a plan tells what would be done, and does nothing`() async throws {
    let engine = engine()
    let call = try engine.call(named: "tool")
    let run = IntentRun(engine, RunTerms(source: .script), through: ClosedDoor())
    let plan = try await run.plan(call.definition, call.file, [])
    #expect(plan.refusal?.faults.first?.code == .permissionDenied)
    #expect(plan.capabilities.map(\.text) == ["exec(/usr/bin/tool)"])
    #expect(world.requests.isEmpty)
  }

  // Refuse

  @Test func `refuse: what nobody allowed does not run, and the journal has the refusal`() async throws {
    #expect(code(try await report(of: "tool")) == .permissionDenied)
    #expect(try states == [.denied])
    #expect(world.requests.isEmpty)
  }

  @Test func `refuse: the gate says each rule that a call meets`() async throws {
    let engine = engine()
    let call = try engine.call(named: "tool")
    let run = IntentRun(engine, RunTerms(source: .terminal), through: ClosedDoor())
    let answer = try await run.explain(call.definition, call.file, [])
    #expect(answer.refusal?.status == .notAllowed && !answer.explanation.allows)
    #expect(answer.explanation.rules.filter { !$0.finding.allows }.map(\.kind) == [.bytes, .capability])
    #expect(try states.isEmpty)
  }

  // Ask

  @Test func `ask: only what is missing, of a door that may be asked`() async throws {
    let door = ScriptedDoor(value: "Ana")
    _ = try await report(of: "greet", door)
    #expect(door.asked == ["value name"])
    let given = ScriptedDoor(value: "Ana")
    var engine = engine()
    var call = try engine.call(named: "greet")
    call.given = [SuppliedArgument(name: "name", content: .text("Ben"))]
    let report = await engine.run(call, on: RunTerms(source: .terminal, asks: true), through: given)
    #expect(dialog(report) == "Hello, Ben!" && given.asked.isEmpty)
    #expect(
      code(try await self.report(of: "greet", asks: false, ScriptedDoor(value: "Ana"))) == .parameterMissing)
  }

  @Test func `ask: each question in turn, and what the first use of a definition leads to`() async throws {
    let door = ScriptedDoor(decision: .once, confirms: true)
    #expect(try await report(of: "careful-tool", door).status == .done)
    #expect(door.asked == ["consent exec(/usr/bin/tool)", "confirm Start the tool?"])
  }

  @Test func `ask: where nobody answers, the call fails with every question`() async throws {
    #expect(code(try await report(of: "greet")) == .parameterMissing)
    #expect(code(try await report(of: "ask-first")) == .consentRefused)
    #expect(world.requests.isEmpty)
  }

  // Answer

  @Test func `answer: once allows one run, always allows the next ones too`() async throws {
    #expect(try await report(of: "tool", ScriptedDoor(decision: .once)).status == .done)
    #expect(code(try await report(of: "tool")) == .permissionDenied)
    let always = ScriptedDoor(decision: .always([.here]))
    #expect(try await report(of: "tool", always).status == .done)
    #expect(try await report(of: "tool").status == .done)
  }

  @Test func `answer: a no is a refusal`() async throws {
    #expect(code(try await report(of: "tool", ScriptedDoor(decision: .refused))) == .consentRefused)
    #expect(code(try await report(of: "ask-first", ScriptedDoor(confirms: false))) == .consentRefused)
    #expect(dialog(try await report(of: "ask-first", ScriptedDoor(confirms: true))) == "done")
    #expect(world.requests.isEmpty)
  }

  @Test(arguments: [("2", "green"), (" Green ", "green"), ("r", "red"), ("blue", nil), ("", nil)])
  func `answer: a choice is read by number, name or first letters`(text: String, meant: String?) throws {
    let parameter = Parameter(name: "colour")
    let question = Question.ValueQuestion(
      parameter: "colour", prompt: "Which?", choices: ["red", "green"].map { Choice(value: .string($0)) })
    let content = try? question.content(of: text, to: parameter)
    #expect(content == meant.map { .value(.string($0)) })
  }

  // Cancel

  @Test func `cancel: a run that is told to stop before it starts does nothing`() async throws {
    let cancelled = TestCancellation(.signal(15))
    let report = try await report(of: "tool", ScriptedDoor(decision: .once), cancellation: cancelled)
    #expect(code(report) == .interrupted && report.status == .signal(15))
  }

  @Test func `cancel: a program that is running ends, and the journal says so`() async throws {
    let cancellation = TestCancellation()
    world.change { script in
      script.program = { _ in
        cancellation.cancel(.signal(2))
        return .failure(CancellationReason.signal(2).failure)
      }
    }
    let report = try await report(of: "tool", ScriptedDoor(decision: .once), cancellation: cancellation)
    #expect(code(report) == .interrupted && report.status == .signal(2))
    #expect(try states == [.killed])
    #expect(world.requests.count == 1)
  }
}

extension Installer {
  /// Where nothing can be installed.
  fileprivate static let none = Installer(
    executable: { nil }, read: { _ in nil },
    write: { path, _, _ throws(Failure) in throw Failure(.fileMissing, ["path": .text(path)]) },
    makeFolder: { path, _ throws(Failure) in throw Failure(.fileMissing, ["path": .text(path)]) },
    remove: { _ in false }, removeFolder: { _ in })
}

/// A front door of the tests: it answers everything alike, and keeps what it heard.
private final class ScriptedDoor: FrontDoor {
  let heard = Mutex<[String]>([])
  private let value: String?
  private let decision: ConsentDecision?
  private let isYes: Bool?

  init(value: String? = nil, decision: ConsentDecision? = nil, confirms isYes: Bool? = nil) {
    self.value = value
    self.decision = decision
    self.isYes = isYes
  }

  /// What it was asked, in turn.
  var asked: [String] { heard.withLock { $0.filter { !$0.hasPrefix("begins") } } }

  func values(for questions: ParameterQuestions) async throws(Failure) -> [SuppliedArgument]? {
    heard.withLock { $0 += questions.questions.map { "value \($0.parameter)" } }
    guard let value else { return nil }
    return questions.questions.map { SuppliedArgument(name: $0.parameter, content: .text(value)) }
  }

  func decide(_ proposal: ConsentProposal) async -> ConsentDecision? {
    heard.withLock { $0 += proposal.trust.capabilities.map { "consent \($0.text)" } }
    return decision
  }

  func confirms(_ confirmation: ConfirmationRequest) async -> Bool? {
    heard.withLock { $0.append("confirm \(confirmation.question)") }
    return isYes
  }

  func begins(_ title: String) { heard.withLock { $0.append("begins \(title)") } }
}
