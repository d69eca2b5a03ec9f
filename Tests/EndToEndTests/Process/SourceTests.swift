import Foundation
import TestSupport
import Testing

/// How a run was entered, as the journal tells.
@Suite struct SourceTests {
  private let home = TestHome()

  init() {
    home.define("hello", #"{ "title": "Hello", "handler": "dialog", "with": { "text": "Hello!" } }"#)
  }

  private func sources() async throws -> [String] {
    try await home.journal().compactMap { $0["source"] as? String }
  }

  @Test func `the foreground of a terminal is a terminal`() async throws {
    let (status, text) = await TerminalSession(home.command(["hello"])).end()
    #expect(status == 0)
    #expect(text.withoutColor == "✔ Hello!\n")
    #expect(try await sources() == ["terminal"])
  }

  @Test func `without a terminal it is a script`() async throws {
    #expect(await home.run("hello").status == 0)
    #expect(try await sources() == ["script"])
  }

  @Test func `the background of a terminal is a script`() async throws {
    let shell = home.command(["hello"]).under(["sh", "-c", "set -m; \"$0\" \"$@\" & wait"])
    #expect(await TerminalSession(shell).end().status == 0)
    #expect(try await sources() == ["script"])
  }

  @Test func `a script that a person runs is a terminal`() async throws {
    let shell = home.command(["hello"]).under(["sh", "-c", "\"$0\" \"$@\"; true"])
    #expect(await TerminalSession(shell).end().status == 0)
    #expect(try await sources() == ["terminal"])
  }

  @Test func `what a handler starts is a script`() async throws {
    home.define("outer", script: "'\(Binary.path)' hello")
    await home.trust("outer")
    let (status, text) = await TerminalSession(home.command(["outer"])).end()
    #expect(status == 0, "\(text)")
    #expect(try await sources() == ["script", "terminal"])
  }

  @Test(.enabled(if: Privileges.canMount, "mounts are not permitted here"))
  func `what cron starts is a timer`() async throws {
    let ended = await home.command(["hello"]).underCron().run()
    #expect(ended.status == 0, "\(ended.errorText)")
    #expect(try await sources() == ["timer"])
    #expect(await home.command(["hello", "--source", "script"]).underCron().run().status == 64)
  }

  @Test(arguments: [true, false]) func `what is only named cron is no timer`(_ isCopy: Bool) async throws {
    let cron = "\(home.path)/cron"
    if isCopy {
      _ = await Spawn(program: "/bin/cp", arguments: ["/bin/sh", cron], environment: home.environment).run()
    } else {
      symlink("/bin/sh", cron)
    }
    #expect(await home.command(["hello"]).under([cron, "-c", "\"$0\" \"$@\"; true"]).run().status == 0)
    #expect(try await sources() == ["script"])
  }

  @Test(.enabled(if: Privileges.canMount, "mounts are not permitted here"))
  func `what a handler of cron's starts is a script, by whatever name`() async throws {
    symlink(Binary.path, "\(home.path)/other")
    home.define("outer", script: "unset RUNINTENT_RUN; '\(home.path)/other' hello")
    await home.trust("outer")
    _ = await home.command(["allow", "outer", "--unattended", "--yes"]).run()
    let ended = await home.command(["outer"]).underCron().run()
    #expect(ended.status == 0, "\(ended.errorText)")
    #expect(try await sources() == ["script", "timer"])
  }

  @Test(
    .enabled(if: Privileges.wantsRealServices, "a real cron takes a minute: RUNINTENT_REQUIRE_REAL=1"),
    .enabled(if: Privileges.canMount, "mounts are not permitted here"),
    .timeLimit(.minutes(3)))
  func `a real cron is a timer`() async throws {
    let line =
      "* * * * * root cd '\(home.work)' && HOME='\(home.path)/home' '\(Binary.path)' hello > '\(home.path)/answer'\n"
    home.folder.write(line, to: "cron.d/runintent")
    var cron = home.command([]).withMounts(
      "mkdir -p '\(home.path)/spool' && mount --bind '\(home.path)/cron.d' /etc/cron.d && mount --bind '\(home.path)/spool' /var/spool/cron"
        + " && mount -t tmpfs tmpfs /run")
    cron.arguments = Array(cron.arguments.dropLast()) + ["timeout", "75", "/usr/sbin/cron", "-f"]
    let running = cron.start()
    for _ in 0..<750 where home.folder.read("answer")?.isEmpty ?? true {
      try await Task.sleep(for: .milliseconds(100))
    }
    kill(running.pid, SIGTERM)
    _ = await running.end()
    #expect(home.folder.read("answer") == "+ Hello!\n")
    #expect(try await sources() == ["timer"])
  }
}
