import IntentCore
import IntentPipeline
import TestSupport
import Testing

/// Deny before trust, trust before grants, and each of them exact.
@Suite struct GateDecisionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var world: GateWorld
    var decision: String

    init(_ name: String, _ decision: String, _ claims: [Capability], _ change: (inout GateWorld) -> Void) {
      testDescription = name
      self.decision = decision
      world = GateWorld(claims: claims)
      change(&world)
    }
  }

  private static let front = GateWorld.door(.exact("front"))
  private static let demo = GateWorld.door(.exact("front"), "demo")

  static let cases: [Case] = [
    Case("nothing claimed needs nothing", "allow", []) { $0.trust = .none },
    Case("a demo device needs nothing", "allow", [demo]) { $0.trust = .none },
    Case("a demo device can be denied", "denied", [demo]) {
      ($0.trust, $0.rules) = (.none, [GateWorld.rule(demo, denies: true)])
    },
    Case("allowed", "allow", [front]) { $0.rules = [GateWorld.rule(front)] },
    Case("not allowed", "not-allowed", [front]) { _ in },
    Case("allowed for somebody else", "not-allowed", [front]) {
      $0.rules = [GateWorld.rule(front, for: .here)]
    },
    Case("a longer name is another thing", "not-allowed", [front]) {
      $0.rules = [GateWorld.rule(GateWorld.door(.exact("front_door")))]
    },
    Case("a shorter name is another thing", "not-allowed", [GateWorld.door(.exact("front_door"))]) {
      $0.rules = [GateWorld.rule(front)]
    },
    Case("letters that look alike are other bytes", "not-allowed", [GateWorld.door(.exact("caf\u{E9}"))]) {
      $0.rules = [GateWorld.rule(GateWorld.door(.exact("cafe\u{301}")))]
    },
    Case("denied, then allowed", "denied", [front]) {
      $0.rules = [GateWorld.rule(front, denies: true), GateWorld.rule(front)]
    },
    Case("allowed, then denied", "denied", [front]) {
      $0.rules = [GateWorld.rule(front), GateWorld.rule(front, denies: true)]
    },
    Case("denied to another place", "allow", [front]) {
      $0.rules = [GateWorld.rule(front), GateWorld.rule(front, denies: true, for: .here)]
    },
    Case("a denial of another thing", "allow", [front]) {
      $0.rules = [GateWorld.rule(front), GateWorld.rule(GateWorld.door(.exact("front_door")), denies: true)]
    },
    Case("a denial that is over", "allow", [front]) {
      $0.rules = [GateWorld.rule(front), GateWorld.rule(front, denies: true, ends: -1)]
    },
    Case("denied is said before not allowed", "denied", [front]) {
      ($0.trust, $0.rules) = (.none, [GateWorld.rule(front, denies: true)])
    },
    Case("the same where trust comes before the values", "denied", [front]) {
      ($0.trust, $0.rules, $0.hasOutput) = (.file, [GateWorld.rule(front, denies: true)], true)
    },
    Case("bytes that nobody allowed", "not-allowed", [front]) { $0.trust = .none },
    Case("changed", "changed", [front]) { ($0.trust, $0.rules) = (.changed, [GateWorld.rule(front)]) },
    Case("a free target is never allowed", "not-allowed", [GateWorld.door(.any)]) {
      $0.rules = [GateWorld.rule(GateWorld.door(.any))]
    },
    Case("a free target may be what is denied", "denied", [GateWorld.door(.any, "demo")]) {
      $0.rules = [GateWorld.rule(demo, denies: true)]
    },
    Case("a moment before it ends", "allow", [front]) { $0.rules = [GateWorld.rule(front, ends: 1)] },
    Case("the moment it ends", "expired", [front]) { $0.rules = [GateWorld.rule(front, ends: 0)] },
    Case("one run left", "allow", [front]) { $0.rules = [GateWorld.rule(front, uses: 1)] },
    Case("no run left", "used-up", [front]) { $0.rules = [GateWorld.rule(front, uses: 0)] },
    Case("one of two", "not-allowed", [front, GateWorld.door(.exact("back"))]) {
      $0.rules = [GateWorld.rule(front)]
    },
  ]

  @Test(arguments: cases) func `decides`(_ item: Case) async throws {
    let resolved = try await GateWorld.resolved(item.world.definition)
    #expect(item.world.decision(resolved, try item.world.store()) == item.decision)
  }

  @Test func `a run uses up what it was allowed, whole or not at all`() async throws {
    let (front, back) = (Self.front, GateWorld.door(.exact("back")))
    var world = GateWorld(claims: [front, back])
    world.rules = [GateWorld.rule(front, uses: 2), GateWorld.rule(back, uses: 1)]
    let store = try world.store()
    let resolved = try await GateWorld.resolved(world.definition)
    guard case .ready(let invocation) = world.outcome(resolved, store) else {
      Issue.record("refused")
      return
    }
    let runner = Runner(
      world: world.gate(store).world, withLimit: { _, parent, work in await work(parent) })
    let first = await runner.run(invocation, source: .script, cancellation: TestCancellation())
    #expect(first.status == .done)
    let second = await runner.run(invocation, source: .script, cancellation: TestCancellation())
    #expect(second.status == .notAllowed && second.run == nil)
    #expect(try store.standing(of: GateWorld.path, for: .unattended).grants.map(\.usesLeft) == [1, 0])
    #expect(try store.runs(JournalQuery()).count == 1)
    #expect(world.decision(resolved, store) == "used-up")
  }

  static let commands: [(name: String, change: @Sendable (inout GateWorld) -> Void, command: String)] = [
    ("bytes that nobody allowed", { $0.trust = .none }, "runintent allow do-it --unattended"),
    ("changed", { $0.trust = .changed }, "runintent allow do-it --unattended"),
    ("not allowed", { _ in }, "runintent allow do-it --unattended"),
    (
      "expired", { $0.rules = [GateWorld.rule(front, ends: -1)] }, "runintent allow do-it --unattended"
    ),
    (
      "denied", { $0.rules = [GateWorld.rule(front, denies: true)] },
      "runintent revoke do-it --unattended"
    ),
  ]

  @Test(arguments: commands.indices) func `names the command that would allow it`(_ index: Int) async throws {
    let (name, change, command) = Self.commands[index]
    var world = GateWorld(claims: [Self.front])
    change(&world)
    guard
      case .needs(let questions) = world.outcome(
        try await GateWorld.resolved(world.definition), try world.store())
    else {
      Issue.record("\(name) is not refused")
      return
    }
    let fault = try #require(Failure(unanswered: questions, intent: "do-it").faults.first)
    #expect(fault["command"] == .list(command.split(separator: " ").map(String.init)), "\(name)")
    #expect(fault["missing"] == .capabilities([Self.front]), "\(name)")
  }
}
