import IntentCore

/// Small worlds with rules of the configuration in them, for the comparison with the oracle.
enum PolicyWorlds {
  /// The minute of the local day that it is in every world: 12:30.
  static let minute = 12 * 60 + 30

  static func rule(
    intents: [String] = [], _ capabilities: [String] = [], from sources: [RunSource] = [],
    denies: Bool = false, asks authentication: IntentDefinition.Authentication = .none,
    users: [String]? = nil, groups: [String] = [], hours: [(Int, Int)] = [], isRoots: Bool = false
  ) -> PolicyRule {
    var rule = PolicyRule(
      location: SourceLocation(file: "/etc/runintent/config.json", line: 3, column: 5), isRoots: isRoots)
    rule.intents = intents
    rule.capabilities = capabilities
    rule.sources = sources
    rule.isDenial = denies
    rule.authentication = authentication
    rule.people = users.map { PolicyRule.People(users: $0, groups: groups) }
    rule.hours = hours.map { PolicyRule.Hours(from: $0.0, until: $0.1) }
    return rule
  }

  static let policies: [[PolicyRule]] = [
    [rule(denies: true)], [rule(intents: ["do-it"], denies: true)], [rule(intents: ["do-i"], denies: true)],
    [rule(from: [.script, .timer], denies: true)], [rule(from: [.timer], denies: true)],
    [rule(["lock"], denies: true)], [rule(["vpn", "exec"], denies: true)],
    [rule(["lock(unlock)"], denies: true)], [rule(["lock(lock)"], denies: true)],
    [rule(["lock(unlock,mqtt,front)"], denies: true)],
    [rule(["lock(unlock,mqtt,front_door)"], from: [.script], denies: true)],
    [rule(["lock(unlock,demo,front)"], denies: true)], [rule(["lock(unlock,mqtt,fron)"], denies: true)],
    [rule(users: ["ana"])], [rule(users: ["ben"])], [rule(users: ["ben"], groups: ["staff"])],
    [rule(["lock"], users: [], groups: ["admins"])], [rule(users: [])],
    [rule(hours: [(minute, minute + 1)])], [rule(hours: [(minute + 1, minute)])],
    [rule(hours: [(0, minute), (minute + 1, 1440)])], [rule(["lock(unlock)"], hours: [(22 * 60, 7 * 60)])],
    [rule(asks: .unlocked)], [rule(["lock"], asks: .required), rule(asks: .unlocked)],
    [
      rule(from: [.timer], asks: .required),
      rule(["lock(unlock,mqtt,front)"], asks: .unlocked, hours: [(0, 1440)]),
    ],
    [rule(asks: .required, users: ["ana"]), rule(["lock(unlock,mqtt,front)"], denies: true)],
  ]

  static var all: [GateWorld] {
    let front = GateWorld.door(.exact("front"))
    let long = GateWorld.door(.exact("front_door"))
    let claims: [[Capability]] = [
      [], [front], [long], [front, long], [GateWorld.door(.exact("front"), "demo")], [GateWorld.door(.any)],
    ]
    let rules: [[Grant]] = [
      [], [GateWorld.rule(front), GateWorld.rule(long)],
      [GateWorld.rule(front), GateWorld.rule(front, denies: true)],
    ]
    var worlds: [GateWorld] = []
    for policy in policies {
      for claim in claims {
        for rules in rules {
          for (trust, hasOutput, authentication) in [
            (GateWorld.Trust.same, true, IntentDefinition.Authentication.none), (.same, false, .unlocked),
            (.none, true, .required),
          ] {
            var world = GateWorld(trust: trust, claims: claim)
            (world.rules, world.hasOutput, world.policy) = (rules, hasOutput, policy)
            (world.authentication, world.isWritable) = (authentication, trust == .none && rules.isEmpty)
            worlds.append(world)
          }
        }
      }
    }
    return worlds
  }

  static func json(_ texts: [String]) -> String {
    "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  static func json(_ rule: PolicyRule) -> String {
    """
    {"intents":\(json(rule.intents)),"capabilities":\(json(rule.capabilities)),\
    "sources":\(json(rule.sources.map(\.text))),"denies":\(rule.isDenial),\
    "authentication":"\(rule.authentication.rawValue)",\
    "users":\(rule.people.map { json($0.users) } ?? "null"),"groups":\(json(rule.people?.groups ?? [])),\
    "hours":[\(rule.hours.map { "[\($0.from),\($0.until)]" }.joined(separator: ","))]}
    """
  }
}
