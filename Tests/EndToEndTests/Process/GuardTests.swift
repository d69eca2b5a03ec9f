import Foundation
import Glibc
import TestSupport
import Testing

/// Guards as real processes, on the demo devices and the machine's own clocks.
@Suite(
  .serialized,
  .alone
)
struct GuardTests {
  @Test func `a session ends in time, and why is in the journal`() async throws {
    let home = GuardedHome(seconds: 2)
    let began = Date()
    #expect(await home.run("short", "--state", "on").status == 0)
    let guardian = try #require(await home.guardian())
    #expect(getsid(guardian) == guardian)
    #expect(await home.isIdle())
    #expect(Date().timeIntervalSince(began) > 1.9)
    #expect(await home.run("short", "--state", "on").status == 75)
    let rows = try await home.journal("--intent", "down demo:work")
    #expect(rows.map { $0["rule"] as? String } == ["stopped: limit"])
    #expect(rows.map { $0["state"] as? String } == ["finished"])
    #expect(await LiveProcesses.ends(guardian))
  }

  @Test func `a guard that waits does not wake`() async throws {
    let home = GuardedHome(seconds: 600)
    await home.run("short", "--state", "on")
    let guardian = try #require(await home.guardian())
    try await Task.sleep(for: .milliseconds(500))
    let before = LiveProcesses.switches(of: guardian)
    try await Task.sleep(for: .seconds(2))
    #expect(LiveProcesses.switches(of: guardian) == before)
    let files = LiveProcesses.files(of: guardian)
    #expect(!files.contains { $0.hasSuffix("sqlite") })
    #expect(files.filter { $0.hasPrefix("/dev/") }.allSatisfy { $0 == "/dev/null" })
    await home.run("short", "--state", "off")
    #expect(await home.isIdle())
    #expect(await LiveProcesses.ends(guardian))
  }

  @Test func `who promises to lock says so only when somebody will`() async throws {
    let home = GuardedHome(seconds: 600)
    home.folder.makeFolder("home/.local/state/runintent/guard.lock", mode: 0o700)
    chmod("\(home.path)/home/.local/state/runintent", 0o700)
    for id in ["open", "short"] {
      let refused = await home.run(id, "--output", "json")
      #expect(refused.status == 1)
      #expect(refused.errorCodes == ["guard.missing"], "\(refused.text)\(refused.errorText)")
    }
    #expect(try await home.deadlines().isEmpty)
    #expect(try await home.journal("--intent", "open").map { $0["effect"] is NSNull } == [true])
  }

  @Test func `a run brings back a guard that was killed, before its time comes`() async throws {
    let home = GuardedHome(seconds: 600)
    await home.run("short", "--state", "on")
    let guardian = try #require(await home.guardian())
    kill(guardian, SIGKILL)
    #expect(await LiveProcesses.ends(guardian))
    home.define("nothing", script: "true")
    await home.trust("nothing")
    #expect(await home.run("nothing").status == 0)
    #expect(try #require(await home.guardian()) != guardian)
    await home.run("short", "--state", "off")
  }

