import Foundation
import Glibc
import Testing

/// How runs are ended from outside, with all that they started.
@Suite struct EndingTests {
  /// A handler with a child, one that left its group, and one whose parent is gone.
  private static func family(_ token: String, ignoring: Bool = false) -> String {
    let trap = ignoring ? "trap '' TERM INT HUP; " : ""
    return """
      \(trap)sleep \(token) &
      setsid sleep \(token) &
      ( ( sleep \(token) & ) & )
      touch started
      sleep \(token)
      """
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a signal ends the whole family`(signal: Int32, status: Int32) async throws {
    let home = TestHome()
    let token = LiveProcesses.token()
    home.define("family", script: Self.family(token))
    await home.trust("family")
    let running = home.command(["family"]).start()
    #expect(await home.appears("work/started"))
    kill(running.pid, signal)
    let ended = await running.end()
    #expect(ended.status == status)
    #expect(ended.seconds < 4)
    #expect(LiveProcesses.withArgument(token).isEmpty)
    let row = try await home.journal().first
    #expect(row?["state"] as? String == "killed")
    #expect(row?["exitCode"] as? Int == Int(status))
  }

  @Test func `those that ignore the signal are killed after two seconds`() async {
    let home = TestHome()
    let token = LiveProcesses.token()
    home.define("stubborn", script: Self.family(token, ignoring: true))
    await home.trust("stubborn")
    let running = home.command(["stubborn"]).start()
    #expect(await home.appears("work/started"))
    kill(running.pid, SIGTERM)
    let ended = await running.end()
    #expect(ended.status == 143)
    #expect(ended.seconds > 1.9 && ended.seconds < 6)
    #expect(LiveProcesses.withArgument(token).isEmpty)
  }

  @Test func `a run whose time is over ends with its family`() async throws {
    let home = TestHome()
    let token = LiveProcesses.token()
    home.define("slow", script: "sleep \(token) & sleep \(token)")
    await home.trust("slow")
    let ended = await home.run("slow", "--timeout", "1s")
    #expect(ended.status == 124)
    #expect(ended.seconds >= 1 && ended.seconds < 4)
    #expect(LiveProcesses.withArgument(token).isEmpty)
    #expect(try await home.journal().first?["state"] as? String == "timed out")
  }

  @Test func `a run that is killed is not known to have ended`() async throws {
    let home = TestHome()
    let token = LiveProcesses.token()
    home.define("family", script: "touch started; sleep \(token)")
    await home.trust("family")
    let running = home.command(["family"]).start()
    #expect(await home.appears("work/started"))
    kill(running.pid, SIGKILL)
    #expect(await running.end().status == 137)
    #expect(try await home.journal().first?["state"] as? String == "unknown")
    for pid in LiveProcesses.withArgument(token) { kill(pid, SIGKILL) }
  }

  /// Each toggle turns it over exactly once, so the number of those that did it tells the end.
  @Test func `sixty-four toggles at once lose none`() async throws {
    let home = TestHome()
    home.define("toggle", #"{ "title": "Toggle", "handler": "vpn.set", "with": { "profile": "work" } }"#)
    let runs = (0..<64).map { _ in home.command(["toggle", "--timeout", "2s"]).start() }
    var statuses: [Int32: Int] = [:]
    for running in runs { statuses[await running.end().status, default: 0] += 1 }
    #expect(Set(statuses.keys).isSubset(of: [0, 75, 124]), "\(statuses)")
    let done = statuses[0] ?? 0
    #expect(done >= 2)
    home.define("status", #"{ "title": "Status", "handler": "vpn.status", "with": { "profile": "work" } }"#)
    let state = (await home.run("status", "--output", "json").json["value"] as? [String: Any])?["state"]
    #expect(state as? String == (done % 2 == 1 ? "connected" : "disconnected"))
    let rows = try await home.journal("--intent", "toggle", "--last", "100")
    #expect(rows.filter { $0["state"] as? String == "finished" }.count == done)
    #expect(rows.allSatisfy { ["finished", "failed", "timed out"].contains($0["state"] as? String) })
    #expect(Set(rows.compactMap { $0["run"] as? Int }).count == rows.count)
  }
}
