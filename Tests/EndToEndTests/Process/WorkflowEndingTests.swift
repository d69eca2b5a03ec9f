import Foundation
import Glibc
import TestSupport
import Testing

/// Workflows of real programs, ended from outside or one beside the other.
@Suite struct WorkflowEndingTests {
  private func home(_ token: String, _ limits: String = "") async -> TestHome {
    let home = TestHome()
    home.define("slow", script: "echo $$ >> started; exec sleep \(token)")
    home.define("mark", script: "touch marked")
    home.define("never", script: "touch never")
    home.define(
      "flow",
      """
      { "title": "Flow", "handler": "workflow"\(limits.isEmpty ? "" : ", \"limits\": \(limits)"),
        "with": { "steps": [{ "run": "slow" }, { "run": "never" }], "finally": [{ "run": "mark" }] } }
      """)
    await home.trust("flow")
    return home
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a signal stops the step, and finally is done`(signal: Int32, status: Int32) async throws {
    let token = LiveProcesses.token()
    let home = await home(token)
    let running = home.command(["flow"]).start()
    #expect(await home.appears("work/started"))
    kill(running.pid, signal)
    let ended = await running.end()
    #expect(ended.status == status)
    #expect(LiveProcesses.withArgument(token).isEmpty)
    #expect(home.folder.read("work/marked") != nil)
    #expect(home.folder.read("work/never") == nil)
    let rows = try await home.journal()
    let states = rows.map { "\($0["intent"] ?? "") \($0["state"] ?? "")" }
    #expect(states == ["mark finished", "slow killed", "flow killed"])
  }

  @Test func `the time of a workflow is over for its step too`() async throws {
    let token = LiveProcesses.token()
    let home = await home(token, #"{ "timeout": "1s" }"#)
    let ended = await home.run("flow")
    #expect(ended.status == 124)
    #expect(LiveProcesses.withArgument(token).isEmpty)
    #expect(home.folder.read("work/marked") != nil)
    #expect(home.folder.read("work/never") == nil)
  }

  @Test func `a workflow that is killed is not known to have ended, and the next run says so`() async throws {
    let token = LiveProcesses.token()
    let home = await home(token)
    let running = home.command(["flow"]).start()
    #expect(await home.appears("work/started"))
    kill(running.pid, SIGKILL)
    _ = await running.end()
    for pid in LiveProcesses.withArgument(token) { kill(pid, SIGKILL) }
    home.define("slow", script: "true")
    await home.trust("flow")
    let next = await home.run("flow", "--output", "json")
    #expect(next.status == 0)
    let warnings = next.json["warnings"] as? [[String: Any]] ?? []
    #expect(warnings.map { $0["code"] as? String } == ["run.unfinished"])
    #expect(try await home.journal("--failed").allSatisfy { $0["state"] as? String == "unknown" })
    #expect(await home.run("flow", "--output", "json").json["warnings"] as? [String] == [])
  }

  @Test func `two at the same moment are never both a single one`() async throws {
    let home = TestHome()
    home.define("one", script: "sleep 1", #""limits": { "concurrency": "single" }"#)
    await home.trust("one")
    let runs = (0..<8).map { _ in home.command(["one"]).start() }
    var statuses: [Int32] = []
    for run in runs { statuses.append(await run.end().status) }
    #expect(statuses.sorted() == [0, 75, 75, 75, 75, 75, 75, 75])
  }

  @Test func `so many go side by side, and one more is refused`() async throws {
    let home = TestHome()
    home.define("some", script: "sleep 2", #""limits": { "concurrency": { "parallel": 3 } }"#)
    await home.trust("some")
    let runs = (0..<5).map { _ in home.command(["some"]).start() }
    var statuses: [Int32] = []
    for run in runs { statuses.append(await run.end().status) }
    #expect(statuses.sorted() == [0, 0, 0, 75, 75])
  }

  @Test func `a restart ends the run before and takes its place`() async throws {
    let token = LiveProcesses.token()
    let home = TestHome()
    home.define(
      "latest", script: "echo x >> started; test -e second || exec sleep \(token)",
      #""limits": { "concurrency": "restart" }"#)
    await home.trust("latest")
    let first = home.command(["latest"]).start()
    #expect(await home.appears("work/started"))
    home.folder.write("", to: "work/second")
    let second = await home.run("latest")
    #expect(second.status == 0)
    #expect(await first.end().status == 143)
    #expect(LiveProcesses.withArgument(token).isEmpty)
    // The lease of one that is gone is free at once.
    #expect(await home.run("latest").seconds < 2)
  }

  @Test func `a program tells by descriptor 3 how far it is`() async throws {
    let home = TestHome()
    home.define(
      "copy",
      script: #"echo '{"progress": 0.25, "text": "copying"}' >&3; echo no JSON >&3; sleep 1.5; echo done"#)
    await home.trust("copy")
    let lines = await home.run("copy")
    #expect(lines.errorText == "… copy: copying, 25 %\n")
    #expect(lines.text == "✔ copy\n  done\n")
    #expect(await home.run("copy", "--quiet").errorText.isEmpty)
    let events = await home.run("copy", "--output", "jsonl").text.split(separator: "\n")
    #expect(
      events.first
        == #"{"event":"progress","intent":"copy","text":"copying","progress":0.25}"#)
    #expect(events.last?.hasPrefix("{\"schemaVersion\":1,") == true)
  }

  @Test func `real pipes hand values and failures on`() async throws {
    let home = TestHome()
    home.define("word", #"{ "title": "Word", "handler": "dialog", "with": { "text": "a b" } }"#)
    home.define(
      "take",
      """
      { "title": "Take", "parameters": { "text": { "type": "string", "input": "auto" } }, "required": ["text"],
        "handler": "dialog", "with": { "text": "<${text}>" } }
      """)
    home.define("fails", script: "exit 3")
    func shell(_ line: String) async -> Ended {
      await Spawn(
        program: "/bin/bash", arguments: ["-c", "set -o pipefail; \(line)"],
        environment: home.environment.merging(["R": Binary.path]) { $1 }, directory: home.work
      ).run()
    }
    #expect(await shell("$R word --output json | $R take").text == "✔ <a b>\n")
    #expect(await shell("printf 'plain\\n' | $R take").text == "✔ <plain>\n")
    let failed = await shell("$R fails --output json | $R take")
    #expect(failed.status == 77)
    #expect(failed.text.isEmpty)
    await home.trust("fails")
    #expect(await shell("$R fails --output json | $R take").status == 1)
    // Whoever has read enough hears nothing of it.
    let head = await shell("$R list | head -1 >/dev/null; true")
    #expect(head.errorText.isEmpty)
  }

  @Test func `steps that wait for nothing keep to the limit`() async {
    let home = TestHome()
    home.define(
      "loop",
      #"""
      { "title": "Loop", "handler": "workflow", "limits": { "timeout": "1s" },
        "with": { "steps": [{ "repeat": { "count": 9999999999 }, "do": [{ "set": { "a": 1 } }] }] } }
      """#)
    let ended = await home.run("loop", "--output", "json")
    #expect(ended.status == 124)
  }
}
