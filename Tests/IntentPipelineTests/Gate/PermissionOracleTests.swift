import Foundation
import IntentCore
import IntentPipeline
import PythonOracle
import TestSupport
import Testing

/// A small world in full: the gate and a second implementation in another language decide the same.
@Suite struct PermissionOracleTests {
  @Test(.enabled(if: Python.plain != nil, "there is no python3"))
  func `the gate and the oracle agree on every decision`() async throws {
    var facts: [String] = []
    var decisions: [String] = []
    var inconsistent = 0
    var asked = ResolvedCalls()
    for place in Self.places {
      let isPlain = place.authentication == .none && !place.isAuthenticated
      var worlds = Self.worlds.filter { isPlain || $0.trust == .same }
      for index in worlds.indices { worlds[index].authentication = place.authentication }
      if place.authentication == .none { worlds += PolicyWorlds.all }
      for var world in worlds {
        (world.isMade, world.isAsking) = (place.isMade, place.isAsking)
        (world.isAuthenticated, world.isUnlocked) = (place.isAuthenticated, place.isUnlocked)
        var asking = place
        asking.authentication = world.authentication
        let resolved = try await asked.resolved(asking)
        let store = try world.store()
        let decision = world.decision(resolved, store)
        facts.append(Self.facts(world))
        decisions.append(decision)
        var settled = decision
        if decision == "confirm" {
          var confirmed = world
          confirmed.isConfirmed = true
          settled = confirmed.decision(resolved, store)
        }
        let explanation = try world.gate(store).explain(
          resolved.definition, capabilities: world.claims, world.entry, canAsk: true)
        if explanation.allows != ["allow", "authenticate"].contains(settled) {
          inconsistent += 1
        }
      }
    }
    #expect(decisions.count >= 10_000)
    #expect(Set(decisions).count == 13, "\(Set(decisions))")
    #expect(inconsistent == 0, "what `why` lists decides otherwise than the gate")
    let answers = Python.judge("permission.py", facts)
    #expect(answers.count == decisions.count)
    let apart = decisions.indices.filter { $0 < answers.count && decisions[$0] != answers[$0] }
    for index in apart.prefix(5) {
      Issue.record("gate \(decisions[index]), oracle \(answers[index]): \(facts[index])")
    }
    #expect(apart.isEmpty, "\(apart.count) of \(decisions.count) differ")
    let wrong = Python.judge("permission.py", facts, ["--forget-denials"])
    #expect(wrong != decisions, "a seeded fault went unseen")
    let lax = Python.judge("permission.py", facts, ["--forget-policy"])
    #expect(lax != decisions, "a seeded fault in the policy went unseen")
    print("permission decisions compared: \(decisions.count), different: \(apart.count)")
  }

  /// The calls of definitions that ask for the same, made once.
  private struct ResolvedCalls {
    private var known: [String: ResolvedInvocation] = [:]

    mutating func resolved(_ world: GateWorld) async throws -> ResolvedInvocation {
      let key = "\(world.isMade) \(world.isAsking) \(world.authentication.rawValue)"
      if let call = known[key] { return call }
      let call = try await GateWorld.resolved(world.definition)
      known[key] = call
      return call
    }
  }

  /// What holds for every call: what the definition asks for, and what is known of the person.
  private static var places: [GateWorld] {
    var places: [GateWorld] = []
    func add(_ change: (inout GateWorld) -> Void) {
      var place = GateWorld(claims: [])
      change(&place)
      places.append(place)
    }
    add { _ in }
    add { $0.isAsking = true }
    add { $0.isMade = false }
    add { $0.isAuthenticated = true }
    add { $0.authentication = .required }
    add { ($0.authentication, $0.isAuthenticated) = (.required, true) }
    add { $0.authentication = .unlocked }
    add { ($0.authentication, $0.isUnlocked) = (.unlocked, true) }
    return places
  }

