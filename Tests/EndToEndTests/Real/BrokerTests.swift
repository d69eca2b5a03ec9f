import Foundation
import Glibc
import TestSupport
import Testing

/// Against a real broker, with locks that speak as Zigbee2MQTT does.
@Suite(
  .serialized,
  .enabled(if: Privileges.wantsRealServices, "a real broker takes mosquitto: RUNINTENT_REQUIRE_REAL=1"))
struct BrokerTests {
  private let lab = Lab.broker

  private static let front =
    #""front": { "provider": "zigbee", "topic": "zigbee2mqtt/front", "timeout": "PT2S" }"#

  private var anybody: String {
    #""zigbee": { "type": "mqtt", "host": "127.0.0.1", "port": \#(lab.text("port")) }"#
  }

  private func home(
    _ mode: String = "good", providers: String? = nil, doors: String = front, secrets: String = ""
  ) async throws -> DoorHome {
    try #require(lab.complaint == nil, "\(lab.complaint ?? "")")
    await restore()
    lab.write(mode, to: "front.mode")
    await say("lab/announce", "x")
    return await DoorHome(lab, providers: providers ?? anybody, doors: doors, secrets: secrets)
  }

  /// A broker that runs, and a front door that is locked and well.
  private func restore() async {
    if await say("lab/none", "x") != 0 {
      _ = await Spawn(program: "\(lab.folder)/start", environment: ["PATH": "/usr/sbin:/usr/bin:/bin"]).run()
    }
    lab.write("good", to: "front.mode")
    lab.write("0.05", to: "front.delay")
    await say("lab/announce", "x")
    await say("zigbee2mqtt/front/set", "LOCK")
    try? await Task.sleep(for: .milliseconds(150))
    lab.write("0.3", to: "front.delay")
    lab.write("", to: "front.commands")
  }

  @discardableResult
  private func say(_ topic: String, _ payload: String, retained: Bool = false) async -> Int32 {
    await Spawn(
      program: "/usr/bin/mosquitto_pub",
      arguments: ["-p", lab.text("port"), "-t", topic, "-m", payload] + (retained ? ["-r"] : []),
      environment: ["PATH": "/usr/bin:/bin"]
    ).run().status
  }

  /// The commands that came to the lock.
  private var commands: [String] { lab.text("front.commands").split(separator: "\n").map(String.init) }

  /// How the broker got commands for the lock: copies, quality, retained.
  private var published: [String] {
    lab.text("broker.log").split(separator: "\n").filter {
      $0.contains("Received PUBLISH") && $0.contains("'zigbee2mqtt/front/set'")
    }.map { String($0[$0.range(of: " (")!.upperBound...].prefix { $0 != "m" }) }
  }

  @Test func `one command, never retained, and the answer when the bolt has moved`() async throws {
    let home = try await home()
    let before = published.count
    let ended = await home.run("unlock-door", "front")
    #expect(ended.text == "✔ The front door is unlocked.\n")
    #expect(ended.status == 0)
    #expect(commands == [#"{"state":"UNLOCK"}"#])
    #expect(published.dropFirst(before) == ["d0, q0, r0, "])
    #expect(await home.run("door-status", "front").text == "○ The front door is unlocked.\n")
    #expect(await home.run("doctor").text.contains("✔ doors: zigbee: front\n"))
    let row = try await home.home.journal("--intent", "unlock-door").last
    #expect(row?["capabilities"] as? [String] == ["lock(unlock,zigbee,front)", "lock(lock,zigbee,front)"])
  }

  @Test(arguments: [
    ("jam", 1, "lock.jammed", 1), ("silent", 1, "lock.silent", 1), ("bounce", 1, "lock.bounced", 1),
    ("stuck", 1, "lock.unmoved", 1), ("fade", 1, "lock.unknown", 1), ("offline", 69, "lock.offline", 1),
  ])
  func `a lock that does not do it`(mode: String, status: Int, code: String, count: Int) async throws {
    let home = try await home(mode)
    let ended = await home.run("unlock-door", "front", "--output", "json")
    #expect(ended.status == status)
    #expect(ended.errorCodes == [code])
    #expect(try await home.last() == ["failed", "\(status)", code])
    // The broker may have told in time that a lock is offline.
    #expect(commands.count == count || mode == "offline" && commands.isEmpty)
  }

