import IntentCore
import IntentLoading
import Testing

@Suite struct ConfigurationReaderTests {
  private static func read(_ text: String, isRoots: Bool = false) throws(Failure) -> Configuration {
    try ConfigurationReader.read(
      SourceFile(displayPath: "config.json", path: "/config.json", bytes: Array(text.utf8)),
      isRoots: isRoots, home: "/home/ana")
  }

  private static func faults(_ text: String) -> [Fault] {
    do throws(Failure) {
      _ = try read(text)
      return []
    } catch {
      return error.faults
    }
  }

  @Test func `reads everything`() throws {
    let read = try Self.read(
      """
      {
        "$schema": "intents/schema/config.schema.json",
        "language": "PT-br",
        "defaults": { "disk-space": { "path": "/srv", "warn": 80 } },
        "secrets": {
          "door": "file:~/.secrets/door", "hub": "file:/etc/hub", "token": "env:HUB_TOKEN",
          "pass": "command:/usr/bin/pass show  x", "odd": { "command": ["/bin/echo", "a b", "$c"] }
        },
        "policy": [
          { "intents": ["disk-space"], "sources": ["timer", "script"], "deny": true, "reason": "no" },
          { "capabilities": ["exec", "lock(unlock)", "vpn(up,nm,a,b)", "net(https,::1,443)", "exec(any)"],
            "authentication": "unlocked", "users": ["ana"], "groups": [], "hours": ["07:00-24:00", "22:00-06:30"] },
          { "sandbox": "required" }
        ]
      }
      """, isRoots: true)
    #expect(read.language == "pt-BR")
    #expect(read.defaults(of: "disk-space") == ["path": "/srv", "warn": 80])
    #expect(read.defaults(of: "disk") == nil)
    #expect(read.secret(named: "door") == .file("/home/ana/.secrets/door"))
    #expect(read.secret(named: "hub") == .file("/etc/hub"))
    #expect(read.secret(named: "token") == .environment("HUB_TOKEN"))
    #expect(read.secret(named: "pass") == .command(["/usr/bin/pass", "show", "x"]))
    #expect(read.secret(named: "odd") == .command(["/bin/echo", "a b", "$c"]))
    let (first, second) = (read.policy[0], read.policy[1])
    #expect(first.intents == ["disk-space"] && first.sources == [.timer, .script] && first.isDenial)
    #expect(first.reason == "no" && first.isRoots && first.location.line == 10)
    #expect(second.capabilities.count == 5 && second.authentication == .unlocked && !second.isDenial)
    #expect(second.people == PolicyRule.People(users: ["ana"], groups: []))
    #expect(second.hours.map(\.text) == ["07:00-24:00", "22:00-06:30"])
    #expect(second.location.line == 11)
    #expect(read.policy.map(\.requiresSandbox) == [false, false, true])
  }

  @Test func `says nothing when nothing is in it`() throws {
    let read = try Self.read("{}")
    #expect(read.language == nil && read.defaults.isEmpty && read.secrets.isEmpty && read.policy.isEmpty)
  }

  struct Bad: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var faults: [String]
    var suggestion: String?