  @Test func `a guard that was killed is replaced by the next run`() async throws {
    let home = GuardedHome(seconds: 2)
    await home.run("short", "--state", "on")
    kill(try #require(await home.guardian()), SIGKILL)
    try await Task.sleep(for: .seconds(2))
    #expect(try await home.deadlines().count == 1)
    let refused = await home.run("short", "--state", "on")
    #expect(refused.status == 75)
    #expect(try await home.journal("--intent", "down demo:work").count == 1)
    #expect(try await home.deadlines().isEmpty)
  }

  @Test func `a doctor honours what nobody did`() async throws {
    let home = GuardedHome(seconds: 5)
    await home.run("short", "--state", "on")
    let guardian = try #require(await home.guardian())
    kill(guardian, SIGKILL)
    #expect(await LiveProcesses.ends(guardian))
    #expect(await home.run("doctor").text.contains("runintent guard"))
    try await Task.sleep(for: .seconds(5))
    _ = await home.run("doctor")
    #expect(try await home.deadlines().isEmpty)
    #expect(try await home.journal("--intent", "down demo:work").count == 1)
  }

  @Test func `there is never a second one`() async throws {
    let home = GuardedHome(seconds: 600)
    await home.run("short", "--state", "on")
    let guardian = try #require(await home.guardian())
    let second = await home.run("guard")
    #expect(second.status == 0)
    #expect(second.text == "A guard is running already.\n")
    #expect(await home.guardian() == guardian)
    await home.run("short", "--state", "off")
    #expect(await home.isIdle())
  }

  @Test func `many that connect at once start one guard and one session`() async throws {
    let home = GuardedHome(seconds: 600)
    let statuses = await withTaskGroup(of: Int32.self, returning: [Int32].self) { group in
      for _ in 0..<64 {
        group.addTask { await home.command(["short", "--state", "on", "--timeout", "60s"]).run().status }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.allSatisfy { $0 == 0 })
    let guardian = try #require(await home.guardian())
    try await Task.sleep(for: .milliseconds(300))
    #expect(LiveProcesses.guards(in: home.path) == [guardian])
    #expect(try await home.deadlines().count == 1)
    await home.run("short", "--state", "off")
    #expect(await home.isIdle())
  }

  @Test func `it outlives the terminal`() async throws {
    let home = GuardedHome(seconds: 3)
    var session: TerminalSession? = TerminalSession(home.command(["short", "--state", "on"]))
    #expect(await session?.wait(for: "left, until") == true)
    let guardian = try #require(await home.guardian())
    _ = await session?.end()
    session = nil
    kill(guardian, SIGHUP)
    try await Task.sleep(for: .milliseconds(200))
    #expect(LiveProcesses.isAlive(guardian))
    #expect(await home.isIdle())
    #expect(try await home.journal("--intent", "down demo:work").count == 1)
  }

  @Test func `it outlives the run of another intent that started it`() async throws {
    let home = GuardedHome(seconds: 3)
    let token = LiveProcesses.token()
    home.define("outer", script: "'\(Binary.path)' short --state on; sleep \(token) & exit 0")
    await home.trust("outer")
    #expect(await home.run("outer").status == 0)
    #expect(LiveProcesses.withArgument(token).isEmpty)
    #expect(await home.guardian() != nil)
    #expect(await home.isIdle())
    #expect(try await home.journal("--intent", "down demo:work").count == 1)
  }

  @Test func `it goes on as the program that is installed over it`() async throws {
    let home = GuardedHome(seconds: 8)
    let own = "\(home.path)/bin/runintent"
    home.folder.makeFolder("bin")
    #expect(await home.copyProgram(to: own))
    var connect = home.command(["short", "--state", "on"])
    connect.program = own
    #expect(await connect.run().status == 0)
    var unlock = home.command(["open", "--output", "json"])
    unlock.program = own
    let guardian = try #require(await home.guardian())
    #expect(await home.copyProgram(to: own + ".new"))
    #expect(rename(own + ".new", own) == 0)
    #expect(LiveProcesses.program(of: guardian) == own + " (deleted)")
    #expect(await unlock.run().status == 0)
    try await Task.sleep(for: .milliseconds(500))
    // Its own process, or the one that the run started while the lock was free.
    #expect(LiveProcesses.program(of: try #require(await home.guardian())) == own)
    #expect(await home.isIdle())
    #expect(try await home.journal("--intent", "down demo:work").count == 1)
    #expect(try await home.journal("--intent", "lock demo:front").count == 1)
  }

  @Test func `a door is locked again by it`() async throws {
    let home = GuardedHome(seconds: 2)
    #expect(await home.run("open").status == 0)
    #expect(await home.guardian() != nil)
    #expect(await home.isIdle())
    #expect(
      try await home.journal("--intent", "lock demo:front").map { $0["rule"] as? String } == ["deadline"])
  }

  @Test(.enabled(if: Privileges.canChangeBootTime, "needs a time namespace"))
  func `the time since the boot counts although the wall clock says otherwise`() async throws {
    let home = GuardedHome(seconds: 3600)
    await home.run("short", "--state", "on")
    kill(try #require(await home.guardian()), SIGKILL)
    func later(_ seconds: Int) -> Spawn {
      var run = home.command([
        "--time", "--fork", "--boottime", String(seconds), Binary.path, "short", "--state", "on",
      ])
      run.program = "/usr/bin/unshare"
      return run
    }
    #expect(await later(3000).run().status == 0)
    #expect(await later(3601).run().status == 75)
    #expect(try await home.journal("--intent", "down demo:work").count == 1)
    for process in LiveProcesses.guards(in: home.path) { kill(process, SIGKILL) }
  }

  @Test func `a tunnel that others bring up opens a session`() async throws {
    let home = GuardedHome(seconds: 2)
    #expect(await home.run("guard", "--up", "--uuid", "work").status == 0)
    #expect(await home.run("guard", "--down", "--uuid", "work").status == 0)
    #expect(await home.run("guard", "--up").status == 64)
  }
}

/// A home with an intent whose session is so long, and one that opens a door for a second.
final class GuardedHome: Sendable {
  let home = TestHome()
  var path: String { home.path }
  var folder: ScratchFolder { home.folder }

  init(seconds: Int) {
    home.define(
      "short",
      """
      { "title": "Short",
        "parameters": { "state": { "type": "string", "enum": ["toggle", "on", "off"], "default": "toggle" } },
        "handler": "vpn.set",
        "with": { "profile": "demo:work", "state": "${state}",
                  "session": { "duration": "PT\(seconds)S", "pause": "PT1H" } },
        "limits": { "timeout": "PT60S" } }
      """)
    home.define(
      "open",
      """
      { "title": "Open", "handler": "lock.set", "with": { "door": "front", "state": "unlocked", "for": "PT1S" } }
      """)
  }

  deinit { for process in LiveProcesses.guards(in: path) { kill(process, SIGKILL) } }

  func define(_ id: String, script: String) { home.define(id, script: script) }
  func trust(_ ids: String...) async { for id in ids { await home.trust(id) } }
  func command(_ arguments: [String]) -> Spawn { home.command(arguments) }
  @discardableResult
  func run(_ arguments: String...) async -> Ended { await command(arguments).run() }

  func journal(_ arguments: String...) async throws -> [[String: Any]] {
    let ended = await command(["log", "--output", "json"] + arguments).run()
    return ended.json["runs"] as? [[String: Any]] ?? []
  }

  func deadlines() async throws -> [[String: Any]] {
    let ended = await run("guard", "status", "--output", "json")
    return ended.json["deadlines"] as? [[String: Any]] ?? []
  }

  /// The process of the guard once it runs; `nil` when there is none within a few seconds.
  func guardian() async -> pid_t? {
    for _ in 0..<200 {
      if let number = await run("guard", "status", "--output", "json").json["process"] as? Int {
        return pid_t(number)
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return nil
  }

  /// Waits until no guard is left; false when there is one after a while.
  func isIdle() async -> Bool {
    for _ in 0..<200 {
      if await run("guard", "status", "--output", "json").json["running"] as? Bool == false { return true }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  /// Another process copies it: a file that is open to write cannot be executed.
  func copyProgram(to path: String) async -> Bool {
    var copy = command(["-f", "--preserve=mode", Binary.path, path])
    copy.program = "/bin/cp"
    return await copy.run().status == 0
  }
}

extension LiveProcesses {
  static func isAlive(_ process: pid_t) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return !text.isEmpty && !text.contains(") Z ")
  }

  /// Waits until the process is gone; false when it is there after a few seconds.
  static func ends(_ process: pid_t) async -> Bool {
    for _ in 0..<500 where isAlive(process) { try? await Task.sleep(for: .milliseconds(10)) }
    return !isAlive(process)
  }

  /// The guards whose home is below a folder.
  static func guards(in folder: String) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { process in
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
      return words.split(separator: 0).dropFirst().map { String(decoding: $0, as: UTF8.self) } == ["guard"]
        && String(decoding: variables, as: UTF8.self).contains("HOME=\(folder)")
    }
  }

  /// How often a process went to sleep or was interrupted.
  static func switches(of process: pid_t) -> [Substring] {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.contains("ctxt_switches") }
  }

  static func program(of process: pid_t) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
  }

  /// What the descriptors of a process lead to.
  static func files(of process: pid_t) -> [String] {
    let folder = "/proc/\(process)/fd"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }
}
