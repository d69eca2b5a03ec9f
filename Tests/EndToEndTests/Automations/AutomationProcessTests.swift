import Foundation
import Glibc
import TestSupport
import Testing

/// Automations as schedulers call them.
@Suite(.enabled(if: Privileges.canMount, "mounts are not permitted here")) struct AutomationProcessTests {
  private let home = TestHome()

  /// Programs that stand in for the machine's: a crontab in a file, and a shell that is called cron.
  private func prepare() async {
    await home.program(
      "bin/crontab",
      """
      #!/bin/sh
      spool='\(home.path)/spool'
      case "$1" in
      -l) [ -e "$spool" ] || { echo "no crontab for ana" >&2; exit 1; }; cat "$spool" ;;
      -r) rm -f "$spool" ;;
      -) cat >"$spool" ;;
      esac
      """)
    await home.program("bin/systemctl", "#!/bin/sh\necho 'Failed to connect to bus' >&2; exit 1\n")
    home.define("hello", #"{ "title": "Hello", "handler": "dialog", "with": { "text": "Hello!" } }"#)
  }

  private func automation(_ id: String, _ text: String) {
    home.folder.write(text, to: "work/intents/automations/\(id).json")
  }

  private func command(_ arguments: String...) -> Spawn {
    var spawn = home.command(arguments)
    spawn.environment["PATH"] = "\(home.path)/bin:/usr/bin:/bin"
    return spawn
  }

  /// The line that cron would run for an automation, by a shell, with nothing but a home, in `/`.
  private func asCron(_ line: String) -> Spawn {
    Spawn(
      program: "/bin/sh", arguments: ["-c", "\(line); exit $?"],
      environment: ["HOME": "\(home.path)/home"], directory: "/"
    ).underCron()
  }

  private func lines(_ id: String) -> [String] {
    let spool = home.folder.read("spool") ?? ""
    return spool.split(separator: "\n").map(String.init).filter { $0.contains("automation run \(id) ") }
  }

  @Test func `an installed line is silent when it goes well, and says one thing when not`() async throws {
    await prepare()
    home.define(
      "work", script: "echo done; test ! -e '\(home.path)/broken' || { echo 'disk is gone' >&2; exit 3; }")
    automation("tick", #"{ "when": "* * * * *", "run": "work" }"#)
    let foreign = "MAILTO=ana\r\n0 0 * * * date +\\%F"
    home.folder.write(foreign, to: "spool")
    let refused = await command("automation", "install").run()
    #expect(refused.status == 77)
    #expect(home.folder.read("spool") == foreign)
    #expect(await command("automation", "install", "--yes").run().status == 0)
    let spool = try #require(home.folder.read("spool"))
    #expect(spool.hasPrefix("\(foreign)\n# BEGIN runintent"))
    #expect(await command("automation", "install").run().status == 0)
    #expect(home.folder.read("spool") == spool)
    let line = try #require(lines("tick").first)
    #expect(line.hasPrefix("* * * * * "))
    let call = String(line.dropFirst("* * * * * ".count))
    let first = await asCron(call).run()
    #expect(first.status == 0 && first.output.isEmpty && first.errors.isEmpty)
    home.folder.write("", to: "broken")
    // The same minute is not run twice.
    let second = await asCron(call).run()
    let said = second.errorText + second.text
    if second.status != 0 {
      #expect(second.status == 1)
      #expect(said.contains("runintent: tick, due ") && said.contains("disk is gone"))
    }
    #expect(try await home.journal().allSatisfy { $0["source"] as? String == "timer" })
    #expect(await command("automation", "remove", "tick").run().status == 0)
    #expect(home.folder.read("spool") == foreign + "\n")
  }

  @Test func `many schedulers at once run a moment once`() async throws {
    await prepare()
    // A year's moment that lies a moment ago: only it is due, however slow the machine is.
    home.define("count", script: "echo x >> '\(home.path)/count'; sleep 0.3")
    let now = Calendar(identifier: .gregorian).dateComponents(
      in: try #require(TimeZone(identifier: "UTC")), from: Date())
    automation(
      "once",
      """
      { "when": { "cron": "\(now.minute ?? 0) \(now.hour ?? 0) \(now.day ?? 1) \(now.month ?? 1) *", "zone": "UTC" },
        "run": "count", "concurrency": "parallel" }
      """)
    #expect(await command("automation", "install", "--yes").run().status == 0)
    let call = try #require(lines("once").first).split(separator: " ").dropFirst(5).joined(separator: " ")
    let ended = await withTaskGroup(of: Ended.self) { group in
      for _ in 0..<16 { group.addTask { [self] in await asCron(call).run() } }
      return await group.reduce(into: [Ended]()) { $0.append($1) }
    }
    #expect(ended.allSatisfy { $0.status == 0 && $0.errors.isEmpty && $0.output.isEmpty })
    #expect(home.folder.read("count") == "x\n")
  }

  @Test func `a run that was killed is unknown and counts as a failure`() async throws {
    await prepare()
    home.define("hang", script: "kill -9 $PPID; sleep 5")
    automation("tick", #"{ "when": "* * * * *", "run": "hang" }"#)
    #expect(await command("automation", "install", "--yes").run().status == 0)
    let call = try #require(lines("tick").first).split(separator: " ").dropFirst(5).joined(separator: " ")
    #expect(await asCron(call).run().status == 137)
    let status = await command("automation", "status", "--output", "json").run()
    let item = (status.json["automations"] as? [[String: Any]])?.first
    #expect((item?["last"] as? [String: Any])?["state"] as? String == "unknown")
    #expect(item?["failuresInARow"] as? Int == 1)
  }

  @Test func `what was not allowed is refused under a timer too`() async throws {
    await prepare()
    home.define("work", script: "echo done")
    automation("tick", #"{ "when": "* * * * *", "run": "work" }"#)
    let call = "cd '\(home.work)' && '\(Binary.path)' --quiet automation run tick --due"
    let untrusted = await asCron(call).run()
    #expect(untrusted.status == 77)
    #expect(untrusted.errorText.contains("from a timer"))
  }

  @Test func `an edited automation is refused until it is installed again`() async throws {
    await prepare()
    home.define("work", script: "echo done")
    automation("tick", #"{ "when": "* * * * *", "run": "work" }"#)
    #expect(await command("automation", "install", "--yes").run().status == 0)
    automation("tick", #"{ "when": "* * * * *", "run": "work", "title": "Edited" }"#)
    let call = try #require(lines("tick").first).split(separator: " ").dropFirst(5).joined(separator: " ")
    let refused = await asCron(call).run()
    #expect(refused.status == 77)
    #expect(refused.errorText.contains("runintent automation install tick"), "\(refused.errorText)")
  }

  @Test func `the system's log takes what there is to say`() async throws {
    await prepare()
    await home.program(
      "bin/logger", "#!/bin/sh\necho \"$*\" >'\(home.path)/logged'; cat >>'\(home.path)/logged'\n")
    home.define("work", script: "echo 'disk is gone' >&2; exit 3")
    automation("tick", #"{ "when": "* * * * *", "run": "work" }"#)
    #expect(await command("automation", "install", "--yes", "--log-to", "journal").run().status == 0)
    let call = try #require(lines("tick").first).split(separator: " ").dropFirst(5).joined(separator: " ")
    #expect(call.hasSuffix("--due --log-to journal"))
    var cron = asCron(call)
    cron.environment["PATH"] = "\(home.path)/bin:/usr/bin:/bin"
    let ended = await cron.run()
    #expect(ended.status == 1 && ended.output.isEmpty && ended.errors.isEmpty)
    let logged = try #require(home.folder.read("logged"))
    #expect(logged.hasPrefix("--socket-errors=on --priority user.err --tag runintent/tick\n"))
    #expect(logged.contains("disk is gone"))
    // Without a log it is said where it was.
    await home.program("bin/logger", "#!/bin/sh\necho 'logger: socket /dev/log: no such file' >&2; exit 1\n")
    for ending in ["", "-wal", "-shm"] {
      unlink("\(home.path)/home/.local/state/runintent/automations.sqlite\(ending)")
    }
    let unlogged = await cron.run()
    #expect(unlogged.status == 1 && unlogged.errorText.contains("/dev/log"), "\(unlogged.errorText)")
  }

  @Test(
    .enabled(if: Privileges.wantsRealServices, "a real cron takes a minute: RUNINTENT_REQUIRE_REAL=1"),
    .enabled(if: Privileges.canMount, "mounts are not permitted here"),
    .timeLimit(.minutes(3)))
  func `a real cron runs what was installed`() async throws {
    await prepare()
    home.define("work", script: "date > '\(home.path)/ran'; pwd >> '\(home.path)/ran'")
    automation("tick", #"{ "when": "* * * * *", "run": "work" }"#)
    home.folder.makeFolder("cronspool/crontabs", mode: 0o700)
    let mounts =
      "mount --bind '\(home.path)/cronspool' /var/spool/cron && mount -t tmpfs tmpfs /etc/cron.d && mount -t tmpfs tmpfs /run"
    var before = Spawn(program: "/usr/bin/crontab", arguments: ["-"], environment: home.environment)
    before.input = .pipe(Array("HOME=\(home.path)/home\nMAILTO=\"\"\n".utf8))
    #expect(await before.withMounts(mounts).run().status == 0)
    var install = home.command(["automation", "install", "--yes", "--scheduler", "crontab"])
    install.environment["PATH"] = "/usr/bin:/bin"
    let installed = await install.withMounts(mounts).run()
    #expect(installed.status == 0, "\(installed.errorText)")
    var cron = Spawn(
      program: "timeout", arguments: ["75", "/usr/sbin/cron", "-f"], environment: home.environment)
    cron.program = "/usr/bin/timeout"
    let running = cron.withMounts(mounts).start()
    for _ in 0..<750 where home.folder.read("ran")?.contains("/") != true {
      try await Task.sleep(for: .milliseconds(100))
    }
    try await Task.sleep(for: .milliseconds(500))
    kill(running.pid, SIGTERM)
    _ = await running.end()
    #expect(home.folder.read("ran") != nil)
    let rows = try await home.journal()
    #expect(rows.first?["source"] as? String == "timer")
    #expect(rows.first?["state"] as? String == "finished")
    var status = home.command(["automation", "status", "tick", "--output", "json"])
    status.environment["PATH"] = "\(home.path)/bin:/usr/bin:/bin"
    let item = (await status.run().json["automations"] as? [[String: Any]])?.first
    #expect((item?["last"] as? [String: Any])?["state"] as? String == "done")
  }

  @Test(arguments: [true, false])
  func `a moment whose run was killed is taken on again only where that does no harm`(
    isIdempotent: Bool
  ) async throws {
    await prepare()
    let token = LiveProcesses.token()
    home.define(
      "work", script: "echo x >>'\(home.path)/runs'; test -e '\(home.path)/second' || exec sleep \(token)",
      "\"idempotent\": \(isIdempotent)")
    // Due for the next five minutes.
    let now = Calendar.current.dateComponents(in: .gmt, from: Date())
    automation(
      "once",
      """
      { "when": { "cron": "\(now.minute ?? 0) \(now.hour ?? 0) * * *", "zone": "UTC" }, "run": "work" }
      """)
    #expect(await command("automation", "install", "--yes").run().status == 0)
    await home.trust("work")
    let first = command("automation", "run", "once", "--due").start()
    #expect(await home.appears("runs"))
    kill(first.pid, SIGKILL)
    _ = await first.end()
    for pid in LiveProcesses.withArgument(token) { kill(pid, SIGKILL) }
    home.folder.write("", to: "second")
    for _ in 0..<2 { #expect(await command("automation", "run", "once", "--due").run().status == 0) }
    #expect(home.folder.read("runs") == (isIdempotent ? "x\nx\n" : "x\n"))
    let states = try await home.journal().map { $0["state"] as? String }
    #expect(states == (isIdempotent ? ["finished", "unknown"] : ["unknown"]))
  }
}
