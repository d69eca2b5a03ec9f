import IntentCore
import IntentEngine
import IntentPipeline
import Synchronization
import TestSupport
import Testing

/// The engine behind a front door of the tests' own: no terminal, no words of a command line.
@Suite struct EngineRunTests {
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

  @Test func `asks for what is missing and runs`() async throws {
    let door = AnsweringDoor(value: "Ana")
    #expect(dialog(try await report(of: "greet", door)) == "Hello, Ana!")
    #expect(door.asked.withLock { $0 } == ["value name"])
    #expect(try world.store.runs(JournalQuery()).map(\.start.intent) == ["greet"])
  }

  @Test func `fails with every question where nobody answers`() async throws {
    #expect(code(try await report(of: "greet")) == .parameterMissing)
    #expect(
      code(try await report(of: "greet", asks: false, AnsweringDoor(value: "Ana"))) == .parameterMissing)
    #expect(code(try await report(of: "ask-first")) == .consentRefused)
  }

  @Test func `refuses what nobody allowed, and writes that down`() async throws {
    #expect(code(try await report(of: "tool")) == .definitionUntrusted)
    #expect(try world.store.runs(JournalQuery()).map(\.state) == [.denied])
    #expect(world.requests.isEmpty)
  }

  @Test func `runs once, or always, as the person decides`() async throws {
    let once = AnsweringDoor(decision: .once)
    #expect(try await report(of: "tool", once).status == .done)
    #expect(code(try await report(of: "tool")) == .definitionUntrusted)
    #expect(code(try await report(of: "tool", AnsweringDoor(decision: .refused))) == .consentRefused)
    let always = AnsweringDoor(decision: .always(from: [.terminal]))
    #expect(try await report(of: "tool", always).status == .done)
    #expect(try await report(of: "tool").status == .done)
    #expect(once.asked.withLock { $0 } == ["consent exec(/usr/bin/tool)"])
  }

  @Test func `confirms`() async throws {
    #expect(dialog(try await report(of: "ask-first", AnsweringDoor(confirms: true))) == "done")
    #expect(code(try await report(of: "ask-first", AnsweringDoor(confirms: false))) == .consentRefused)
  }

  @Test func `ends when it is cancelled`() async throws {
    let cancellation = TestCancellation(.signal(15))
    let door = AnsweringDoor(decision: .once)
    #expect(code(try await report(of: "tool", door, cancellation: cancellation)) == .interrupted)
  }

  @Test func `tells the plan of a run that may not be`() async throws {
    let engine = engine()
    let call = try engine.call(named: "tool")
    let run = IntentRun(engine, RunTerms(source: .script), through: ClosedDoor())
    let plan = try await run.plan(call.definition, call.file, [])
    #expect(plan.refusal?.faults.first?.code == .definitionUntrusted)
    #expect(plan.capabilities.map(\.text) == ["exec(/usr/bin/tool)"])
    #expect(world.requests.isEmpty)
  }
}

/// A person who answers everything alike.
private final class AnsweringDoor: FrontDoor {
  let asked = Mutex<[String]>([])
  private let value: String?
  private let decision: ConsentDecision?
  private let isYes: Bool?

  init(value: String? = nil, decision: ConsentDecision? = nil, confirms isYes: Bool? = nil) {
    self.value = value
    self.decision = decision
    self.isYes = isYes
  }

  func values(for questions: ParameterQuestions) async throws(Failure) -> [SuppliedArgument]? {
    asked.withLock { $0 += questions.questions.map { "value \($0.parameter)" } }
    guard let value else { return nil }
    return questions.questions.map {
      SuppliedArgument(name: $0.parameter, content: .text(value), spelling: "--\($0.parameter)")
    }
  }

  func decide(_ proposal: ConsentProposal) async -> ConsentDecision? {
    asked.withLock { $0 += proposal.trust.capabilities.map { "consent \($0.text)" } }
    return decision
  }

  func confirms(_ confirmation: ConfirmationRequest) async -> Bool? { isYes }
}
