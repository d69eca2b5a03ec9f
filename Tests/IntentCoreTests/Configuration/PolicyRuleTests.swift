import IntentCore
import Testing

@Suite struct PolicyRuleTests {
  private static let unlock = Capability.lock(.unlock, provider: "mqtt", door: .exact("front"))
  private static let open = Capability.lock(.unlock, provider: "mqtt", door: .any)
  private static let run = Capability.execute(.exact("/usr/bin/rsync"))
  private static let shell = Capability.elevate(.exact("/bin/sh"))
  private static let reach = Capability.network(scheme: "https", host: .exact("example.com"), port: 443)
  private static let reachAny = Capability.network(scheme: "https", host: .any, port: 443)

  static let selectors: [(selector: String, capability: Capability, isSelected: Bool)] = [
    ("lock", unlock, true), ("loc", unlock, false), ("lock(unlock)", unlock, true),
    ("lock(lock)", unlock, false), ("lock(unlock,mqtt,front)", unlock, true),
    ("lock(unlock,mqtt,front_door)", unlock, false), ("lock(unlock,mqtt,fron)", unlock, false),
    ("lock(unlock,demo,front)", unlock, false), ("lock(unlock,mqtt,front)", open, true),
    ("lock(unlock,mqtt,anything)", open, true), ("lock(unlock)", open, true),
    ("lock(unlock,mqtt,any)", open, true), ("lock(unlock,demo,front)", open, false),
    ("vpn", unlock, false), ("exec", run, true), ("exec(/usr/bin/rsync)", run, true),
    ("exec(/usr/bin/rsync2)", run, false), ("exec(any)", run, false), ("exec(any)", .execute(.any), true),
    ("elevate", run, false), ("exec", shell, true), ("exec(/bin/sh)", shell, true), ("elevate", shell, true),
    ("elevate(/bin/sh)", shell, true), ("exec(/bin/dash)", shell, false), ("net", reach, true),
    ("net(https,example.com,443)", reach, true), ("net(https,evil-example.com,443)", reach, false),
    ("net(https,example.com,443)", reachAny, true), ("net(https,example.com,80)", reachAny, false),
    ("read", .write(.exact("/x")), false),
    ("exec(/caf\u{E9})", .execute(.exact("/cafe\u{301}")), false),
  ]

  @Test(arguments: selectors) func `names exactly what it says`(
    _ selector: String, _ capability: Capability, _ isSelected: Bool
  ) {
    #expect(CapabilitySelector.isWellFormed(selector) || selector == "loc")
    #expect(capability.isSelected(by: selector) == isSelected)
  }

  static let hours: [(hours: PolicyRule.Hours, inside: [Int], outside: [Int])] = [
    (.init(from: 420, until: 1320), [420, 750, 1319], [0, 419, 1320, 1439]),
    (.init(from: 1320, until: 390), [1320, 1439, 0, 389], [390, 750, 1319]),
    (.init(from: 0, until: 1440), [0, 720, 1439], []),
  ]

  @Test(arguments: hours) func `a part of the day may pass midnight`(
    _ hours: PolicyRule.Hours, _ inside: [Int], _ outside: [Int]
  ) {
    for (minutes, holds) in [(inside, true), (outside, false)] {
      for minute in minutes {
        let time = CalendarTime(
          year: 2026, month: 11, day: 30, hour: minute / 60, minute: minute % 60, second: 59, offset: 0)
        #expect(hours.holds(time) == holds, "\(minute)")
      }
    }
  }
}