  @Test(arguments: ["stale", "dated", "jiggle"])
  func `what was kept, told right after what is new, does not undo it`(mode: String) async throws {
    let home = try await home(mode)
    #expect(await home.run("unlock-door", "front").text == "✔ The front door is unlocked.\n")
    #expect(commands.count == 1)
  }

  /// A door of which the broker has a word and nobody else knows.
  private static func dead(_ name: String, _ more: String = "") -> String {
    #""\#(name)": { "provider": "zigbee", "topic": "zigbee2mqtt/\#(name)", "timeout": "PT1S"\#(more) }"#
  }

  @Test func `what the broker kept is neither an answer nor a sign of life`() async throws {
    let home = try await home(doors: Self.dead("attic"))
    await say("zigbee2mqtt/attic", #"{"lock_state":"locked"}"#, retained: true)
    for door in ["lock-door", "unlock-door"] {
      let ended = await home.run(door, "attic", "--output", "json")
      #expect(ended.status == 1)
      #expect(ended.errorCodes == ["lock.silent"])
      #expect((ended.json["value"] as? [String: Any])?["confirmed"] as? Bool == false)
    }
    let text = await home.run("door-status", "attic")
    #expect(text.text.hasPrefix("⚠ The attic door was locked when last heard of.\n"))
    #expect(text.status == 1)
    let ended = await home.run("door-status", "--output", "json")
    #expect(ended.status == 1)
    #expect(ended.errorCodes == ["lock.silent"])
    let value = (ended.json["value"] as? [[String: Any]])?.first
    #expect(value?["state"] as? String == "locked")
    #expect(value?["confirmed"] as? Bool == false)
  }

  @Test func `what the broker kept of a lock that is there counts`() async throws {
    let home = try await home(
      doors: Self.dead("sleepy", #", "availabilityTopic": "zigbee2mqtt/sleepy/availability""#))
    await say("zigbee2mqtt/sleepy", #"{"lock_state":"locked"}"#, retained: true)
    await say("zigbee2mqtt/sleepy/availability", "online", retained: true)
    #expect(await home.run("door-status", "sleepy").text == "✔ The sleepy door is locked.\n")
    #expect(await home.run("lock-door", "sleepy").status == 0)
    #expect(await home.run("unlock-door", "sleepy", "--output", "json").errorCodes == ["lock.silent"])
    await say("zigbee2mqtt/sleepy/availability", "offline", retained: true)
    let ended = await home.run("door-status", "sleepy")
    #expect(ended.status == 69)
    #expect(await home.run("door-status").text.hasPrefix("⚠ Offline: sleepy door.\n"))
  }

  @Test func `several doors are asked side by side`() async throws {
    let names = ["one", "two", "three", "four", "five"]
    let home = try await home(doors: names.map { Self.dead($0) }.joined(separator: ", "))
    let began = Date()
    let ended = await home.run("door-status")
    #expect(Date().timeIntervalSince(began) < 2.5)
    #expect(ended.status == 1)
    let doors = names.map { "\($0) door" }.joined(separator: ", ")
    #expect(ended.text.hasPrefix("⚠ No answer: \(doors).\n"))
  }

  @Test func `a door waits for no other`() async throws {
    let attic = Self.dead("attic").replacing("PT1S", with: "PT4S")
    let home = try await home(doors: "\(Self.front), \(attic)")
    let slow = home.command(["unlock-door", "attic"]).start()
    try await Task.sleep(for: .milliseconds(500))
    let began = Date()
    #expect(await home.run("unlock-door", "front").status == 0)
    #expect(Date().timeIntervalSince(began) < 2.5)
    let same = await home.run("unlock-door", "attic", "--timeout", "500ms")
    #expect(same.status == 124)
    #expect(same.errorText.contains("another run uses lock:zigbee:attic"))
    #expect(await slow.end().status == 1)
  }

  @Test func `follows every change of five doors, and asks none of them again`() async throws {
    let names = ["one", "two", "three", "four", "five"]
    let home = try await home(doors: names.map { Self.dead($0) }.joined(separator: ", "))
    for name in names { await say("zigbee2mqtt/\(name)/availability", "online", retained: true) }
    for name in names { await say("zigbee2mqtt/\(name)", #"{"lock_state":"locked"}"#, retained: true) }
    let file = home.home.folder.write("", to: "lines")
    func told() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
    var follow = home.command(["door-status", "--follow"])
    follow.output = .file(file)
    let running = follow.start()
    #expect(await becomes { told().hasPrefix("✔ All doors are locked.\n") })
    try await Task.sleep(for: .seconds(1))
    let asked = lab.text("broker.log").components(separatedBy: "/get'").count
    for name in names { await say("zigbee2mqtt/\(name)", #"{"lock_state":"unlocked"}"#) }
    for name in names {
      #expect(await becomes(within: 2) { told().contains("○ The \(name) door is unlocked.") }, "\(name)")
    }
    await say("zigbee2mqtt/two", #"{"lock_state":"unlocked","battery":80}"#)
    await say("zigbee2mqtt/three", #"{"lock_state":"not_fully_locked"}"#)
    await say("zigbee2mqtt/four/availability", "offline")
    #expect(await becomes(within: 2) { told().contains("⚠ The three door is jammed.") })
    #expect(await becomes(within: 2) { told().contains("⚠ The four door is offline.") })
    #expect(told().components(separatedBy: "○ The two door is unlocked.").count == 2)
    kill(pid_t(lab.text("mosquitto.pid")) ?? 0, SIGKILL)
    #expect(await becomes(within: 12) { told().contains("⚠ The state of the one door is not known.") })
    #expect(lab.text("broker.log").components(separatedBy: "/get'").count == asked)
    kill(running.pid, SIGINT)
    #expect(await running.end().status == 130)
  }

  @Test func `a broker that does not answer is named`() async throws {
    let home = try await home()
    let process = pid_t(lab.text("mosquitto.pid")) ?? 0
    kill(process, SIGSTOP)
    defer { kill(process, SIGCONT) }
    let began = Date()
    let ended = await home.run("door-status", "--output", "json")
    #expect(Date().timeIntervalSince(began) < 3)
    #expect(ended.status == 69)
    #expect(ended.errorCodes == ["mqtt.unreachable"])
    #expect(ended.text.contains("127.0.0.1:\(lab.text("port"))"))
  }

  @Test func `a lock whose availability is named is sent nothing when it is offline`() async throws {
    let named = Self.front.dropLast(2) + #", "availabilityTopic": "zigbee2mqtt/front/availability" }"#
    let home = try await home("offline", doors: String(named))
    #expect(await home.run("unlock-door", "front").status == 69)
    #expect(commands.isEmpty)
  }

  @Test func `a broker that is down`() async throws {
    let home = try await home()
    kill(pid_t(lab.text("mosquitto.pid")) ?? 0, SIGKILL)
    let ended = await home.run("unlock-door", "front", "--output", "json")
    #expect(ended.status == 69)
    #expect(ended.errorCodes == ["mqtt.unreachable"])
    #expect(try await home.last() == ["failed", "69", "mqtt.unreachable"])
    #expect(commands.isEmpty)
    let doctor = await home.run("doctor")
    #expect(doctor.status == 1)
    #expect(doctor.text.contains("⚠ doors: zigbee: front\n"))
    #expect(doctor.text.contains("the broker 127.0.0.1:\(lab.text("port")) cannot be reached"))
  }

  @Test func `a broker that goes away after the command`() async throws {
    let home = try await home()
    lab.write("30", to: "front.delay")
    let running = home.command(["unlock-door", "front", "--output", "json"]).start()
    #expect(await becomes { commands.count == 1 })
    kill(pid_t(lab.text("mosquitto.pid")) ?? 0, SIGKILL)
    let ended = await running.end()
    #expect(ended.status == 1)
    #expect(ended.errorCodes == ["lock.unconfirmed"])
    #expect(try await home.last() == ["failed", "1", "lock.unconfirmed"])
    #expect(commands.count == 1)
  }

  @Test func `an interruption after the command is told`() async throws {
    let home = try await home()
    lab.write("30", to: "front.delay")
    let running = home.command(["unlock-door", "front"]).start()
    #expect(await becomes { commands.count == 1 })
    kill(running.pid, SIGINT)
    let ended = await running.end()
    #expect(ended.status == 130)
    #expect(ended.errorText.contains("the command to the front door may have been sent"))
    #expect(commands.count == 1)
    #expect(
      await Spawn(program: "/usr/bin/pgrep", arguments: ["-f", "mosquitto_sub.*/front"]).run().text == "")
  }

  @Test func `two at once send one command`() async throws {
    let home = try await home()
    async let first = home.run("unlock-door", "front")
    async let second = home.run("unlock-door", "front")
    #expect(await [first.status, second.status] == [0, 0])
    #expect(commands.count == 1)
  }

  @Test func `a password is shown to nobody`() async throws {
    let guarded =
      #""zigbee": { "type": "mqtt", "host": "127.0.0.1", "port": \#(lab.text("guarded.port")), "#
      + #""username": "runintent", "password": "${secret:broker}" }"#
    let home = try await home(providers: guarded, secrets: #""broker": "file:\#(lab.folder)/password""#)
    lab.write("2", to: "front.delay")
    let running = home.command(["unlock-door", "front", "--timeout", "20s"]).start()
    #expect(await becomes { commands.count == 1 })
    let seen = await Spawn(
      program: "/bin/sh",
      arguments: ["-c", "cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'"],
      environment: ["PATH": "/usr/bin:/bin"]
    ).run().text
    #expect(seen.contains("mosquitto_sub"))
    #expect(!seen.contains("correct horse \"battery\""))
    let ended = await running.end()
    #expect(!ended.errorText.contains("correct horse"))
    let found = await Spawn(
      program: "/usr/bin/grep", arguments: ["-r", "correct horse", home.home.path],
      environment: ["PATH": "/usr/bin"]
    ).run()
    #expect(found.text == "")
    home.home.folder.write("wrong-password\n", to: "wrong", mode: 0o600)
    home.configure(
      providers: guarded, doors: Self.front, secrets: #""broker": "file:\#(home.home.path)/wrong""#)
    let refused = await home.run("lock-door", "front", "--output", "json")
    #expect(refused.status == 78)
    #expect(refused.errorCodes == ["mqtt.refused"])
    #expect(refused.text.contains("not authorised"))
  }

  @Test func `only a broker that proves who it is`() async throws {
    func tls(_ more: String) -> String {
      #""zigbee": { "type": "mqtt", "host": "127.0.0.1", "port": \#(lab.text("tls.port")), "tls": true\#(more) }"#
    }
    let home = try await home(providers: tls(""))
    let refused = await home.run("unlock-door", "front", "--output", "json")
    #expect(refused.status == 69)
    #expect(refused.errorCodes == ["mqtt.tls"])
    home.configure(
      providers: tls(#", "certificates": "\#(lab.folder)/certificate.pem""#), doors: Self.front)
    #expect(await home.run("unlock-door", "front").status == 0)
    #expect(commands.count == 1)
  }

  @Test func `a code comes from a secret and is shown to nobody`() async throws {
    let home = try await home(
      doors: Self.front.dropLast() + #", "code": "${secret:code}" }"#, secrets: #""code": "env:DOOR_CODE""#)
    var command = home.command(["unlock-door", "front", "--output", "json"])
    command.environment["DOOR_CODE"] = "47110815"
    let ended = await command.run()
    #expect(ended.status == 0)
    #expect(commands == [#"{"state":"UNLOCK","pin_code":"47110815"}"#])
    #expect(!ended.text.contains("47110815"))
    let without = await home.run("lock-door", "front", "--output", "json")
    #expect(without.status == 78)
    #expect(commands.count == 1)
  }

  @Test func `a guard locks again`() async throws {
    let home = try await home()
    #expect(await home.run("unlock-door", "front", "--for", "2s").status == 0)
    #expect(await becomes(within: 20) { commands == [#"{"state":"UNLOCK"}"#, #"{"state":"LOCK"}"#] })
    #expect(await becomes { LiveProcesses.guards(in: home.home.path).isEmpty })
    let rows = try await home.home.journal("--intent", "lock zigbee:front")
    #expect(rows.map { $0["state"] as? String } == ["finished"])
  }

  @Test func `words of one's own on topics of one's own`() async throws {
    let home = try await home(
      doors: #"""
        "front": { "provider": "zigbee", "stateTopic": "zigbee2mqtt/front", "commandTopic": "zigbee2mqtt/front/set",
          "availabilityTopic": "zigbee2mqtt/front/availability", "pointer": "/lock_state", "timeout": "PT2S",
          "title": "gate" }
        """#)
    let ended = await home.run("unlock-door", "front")
    #expect(ended.text == "✔ The gate is unlocked.\n")
    #expect(commands == ["UNLOCK"])
  }

  @Test func `a door whose provider is missing`() async throws {
    let home = try await home(doors: Self.front.replacing("zigbee\"", with: "zigbe\""))
    let ended = await home.run("unlock-door", "front", "--output", "json")
    #expect(ended.status == 78)
    #expect(ended.errorCodes == ["configuration.provider"])
    #expect(ended.text.contains("zigbee"))
  }
}
