import Foundation
import Glibc
import TestSupport
import Testing

/// Runs whose wall clock shows something else; the clocks that nobody sets stay as they are.
@Suite(
  .alone,
  .enabled(if: FakeTime.library != nil, "needs libfaketime and a command that is linked dynamically"))
struct ClockTests {
  private let home = TestHome()

  private func session(_ duration: String, pause: String) async throws {
    home.define(
      "work",
      """
      { "title": "Work", "handler": "vpn.set",
        "with": { "profile": "demo:work", "state": "on", "session": { "duration": "\(duration)", "pause": "\(pause)" } } }
      """)
    home.define(
      "state", #"{ "title": "State", "handler": "vpn.status", "with": { "profile": "demo:work" } }"#)
    #expect(await home.run("work").status == 0)
    // What the guard would do in time is left to the next run.
    let status = await home.run("guard", "status", "--output", "json").json
    kill(pid_t(try #require(status["process"] as? Int)), SIGKILL)
  }

  @Test func `a day later the session is over, and its pause too`() async throws {
    try await session("PT1H", pause: "PT1H")
    #expect(await home.run("state").text.contains("left, until"))
    #expect(await home.command(["state"]).at("+1d").run().text.hasPrefix("○ Not connected"))
    #expect(
      try await home.journal("--intent", "down demo:work").map { $0["rule"] as? String } == ["stopped: limit"]
    )
    #expect(await home.command(["work"]).at("+1d").run().status == 0)
    for process in LiveProcesses.guards(in: home.path) { kill(process, SIGKILL) }
  }

  @Test func `a clock that is set back an hour makes neither session nor pause longer`() async throws {
    try await session("PT1S", pause: "PT5S")
    try await Task.sleep(for: .seconds(1.1))
    let refused = await home.command(["work", "--output", "json"]).at("-1h").run()
    #expect(refused.status == 75)
    #expect(refused.errorCodes == ["vpn.paused"])
    #expect(try await home.journal("--intent", "down demo:work").count == 1)
    try await Task.sleep(for: .seconds(5))
    #expect(await home.command(["work"]).at("-1h").run().status == 0)
    for process in LiveProcesses.guards(in: home.path) { kill(process, SIGKILL) }
  }
}

/// The library that shows a program another time (faketime(1)).
enum FakeTime {
  static let library: String? = {
    let libraries = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map {
      "/usr/lib/\($0)/faketime/libfaketime.so.1"
    }
    let library = libraries.first { FileManager.default.isReadableFile(atPath: $0) }
    guard let library, let program = FileManager.default.contents(atPath: Binary.path) else { return nil }
    return program.range(of: Data("ld-linux".utf8)) == nil ? nil : library
  }()
}

extension Spawn {
  /// The same program at another time of the day, such as `-1h`; the times of files are as they are.
  func at(_ offset: String) -> Spawn {
    var spawn = self
    spawn.environment["LD_PRELOAD"] = FakeTime.library
    spawn.environment["FAKETIME"] = offset
    spawn.environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
    spawn.environment["NO_FAKE_STAT"] = "1"
    return spawn
  }
}