    init(_ name: String, _ text: String, _ faults: [String], _ suggestion: String? = nil) {
      (testDescription, self.text, self.faults, self.suggestion) = (name, text, faults, suggestion)
    }
    init(rule: String, _ faults: [String], _ suggestion: String? = nil) {
      self.init(rule, "{\"policy\": [\n{\(rule)}]}", faults, suggestion)
    }
    init(secret: String, _ fault: String? = nil) {
      self.init("secret \(secret)", "{\"secrets\": {\n\"x\": \(secret)}}", [fault ?? Self.unfit(secret)])
    }
    private static func unfit(_ secret: String) -> String {
      "definition.type 2:6+\(secret.unicodeScalars.count)"
    }
  }

  static let files: [Bad] = [
    Bad("no JSON", "{", ["json.syntax 1:2+1"]), Bad("a list", "[]", ["definition.type 1:1+2"]),
    Bad("nothing", "", ["json.empty 1:1+1"]),
    Bad("twice", "{\"language\": \"ru\",\n\"language\": \"ja\"}", ["json.duplicate-key 2:1+10"]),
    Bad("unknown key", #"{"polcy": []}"#, ["definition.unknown-key 1:2+7"], "policy"),
    Bad("no language", #"{"language": "russian_RU"}"#, ["definition.type 1:14+12"]),
    Bad("another type", #"{"language": 5}"#, ["definition.type 1:14+1"]),
    Bad("defaults of no intent", #"{"defaults": {"Disk": {}}}"#, ["definition.name 1:15+6"]),
    Bad("no object of defaults", #"{"defaults": {"disk": 5}}"#, ["definition.type 1:23+1"]),
    Bad("defaults of no parameter", #"{"defaults": {"disk": {"a.b": 1}}}"#, ["definition.name 1:24+5"]),
    Bad("secret of a bad name", #"{"secrets": {"A b": "env:X"}}"#, ["definition.name 1:14+5"]),
    Bad(
      "all at once", "{\"languag\": 1,\n\"defaults\": [],\n\"policy\": [{}]}",
      ["definition.unknown-key 1:2+9", "definition.type 2:13+2", "configuration.rule 3:12+1"], "language"),
  ]

  static let secrets: [Bad] = [
    Bad(secret: #""hunter2""#), Bad(secret: #""pass:x""#), Bad(secret: #""file:key""#),
    Bad(secret: #""file:~ben/key""#), Bad(secret: #""file:~/""#), Bad(secret: #""file:/""#),
    Bad(secret: #""env:""#), Bad(secret: #""env:1A""#), Bad(secret: #""env:A-B""#),
    Bad(secret: #""command:pass show x""#), Bad(secret: #""command:/bin/sh -c 'x'""#),
    Bad(secret: #""command:/bin/echo $HOME""#), Bad(secret: "5"), Bad(secret: "[]"), Bad(secret: "{}"),
    Bad(secret: #"{"command": []}"#, "definition.type 2:18+2"),
    Bad(secret: #"{"command": ["pass"]}"#), Bad(secret: #"{"command": [5]}"#, "definition.type 2:19+1"),
    Bad(secret: #"{"command": ["/a"], "value": "hunter2"}"#, "definition.unknown-key 2:26+7"),
  ]

  static let rules: [Bad] = [
    Bad(rule: #""reason": "x""#, ["configuration.rule 2:1+1"]),
    Bad(rule: #""intents": ["a"]"#, ["configuration.rule 2:1+1"]),
    Bad(rule: #""deny": false"#, ["definition.type 2:10+5"]),
    Bad(rule: #""deny": "yes""#, ["definition.type 2:10+5"]),
    Bad(rule: #""deny": true, "hours": ["07:00-09:00"]"#, ["configuration.rule 2:16+7"]),
    Bad(rule: #""dney": true, "users": []"#, ["definition.unknown-key 2:2+6"], "deny"),
    Bad(rule: #""deny": true, "intents": []"#, ["definition.type 2:27+2"]),
    Bad(rule: #""deny": true, "intents": "a""#, ["definition.type 2:27+3"]),
    Bad(rule: #""deny": true, "intents": ["A"]"#, ["definition.name 2:28+3"]),
    Bad(rule: #""deny": true, "sources": []"#, ["definition.type 2:27+2"]),
    Bad(rule: #""deny": true, "sources": ["cron"]"#, ["definition.enum 2:28+6"]),
    Bad(rule: #""deny": true, "sources": ["timr"]"#, ["definition.enum 2:28+6"], "timer"),
    Bad(rule: #""deny": true, "capabilities": ["exce"]"#, ["definition.enum 2:33+6"], "exec"),
    Bad(rule: #""deny": true, "capabilities": ["lcok(unlock)"]"#, ["definition.enum 2:33+14"], "lock"),
    Bad(rule: #""deny": true, "capabilities": ["exec(rsync)"]"#, ["definition.type 2:33+13"]),
    Bad(rule: #""deny": true, "capabilities": ["exec(/bin/sh"]"#, ["definition.type 2:33+14"]),
    Bad(rule: #""deny": true, "capabilities": ["exec()"]"#, ["definition.type 2:33+8"]),
    Bad(rule: #""deny": true, "capabilities": ["lock(opne)"]"#, ["definition.type 2:33+12"]),
    Bad(rule: #""deny": true, "capabilities": ["lock(unlock,mqtt)"]"#, ["definition.type 2:33+19"]),
    Bad(rule: #""deny": true, "capabilities": ["vpn(up,,x)"]"#, ["definition.type 2:33+12"]),
    Bad(rule: #""deny": true, "capabilities": ["net(https,host,0)"]"#, ["definition.type 2:33+19"]),
    Bad(rule: #""deny": true, "capabilities": ["net(https,host,65536)"]"#, ["definition.type 2:33+23"]),
    Bad(rule: #""deny": true, "capabilities": ["net(https,host)"]"#, ["definition.type 2:33+17"]),
    Bad(rule: #""authentication": "none""#, ["definition.enum 2:20+6"]),
    Bad(rule: #""authentication": "requird""#, ["definition.enum 2:20+9"], "required"),
    Bad(rule: #""users": "ana""#, ["definition.type 2:11+5"]),
    Bad(rule: #""users": [""]"#, ["definition.type 2:12+2"]),
    Bad(rule: #""groups": ["a:b"]"#, ["definition.type 2:13+5"]),
    Bad(rule: #""hours": []"#, ["definition.type 2:11+2"]),
    Bad(rule: #""hours": ["7-22"]"#, ["definition.type 2:12+6"]),
    Bad(rule: #""hours": ["07:00-07:00"]"#, ["definition.type 2:12+13"]),
    Bad(rule: #""hours": ["24:00-07:00"]"#, ["definition.type 2:12+13"]),
    Bad(rule: #""hours": ["07:60-08:00"]"#, ["definition.type 2:12+13"]),
    Bad(rule: #""hours": ["07:00-25:00"]"#, ["definition.type 2:12+13"]),
    Bad(rule: #""deny": true, "reason": """#, ["definition.type 2:26+2"]),
  ]

  @Test(arguments: files + secrets + rules) func `refuses with a place`(_ bad: Bad) {
    let faults = Self.faults(bad.text)
    #expect(faults.map(Reading.text) == bad.faults)
    #expect(faults.allSatisfy { $0.status == .badDefinition })
    guard let suggestion = bad.suggestion else { return }
    #expect(faults.first?["suggestion"] == .text(suggestion))
  }

  /// A text in the place of a reference may be the secret itself.
  @Test(arguments: secrets) func `no fault shows what may be a secret`(_ bad: Bad) {
    for fault in Self.faults(bad.text) {
      #expect(fault.location?.text == "")
      #expect(
        !fault.arguments.contains {
          if case .text(let text) = $0.value { text.contains("hunter2") } else { false }
        })
    }
  }

  @Test func `the last over the first, and the rules of both`() throws {
    let roots = try Self.read(
      #"{"language": "ru", "defaults": {"a": {"x": 1, "y": 1}, "b": {"z": 1}}, "secrets": {"s": "env:A", "t": "env:T"}, "policy": [{"deny": true}]}"#,
      isRoots: true)
    let own = try Self.read(
      #"{"defaults": {"a": {"y": 2}, "c": {"w": 2}}, "secrets": {"s": "env:B"}, "policy": [{"users": []}]}"#)
    let both = roots.overlaid(with: own)
    #expect(both.language == "ru")
    #expect(both.defaults(of: "a") == ["x": 1, "y": 2])
    #expect(both.defaults(of: "b") == ["z": 1] && both.defaults(of: "c") == ["w": 2])
    #expect(both.secret(named: "s") == .environment("B") && both.secret(named: "t") == .environment("T"))
    #expect(both.secrets.count == 2)
    #expect(both.policy.map(\.isRoots) == [true, false] && both.policy.map(\.isDenial) == [true, false])
  }
}
