import IntentCore
import IntentPipeline
import TestSupport
import Testing

/// Rules of the configuration beat everything that allows, and say who could change them.
@Suite struct PolicyTests {
  private static let front = GateWorld.door(.exact("front"))

  private static var allowed: GateWorld {
    var world = GateWorld(claims: [front])
    world.rules = [GateWorld.rule(front)]
    return world
  }

  private func refusal(_ world: GateWorld) async throws -> Fault {
    let resolved = try await GateWorld.resolved(world.definition)
    guard case .failed(let failure) = world.outcome(resolved, try world.store()) else {
      throw Failure(.internalError)
    }
    return try #require(failure.faults.first)
  }

  static let reasons: [(name: String, rule: PolicyRule, reason: String)] = [
    ("denied", PolicyWorlds.rule(denies: true), "a rule of the configuration denies it"),
    ("for others", PolicyWorlds.rule(users: ["ben"]), "you are not among those who may"),
    ("for nobody", PolicyWorlds.rule(users: []), "you are not among those who may"),
    ("too late", PolicyWorlds.rule(hours: [(7 * 60, 12 * 60)]), "not at this time of day"),
  ]

  @Test(arguments: reasons) func `a refusal names its rule`(
    _ name: String, _ rule: PolicyRule, _ reason: String
  ) async throws {
    var world = Self.allowed
    world.policy = [rule]
    let fault = try await refusal(world)
    #expect(fault.status == .notAllowed)
    #expect(fault["reason"] == .text(reason))
    #expect(fault["rule"] == .text("denied by /etc/runintent/config.json:3"))
    #expect(fault["hint"] == .text("the rule is your own to change"))
    #expect(fault["command"] == nil, "no command would allow it")
    #expect(fault.location?.line == 3 && fault.location?.text == "")
  }

  @Test func `its reason and who keeps it are said`() async throws {
    var world = Self.allowed
    var rule = PolicyWorlds.rule(["lock(unlock)"], hours: [(7 * 60, 9 * 60), (600, 660)], isRoots: true)
    rule.reason = "the house sleeps"
    world.policy = [PolicyWorlds.rule(asks: .required), rule]
    let fault = try await refusal(world)
    #expect(fault["reason"] == "the house sleeps")
    #expect(fault["hint"] == "only root can change this rule")
    #expect(fault["hours"] == "07:00-09:00, 10:00-11:00")
    #expect(fault["missing"] == .capabilities([Self.front]))
  }

  @Test func `a program needs a sandbox where a rule asks for one`() async throws {
    var world = Self.allowed
    world.hasOutput = true
    var rule = PolicyWorlds.rule()
    rule.requiresSandbox = true
    world.policy = [rule]
    let fault = try await refusal(world)
    #expect(fault["rule"] == .text("denied by /etc/runintent/config.json:3"))
    #expect(fault["sandbox"] == .text(#""sandbox": {}"#))
    #expect(fault.status == .notAllowed)
    world.hasOutput = false
    guard case .ready = world.outcome(try await GateWorld.resolved(world.definition), try world.store())
    else {
      throw Failure(.internalError)
    }
  }

  @Test func `it comes before what would make the run untrusted`() async throws {
    var world = GateWorld(trust: .none, claims: [Self.front])
    (world.isMade, world.isWritable, world.hasOutput) = (false, true, true)
    world.policy = [PolicyWorlds.rule(denies: true)]
    #expect(try await refusal(world).code == .permissionDenied)
    world.policy = [PolicyWorlds.rule(["lock"], denies: true)]
    world.isMade = true
    #expect(try await refusal(world).code == .permissionDenied)
  }

  @Test func `one that cannot be read denies every run`() async throws {
    let world = Self.allowed
    let resolved = try await GateWorld.resolved(world.definition)
    var gate = world.gate(try world.store())
    gate.world.configuration = { () throws(Failure) in throw Failure(.configurationUnsafe) }
    guard case .failed(let failure) = gate.admit(resolved.definition, world.entry) else {
      Issue.record("admitted")
      return
    }
    #expect(failure.status == .badDefinition)
  }

  @Test(
    arguments: IntentDefinition.Authentication.allCases, IntentDefinition.Authentication.allCases)
  func `the strictest authentication holds`(
    _ own: IntentDefinition.Authentication, _ ruled: IntentDefinition.Authentication
  ) async throws {
    var world = Self.allowed
    world.authentication = own
    world.policy = [
      PolicyWorlds.rule(["lock"], asks: ruled), PolicyWorlds.rule(from: [.timer], asks: .required),
    ]
    let order = IntentDefinition.Authentication.allCases
    let strictest = order[max(order.firstIndex(of: own) ?? 0, order.firstIndex(of: ruled) ?? 0)]
    #expect(
      try world.gate(try world.store()).requiredAuthentication(
        of: world.definition, touching: world.claims, from: .script) == strictest)
  }

  @Test func `each rule that a run meets is explained`() async throws {
    var world = Self.allowed
    world.policy = [
      PolicyWorlds.rule(users: ["ana"]), PolicyWorlds.rule(intents: ["other"], denies: true),
      PolicyWorlds.rule(["lock"], asks: .unlocked), PolicyWorlds.rule(["lock"], hours: [(0, 60)]),
    ]
    let explanation = try world.gate(try world.store()).explain(
      world.definition, capabilities: world.claims, world.entry, canAsk: true)
    let rules = explanation.rules.filter { $0.kind == .policy }
    #expect(rules.map(\.finding) == [.met, .tightened, .otherHours])
    #expect(rules.map(\.subject) == Array(repeating: "/etc/runintent/config.json:3", count: 3))
    #expect(!explanation.allows)
  }
}
