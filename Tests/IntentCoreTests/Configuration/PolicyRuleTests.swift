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

  private static func loopback(_ host: String) -> Capability {
    .network(scheme: "http", host: .exact(host), port: 80)
  }

  static let hosts: [(selector: String, host: String, isSelected: Bool)] = [
    ("net(http,localhost,80)", "127.0.0.1", true), ("net(http,localhost,80)", "127.9.9.9", true),
    ("net(http,localhost,80)", "::1", true), ("net(http,127.0.0.1,80)", "localhost", true),
    ("net(http,127.0.0.1,80)", "a.localhost", true), ("net(http,localhost,80)", "0.0.0.0", true),
    ("net(http,localhost,80)", "127.example", false), ("net(http,LocalHost,80)", "localhost", true),
    ("net(http,[::FFFF:10.0.0.1],80)", "10.0.0.1", true), ("net(http,0:0::2,80)", "::2", true),
    ("net(http,localhost,81)", "127.0.0.1", false), ("net(https,localhost,80)", "127.0.0.1", false),
    ("net(http,10.0.0.1,80)", "10.0.0.2", false),
  ]

  @Test(arguments: hosts) func `a host is the same in each of its spellings`(
    _ selector: String, _ host: String, _ isSelected: Bool
  ) {
    #expect(CapabilitySelector.isWellFormed(selector))
    #expect(Self.loopback(host).isSelected(by: selector) == isSelected)
  }

  @Test(arguments: ["127.1", "0x7f.1", "2130706433", "0177.0.0.1", "localhost.", "a..b", "[::1", "::g"])
  func `a rule on what is no spelling of a host is a fault`(_ host: String) {
    #expect(!CapabilitySelector.isWellFormed("net(http,\(host),80)"))
  }

  @Test func `a program is the same by each of its paths`() {
    let isSameFile: (String, String) -> Bool = { one, other in
      [one, other].allSatisfy { ["/bin/touch", "/usr/bin/touch", "/home/a/t"].contains($0) }
    }
    for path in ["/bin/touch", "/usr/bin/touch", "/home/a/t"] {
      for capability in [Capability.execute(.exact(path)), .elevate(.exact(path))] {
        #expect(capability.isSelected(by: "exec(/usr/bin/touch)", isSameFile: isSameFile))
      }
      #expect(
        !Capability.execute(.exact(path)).isSelected(by: "elevate(/usr/bin/touch)", isSameFile: isSameFile))
      #expect(!Capability.read(.exact(path)).isSelected(by: "exec(/usr/bin/touch)", isSameFile: isSameFile))
    }
    #expect(
      !Capability.execute(.exact("/bin/cat")).isSelected(by: "exec(/usr/bin/touch)", isSameFile: isSameFile))
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
