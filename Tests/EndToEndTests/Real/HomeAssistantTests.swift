import Foundation
import Glibc
import TestSupport
import Testing

/// Against a real Home Assistant with its demo locks, behind a gate that notes each request.
@Suite(
  .serialized,
  .enabled(if: Privileges.wantsRealServices, "a real Home Assistant takes minutes: RUNINTENT_REQUIRE_REAL=1"))
struct HomeAssistantTests {
  private let lab = Lab.homeAssistant

  private static let doors = #"""
    "front": { "provider": "home", "entity": "lock.front_door", "timeout": "PT4S" },
    "kitchen": { "provider": "home", "entity": "lock.kitchen_door", "timeout": "PT4S" },
    "cellar": { "provider": "home", "entity": "lock.poorly_installed_door", "timeout": "PT4S" },
    "side": { "provider": "home", "entity": "lock.openable_lock", "timeout": "PT4S" },
    "none": { "provider": "home", "entity": "lock.frnt_door" }
    """#

  private func provider(_ url: String? = nil) -> String {
    #""home": { "type": "home-assistant", "url": "\#(url ?? lab.text("url"))", "token": "${secret:home}" }"#
  }

  private func home(_ mode: String = "pass", doors: String = doors) async throws -> DoorHome {
    try #require(lab.complaint == nil, "\(lab.complaint ?? "")")
    lab.write("pass", to: "gate.mode")
    let home = await DoorHome(
      lab, providers: provider(), doors: doors, secrets: #""home": "file:\#(lab.folder)/token""#)
    #expect(await home.run("lock-door", doors.isEmpty ? "front_door" : "front").status == 0)
    lab.write(mode, to: "gate.mode")
    lab.write("", to: "requests")
    return home
  }

  /// The commands that came to the gate.
  private var commands: Int { lab.text("requests").split(separator: "\n").count { $0.hasPrefix("POST") } }

  @Test func `one command, and the answer when the bolt has moved`() async throws {
    let home = try await home()
    let ended = await home.run("unlock-door", "front")
    #expect(ended.text == "✔ The front door is unlocked.\n")
    #expect(commands == 1)
    #expect(await home.run("door-status", "front").text == "○ The front door is unlocked.\n")
    #expect(await home.run("unlock-door", "front").status == 0)
    #expect(commands == 1)
  }

  @Test func `a jam is told, although the service said that all was well`() async throws {
    let home = try await home()
    _ = await home.run("unlock-door", "cellar")
    lab.write("", to: "requests")
    let ended = await home.run("lock-door", "cellar", "--output", "json")
    #expect(ended.status == 1)
    #expect(ended.errorCodes == ["lock.jammed"])
    #expect(try await home.last() == ["failed", "1", "lock.jammed"])
    #expect(commands == 1)
  }

  @Test func `a bolt that jams once more is told when it has`() async throws {
    let home = try await home()
    #expect(await home.run("unlock-door", "cellar").status == 0)
    #expect(await home.run("lock-door", "cellar").status == 1)
    let began = Date()
    let ended = await home.run("lock-door", "cellar", "--output", "json")
    #expect(ended.errorCodes == ["lock.jammed"])
    #expect(Date().timeIntervalSince(began) < 3.5)
    let list = await home.run("door-status", "--output", "json")
    #expect(list.status == 1)
    #expect(list.errorCodes == ["lock.jammed"])
  }

  @Test func `follows what others do`() async throws {
    let home = try await home()
    let file = home.home.folder.write("", to: "lines")
    func lines() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
    var follow = home.command(["door-status", "front", "--follow"])
    follow.output = .file(file)
    let running = follow.start()
    #expect(await becomes { lines() == "✔ The front door is locked.\n" }, "\(lines())")
    #expect(await home.run("unlock-door", "front").status == 0)
    #expect(await becomes { lines().contains("○ The front door is unlocked.\n") })
    kill(running.pid, SIGINT)
    #expect(await running.end().status == 130)
  }

  @Test func `an entity that is not there, although the service said that all was well`() async throws {
    let home = try await home()
    let ended = await home.run("unlock-door", "none", "--output", "json")
    #expect(ended.status == 66)
    #expect(ended.errorCodes == ["entity.unknown"])
    #expect(ended.text.contains("lock.front_door"))
    #expect(try await home.last() == ["failed", "66", "entity.unknown"])
    #expect(commands == 0)
  }

  @Test func `a token that is wrong`() async throws {
    let home = try await home()
    home.home.folder.write("eyJhbGciOiJIUzI1NiJ9.e30.wrong\n", to: "wrong", mode: 0o600)
    home.configure(
      providers: provider(), doors: Self.doors, secrets: #""home": "file:\#(home.home.path)/wrong""#)
    let ended = await home.run("unlock-door", "front", "--output", "json")
    #expect(ended.status == 78)
    #expect(ended.errorCodes == ["http.token-refused"])
    #expect(!ended.text.contains("eyJ"))
    #expect(try await home.last() == ["failed", "78", "http.token-refused"])
    #expect(commands == 0)
    let doctor = await home.run("doctor")
    #expect(doctor.status == 1)
    #expect(doctor.text.contains("⚠ doors: home: front"))
    #expect(doctor.text.contains("refused the token (status 401)"))
    #expect(!doctor.text.contains("eyJ"))
  }

  @Test(arguments: [("starting", 69, "http.unavailable"), ("garbage", 1, "http.bad-json")])
  func `a service that is not itself`(mode: String, status: Int, code: String) async throws {
    let home = try await home(mode)
    let ended = await home.run("unlock-door", "front", "--output", "json")
    #expect(ended.status == status)
    #expect(ended.errorCodes == [code])
    #expect(try await home.last() == ["failed", "\(status)", code])
    #expect(commands == 0)
  }

  @Test func `a service that says nothing is named within three seconds`() async throws {
    let home = try await home("mute")
    for words in [["door-status"], ["door-status", "front"], ["unlock-door", "front"]] {
      let began = Date()
      let ended = await home.command(words + ["--output", "json"]).run()
      #expect(Date().timeIntervalSince(began) < 3)
      #expect(ended.errorCodes.first == "http.timed-out")
      #expect(ended.text.contains(lab.text("url")))
    }
    #expect(commands == 0)
  }

  @Test func `a service that is not there`() async throws {
    let home = try await home()
    home.configure(
      providers: provider("http://127.0.0.1:9"), doors: Self.doors,
      secrets: #""home": "file:\#(lab.folder)/token""#)
    let ended = await home.run("unlock-door", "front", "--output", "json")
    #expect(ended.status == 69)
    #expect(ended.errorCodes == ["http.unreachable"])
    #expect(try await home.last() == ["failed", "69", "http.unreachable"])
  }

  @Test func `a network that is cut between the command and the answer`() async throws {
    let home = try await home("cut")
    let ended = await home.run("unlock-door", "front", "--output", "json")
    #expect(ended.status == 1)
    #expect(ended.errorCodes == ["lock.unconfirmed"])
    #expect(try await home.last() == ["failed", "1", "lock.unconfirmed"])
    #expect(commands == 1)
  }

  @Test func `an answer that never comes, and a bolt that moved all the same`() async throws {
    let home = try await home("deaf")
    let ended = await home.run("unlock-door", "front")
    #expect(ended.text == "✔ The front door is unlocked.\n")
    #expect(commands == 1)
  }

  @Test func `opens what can be opened`() async throws {
    let home = try await home()
    home.home.define(
      "pull",
      """
      { "title": "Pull", "parameters": { "door": { "type": "string", "entity": "door", "position": 1 } },
        "required": ["door"], "handler": "lock.set", "with": { "door": "${door}", "state": "open" } }
      """)
    await home.home.trust("pull")
    #expect(await home.run("pull", "side").status == 0)
    let refused = await home.run("pull", "front", "--output", "json")
    #expect(refused.status == 1)
    #expect(refused.errorCodes == ["lock.unsupported"])
    #expect(commands == 1)
  }

  @Test func `two at once send one command`() async throws {
    let home = try await home()
    async let first = home.run("unlock-door", "front")
    async let second = home.run("unlock-door", "front")
    #expect(await [first.status, second.status] == [0, 0])
    #expect(commands == 1)
  }

  @Test func `without doors of one's own each lock is one`() async throws {
    let home = try await home(doors: "")
    let status = await home.run("door-status", "--output", "json")
    let value = status.json["value"] as? [[String: Any]] ?? []
    #expect(
      value.contains { $0["door"] as? String == "lock.front_door" && $0["state"] as? String == "locked" })
    #expect(await home.run("unlock-door", "Front Door").text == "✔ The front door is unlocked.\n")
    let row = try await home.home.journal("--last", "1").first
    #expect((row?["capabilities"] as? [String])?.first == "lock(unlock,home,lock.front_door)")
  }

  @Test func `a permission for one door is none for another`() async throws {
    let home = try await home()
    home.home.define(
      "by-entity",
      """
      { "title": "By Entity", "handler": "lock.set", "with": { "door": "home:lock.front_door", "state": "unlocked" } }
      """)
    await home.home.trust("by-entity")
    for id in ["unlock-door", "by-entity"] {
      await home.run("deny", id, "--only", "lock(unlock,home,front)", "--yes", "--quiet")
    }
    #expect(await home.run("unlock-door", "front").status == 77)
    #expect(await home.run("by-entity").status == 77)
    #expect(commands == 0)
    #expect(await home.run("unlock-door", "kitchen").status == 0)
  }

  @Test func `the handler http does it by itself`() async throws {
    let home = try await home()
    home.home.define(
      "by-hand",
      """
      { "title": "By Hand", "parameters": { "entity": { "enum": ["lock.front_door"], "default": "lock.front_door" } },
        "handler": "http",
        "with": {
          "url": "\(lab.text("url"))/api/services/lock/unlock", "method": "POST",
          "headers": { "Authorization": "Bearer ${secret:home}" }, "body": { "entity_id": "${entity}" },
          "readBack": "\(lab.text("url"))/api/states/${entity}", "pointer": "/state", "until": "unlocked"
        }, "result": { "dialog": "It is ${result.value}." } }
      """)
    let refused = await home.run("by-hand")
    #expect(refused.status == 77)
    #expect(refused.errorText.contains("reach 127.0.0.1:"))
    #expect(commands == 0)
    await home.home.trust("by-hand")
    let ended = await home.run("by-hand")
    #expect(ended.text.hasPrefix("✔ It is unlocked.\n"))
    #expect(!ended.errorText.contains("Bearer"))
    #expect(commands == 1)
  }
}
