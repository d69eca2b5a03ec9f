import IntentCore
import IntentPipeline
import TestSupport
import Testing

/// A key stands for the grant of one act at one door; all else holds as without it.
@Suite struct GateKeyTests {
  private static let front = GateWorld.door(.exact("front"))

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var claims = [front]
    var decision: String
    var takesKeys = true
    var change: @Sendable (inout GateWorld) -> Void = { _ in }
  }

  private static func lock(_ door: String) -> Capability {
    .lock(.lock, provider: "mqtt", door: .exact(door))
  }

  static let cases: [Case] = [
    Case(testDescription: "nobody allowed it", decision: "allow"),
    Case(testDescription: "with locking it again", claims: [front, lock("front")], decision: "allow"),
    Case(
      testDescription: "with locking another", claims: [front, lock("front_door")], decision: "not-allowed"),
    Case(
      testDescription: "with another program", claims: [front, .execute(.exact("/bin/true"))],
      decision: "not-allowed"),
    Case(
      testDescription: "two doors", claims: [front, GateWorld.door(.exact("back"))],
      decision: "key.useless"),
    Case(
      testDescription: "unlocking and opening",
      claims: [front, .lock(.open, provider: "mqtt", door: .exact("front"))], decision: "key.useless"),
    Case(testDescription: "any door", claims: [GateWorld.door(.any)], decision: "key.useless"),
    Case(testDescription: "only locking", claims: [lock("front")], decision: "key.useless"),
    Case(testDescription: "a VPN", claims: [.activeVPNDown], decision: "key.useless"),
    Case(testDescription: "a handler that does other things", decision: "key.useless", takesKeys: false),
    Case(testDescription: "a definition that nobody allowed", decision: "not-allowed") { $0.trust = .none },
    Case(testDescription: "bytes that changed", decision: "changed") { $0.trust = .changed },
    Case(testDescription: "a file that changed", decision: "file-changed") { $0.trust = .file },
    Case(testDescription: "a file that others may write", decision: "writable") { $0.isWritable = true },
    Case(testDescription: "a denial", decision: "denied") {
      $0.rules = [GateWorld.rule(front, denies: true)]
    },
    Case(testDescription: "a rule of the configuration", decision: "policy") {
      $0.policy = [PolicyWorlds.rule(["lock(unlock)"], denies: true)]
    },
    Case(testDescription: "hours of the configuration", decision: "policy") {
      $0.policy = [PolicyWorlds.rule(["lock(unlock)"], hours: [(7 * 60, 12 * 60)])]
    },
    Case(testDescription: "a mode", decision: "mode") { $0.isMade = false },
    Case(testDescription: "a confirmation", decision: "confirm") { $0.isAsking = true },
    Case(testDescription: "an authentication that the definition asks for", decision: "authenticate") {
      $0.authentication = .required
    },
    Case(testDescription: "an authentication that a rule asks for", decision: "authenticate") {
      $0.policy = [PolicyWorlds.rule(["lock(unlock)"], asks: .required)]
    },
  ]

  @Test(arguments: cases) func `a key widens nothing`(_ sample: Case) async throws {
    var world = GateWorld(claims: sample.claims)
    world.takesKeys = sample.takesKeys
    world.key = PresentedKey(Array("k7f3m.4x9q-2h8v-t6wm-8zrn".utf8))
    sample.change(&world)
    let resolved = try await GateWorld.resolved(world.definition)
    #expect(world.decision(resolved, try world.store()) == sample.decision)
    world.key = nil
    #expect(world.decision(resolved, try world.store()) != "allow", "and without it")
  }

  @Test func `a run that has a grant redeems the key all the same`() async throws {
    var world = GateWorld(claims: [Self.front])
    world.rules = [GateWorld.rule(Self.front, uses: 3)]
    world.key = PresentedKey([])
    let resolved = try await GateWorld.resolved(world.definition)
    guard case .ready(let authorized) = world.outcome(resolved, try world.store()) else {
      throw Failure(.internalError)
    }
    #expect(authorized.key?.capability == Self.front)
    #expect(authorized.redeems.isEmpty)
  }
}
