import IntentCore
import IntentPipeline
import Synchronization
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct WorkflowHandlerTests {
  /// Answers for the intents that a workflow runs, and what it was called with.
  final class Steps: Sendable {
    private let answers: @Sendable (Int) -> RunOutcome
    private let seen = Mutex<[ChildInvocation]>([])
    private let busy = Mutex<(now: Int, most: Int)>((0, 0))

    init(_ answers: @escaping @Sendable (Int) -> RunOutcome) { self.answers = answers }

    var calls: [ChildInvocation] { seen.withLock { $0 } }
    var mostAtOnce: Int { busy.withLock { $0.most } }

    func run(_ child: ChildInvocation) async -> RunReport {
      let number = seen.withLock { calls in
        calls.append(child)
        return calls.count
      }
      busy.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      for _ in 0..<5 { await Task.yield() }
      busy.withLock { $0.now -= 1 }
      return RunReport(
        intent: child.callee.definition.id, outcome: answers(number), startedAt: WallTime(microseconds: 0))
    }
  }

  private static let done = RunOutcome.answered(IntentResult(dialog: "ok", value: 7))

  private func run(
    _ steps: [WorkflowStep], finally: [WorkflowStep] = [], names: [String] = [],
    parameters: [Parameter] = [], idempotent: Bool = false, _ answers: Steps = Steps { _ in done },
    _ world: ScriptedWorld = ScriptedWorld()
  ) async throws(Failure) -> IntentResult {
    var child = definition("dialog", parameters: [.text("p")], with: ["text": "x"])
    child.id = "child"
    child.isIdempotent = idempotent
    var intent = definition("workflow", title: "Flow", parameters: parameters)
    intent.workflow = Workflow(
      steps: steps, finally: finally, names: names, callees: [Callee(definition: child)])
    let call: HandlerCall
    do {
      call = try await filled(intent, [("q", "word")].filter { _ in !parameters.isEmpty }, in: world)
    } catch {
      throw Failure(.internalError)
    }
    var context = HandlerContext(world)
    context.run = { await answers.run($0) }
    return try await WorkflowHandler().answer(call, context)
  }

  private func call(_ name: String? = nil, _ value: Template? = nil, retry: Int = 0) -> WorkflowStep {
    let arguments = value.map { [WorkflowStep.Argument(name: "p", value: $0)] } ?? []
    return WorkflowStep(
      .run(WorkflowStep.Call(intent: "child", arguments: arguments)), name: name,
      retry: retry > 0 ? WorkflowStep.Retry(times: retry, delay: .seconds(1), backoff: 3) : nil)
  }

  @Test func `a step that may pass is tried again after longer and longer pauses`() async throws {
    let steps = Steps { $0 < 4 ? .failed(Failure(.busy)) : Self.done }
    let world = ScriptedWorld()
    let began = world.now
    let result = try await run([call(retry: 3)], steps, world)
    #expect(result.dialog == "ok")
    #expect(steps.calls.count == 4)
    #expect(world.now - began == .seconds(1 + 3 + 9))
  }

  @Test(
    arguments: [
      (Failure(.permissionDenied), false, 1), (Failure(.valueType), false, 1),
      (Failure(.timedOut), false, 1), (Failure(.timedOut), true, 3), (Failure(.unavailable), false, 3),
    ] as [(Failure, Bool, Int)])
  func `what is forbidden, wrong or perhaps done is not tried again`(
    failure: Failure, idempotent: Bool, count: Int
  ) async {
    let steps = Steps { _ in .failed(failure) }
    await #expect(throws: failure) { try await run([call(retry: 2)], idempotent: idempotent, steps) }
    #expect(steps.calls.count == count)
  }

  @Test func `an unlock that may have happened is not repeated`() async throws {
    let fault = Fault(.lockUnknown)
    let steps = Steps { _ in .answered(IntentResult(.failed(fault), dialog: "Who knows.")) }
    let result = try await run([call(retry: 2)], steps)
    #expect(result.outcome == .failed(fault))
    #expect(steps.calls.count == 1)
  }

  @Test(arguments: [(nil, 4), (2, 2)] as [(Int?, Int)])
  func `branches run side by side, as many as the limit allows`(limit: Int?, most: Int) async throws {
    let steps = Steps { _ in Self.done }
    let branches = (0..<4).map { _ in [call()] }
    _ = try await run([WorkflowStep(.parallel(branches, limit: limit))], steps)
    #expect(steps.calls.count == 4)
    #expect(steps.mostAtOnce <= most)
  }

  @Test func `no branch begins after one failed`() async {
    let steps = Steps { $0 == 1 ? .failed(Failure(.unavailable)) : Self.done }
    let branches = (0..<4).map { _ in [call()] }
    await #expect(throws: Failure(.unavailable)) {
      try await run([WorkflowStep(.parallel(branches, limit: 1))], steps)
    }
    #expect(steps.calls.count == 1)
  }

  @Test(arguments: [
    ("its own text", Template.literal("a"), true),
    ("a parameter that takes any text", .reference(.parameter("q", path: [])), false),
    ("a step", .reference(.step("one", path: ["value"])), false),
    ("a variable", .reference(.local("vars", path: ["v"])), false),
  ])
  func `a workflow tells what nobody else chose`(_ name: String, value: Template, isFrozen: Bool) async throws
  {
    let steps = Steps { _ in Self.done }
    let set = WorkflowStep(.set([("v", .literal("b"))]))
    _ = try await run([call("one"), set, call(nil, value)], names: ["one"], parameters: [.text("q")], steps)
    #expect(steps.calls.last?.arguments.map(\.isFrozen) == [isFrozen])
  }

  @Test func `elements of a written list are its own text`() async throws {
    let steps = Steps { _ in Self.done }
    let items = WorkflowStep.Items(.array([.literal("a"), .literal("b")]), name: "x")
    let body = call(nil, .reference(.local("x", path: [])))
    _ = try await run([WorkflowStep(.loop(.each(items), [body]))], steps)
    #expect(steps.calls.map { $0.arguments.map(\.isFrozen) } == [[true], [true]])
  }

  @Test func `a failure that may be is not the answer`() async throws {
    let failed = RunOutcome.answered(IntentResult(.failed(Fault(.commandExit)), dialog: "no"))
    var step = call()
    step.allowsFailure = true
    let result = try await run([step], Steps { _ in failed })
    #expect(result.outcome == .done)
    #expect(result.dialog == "Flow")
  }

  @Test func `finally is done after a failure and keeps it`() async {
    let steps = Steps { $0 == 1 ? .failed(Failure(.unavailable)) : Self.done }
    await #expect(throws: Failure(.unavailable)) { try await run([call()], finally: [call()], steps) }
    #expect(steps.calls.count == 2)
  }

  @Test func `the answer is the last one, and touches nothing by itself`() async throws {
    let result = try await run(
      [
        call("one"),
        WorkflowStep(
          .dialog(
            .text([
              .literal("value "), .reference(.step("one", path: ["value"])),
            ]))),
      ], names: ["one"])
    #expect(result.dialog == "value 7")
    #expect(try await run([]).dialog == "Flow")
    #expect(
      try WorkflowHandler().capabilities(
        await filled(definition("workflow"), in: ScriptedWorld())
      ).isEmpty)
  }

  @Test func `a wait until a moment takes until then`() async throws {
    let world = ScriptedWorld()
    let began = world.now
    _ = try await run([WorkflowStep(.wait(.until(.literal("13:00"))))], world: world)
    #expect(world.now - began == .seconds(1800))
    _ = try await run([WorkflowStep(.wait(.duration(.literal("90s"))))], world: world)
    #expect(world.now - began == .seconds(1890))
  }

  private func run(_ steps: [WorkflowStep], world: ScriptedWorld) async throws(Failure) -> IntentResult {
    try await run(steps, Steps { _ in Self.done }, world)
  }
}