  private static var worlds: [GateWorld] {
    var worlds: [GateWorld] = []
    let front = GateWorld.door(.exact("front"))
    let long = GateWorld.door(.exact("front_door"))
    let demo = GateWorld.door(.exact("front"), "demo")
    let shell = Capability.elevate(.exact("/bin/sh"))
    let shut = Capability.lock(.lock, provider: "mqtt", door: .exact("front"))
    let allows: [[Grant]] = [
      [], [GateWorld.rule(front)], [GateWorld.rule(front, ends: 60)], [GateWorld.rule(front, ends: 0)],
      [GateWorld.rule(front, uses: 1)], [GateWorld.rule(front, uses: 0)],
      [GateWorld.rule(front, for: .here)], [GateWorld.rule(front, only: .timer)],
      [GateWorld.rule(front, only: .script)], [GateWorld.rule(long)],
      [GateWorld.rule(front), GateWorld.rule(long)],
      [GateWorld.rule(front), GateWorld.rule(long, ends: 60, uses: 0)],
      [GateWorld.rule(GateWorld.door(.any))],
      [GateWorld.rule(front, proven: false), GateWorld.rule(long)],
      [GateWorld.rule(shell, proven: false), GateWorld.rule(shut, proven: false)], [GateWorld.rule(shell)],
    ]
    let denials: [[Grant]] = [
      [], [GateWorld.rule(front, denies: true)], [GateWorld.rule(front, denies: true, for: .here)],
      [GateWorld.rule(front, denies: true, only: .timer)],
      [GateWorld.rule(front, denies: true, ends: 0)], [GateWorld.rule(long, denies: true, ends: 60)],
      [GateWorld.rule(demo, denies: true)],
    ]
    let claims: [[Capability]] = [
      [], [front], [long], [front, long], [demo], [GateWorld.door(.any)], [GateWorld.door(.any, "demo")],
      [shell], [shut, shell],
    ]
    for trust in GateWorld.Trust.allCases {
      for claim in claims {
        for allow in allows {
          for denial in denials {
            for hasOutput in [false, true] {
              for isWritable in [false, true] {
                var world = GateWorld(trust: trust, claims: claim)
                // The order in which they were recorded must not matter.
                world.rules = isWritable == hasOutput ? allow + denial : denial + allow
                (world.hasOutput, world.isWritable) = (hasOutput, isWritable)
                worlds.append(world)
              }
            }
          }
        }
      }
    }
    return worlds
  }

  private static func facts(_ world: GateWorld) -> String {
    let rules = world.rules.map { rule in
      """
      {"capability":"\(rule.capability)","who":"\(rule.who.text)","only":"\(rule.only?.text ?? "")","denies":\(rule.isDenial),\
      "expires":\(rule.expiresAt.map { String($0.microseconds) } ?? "null"),\
      "uses":\(rule.usesLeft.map(String.init) ?? "null"),"proven":\(rule.isAuthenticated)}
      """
    }
    let claims = world.claims.map { "\"\($0.text)\"" }
    return """
      {"now":\(GateWorld.now.microseconds),"source":"script","output":\(world.hasOutput),\
      "mode":"\(world.isMade ? "made" : "other")","file":"\(world.isWritable ? "writable" : "own")",\
      "trust":"\(world.trust.rawValue)","confirm":"\(world.isAsking ? "asked" : "none")",\
      "asks":"\(world.authentication.rawValue)","proven":\(world.isAuthenticated),\
      "unlocked":\(world.isUnlocked),"capabilities":[\(claims.joined(separator: ","))],\
      "rules":[\(rules.joined(separator: ","))],"intent":"do-it","minute":\(PolicyWorlds.minute),\
      "users":\(PolicyWorlds.json(world.users.sorted())),"groups":\(PolicyWorlds.json(world.groups.sorted())),\
      "policy":[\(world.policy.map(PolicyWorlds.json).joined(separator: ","))]}
      """
  }
}
