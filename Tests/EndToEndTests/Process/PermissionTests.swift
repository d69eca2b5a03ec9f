import Foundation
import TestSupport
import Testing

/// Who may run what, on the real command.
@Suite struct PermissionTests {
  @Test func `without a grant and a terminal it is denied at once, and says what would allow it`()
    async throws
  {
    let home = TestHome()
    home.define("touch", script: "touch started")
    let ended = await home.run("touch")
    #expect(ended.status == 77)
    #expect(ended.seconds < 1)
    #expect(ended.errorText.contains("/sh"))
    #expect(ended.errorText.contains("runintent allow touch"))
    #expect(ended.output.isEmpty)
    #expect(home.folder.read("work/started") == nil)
    let rows = try await home.journal("--denied")
    #expect(rows.map { $0["state"] as? String } == ["denied"])
  }

  @Test(arguments: [Spawn.Stream.null, .pipe(), .pipe(Array("y\nyes\n".utf8)), .closed])
  func `standard input is no consent`(_ input: Spawn.Stream) async {
    let home = TestHome()
    home.define(
      "wipe", #"{"title": "Wipe", "confirm": "Wipe it", "handler": "dialog", "with": {"text": "Wiped."}}"#)
    home.define("touch", script: "touch started")
    for arguments in [["wipe"], ["allow", "touch"], ["setup"], ["touch"]] {
      var command = home.command(arguments)
      command.input = input
      let ended = await command.run()
      #expect(ended.status == 77, "\(arguments)")
      #expect(ended.seconds < 1)
      #expect(ended.errors.count < 1024 && !ended.errors.isEmpty)
      #expect(!ended.errors.contains(0x1B) && ended.output.isEmpty)
    }
  }

  @Test func `missing parameters are named together and never waited for`() async {
    let home = TestHome()
    home.define(
      "greet",
      """
      {"title": "Greet", "parameters": {"name": {"type": "string"}, "mood": {"type": "string"}},
       "required": ["name", "mood"], "handler": "dialog", "with": {"text": "${name} ${mood}"}}
      """)
    var command = home.command(["greet"])
    command.input = .pipe(Array("Ana\nhappy\n".utf8))
    let ended = await command.run()
    #expect(ended.status == 64)
    #expect(ended.errorText.contains("--name") && ended.errorText.contains("--mood"))
  }

  @Test func `a changed definition runs no more`() async {
    let home = TestHome()
    home.define("touch", script: "touch started")
    await home.trust("touch")
    #expect(await home.run("touch").status == 0)
    #expect(home.folder.read("work/started") == "")
    home.define("touch", #"{ "title": "touch", "handler": "command", "with": { "run": ["rm", "started"] } }"#)
    let ended = await home.run("touch")
    #expect(ended.status == 77)
    #expect(ended.errorText.contains("changed since it was allowed"))
    #expect(home.folder.read("work/started") == "")
  }

  @Test func `a changed script of a definition runs no more`() async {
    let home = TestHome()
    home.define("speak", script: "echo one")
    home.define(
      "shell", #"{ "title": "Shell", "handler": "command", "with": { "run": ["sh", "./speak.sh"] } }"#)
    await home.trust("speak", "shell")
    #expect(await home.run("speak").text.contains("one"))
    #expect(await home.run("shell").text.contains("one"))
    home.folder.write("echo two\n", to: "work/intents/shell.sh")
    await home.program("work/intents/speak.sh", "#!/bin/sh\necho two\n")
    for id in ["speak", "shell"] {
      let ended = await home.run(id)
      #expect(ended.status == 77)
      #expect(ended.errorText.contains("changed"))
      #expect(!ended.text.contains("two"))
    }
  }

  @Test func `a group may write only where it is private`() async {
    guard Privileges.isRoot else { return }
    let home = TestHome()
    home.define("speak", script: "echo hi")
    await home.trust("speak")
    let file = "\(home.work)/intents/speak.json"
    chmod(file, 0o664)
    #expect(await home.run("speak").status == 0)
    chown(file, 0, 65_534)
    let ended = await home.run("speak")
    #expect(ended.status == 77)
    #expect(ended.errorText.contains("chmod go-w"))
    chown(file, 0, 0)
    chmod(file, 0o666)
    #expect(await home.run("speak").status == 77)
    chmod(file, 0o644)
    chown(file, 12_345, 0)
    let foreign = await home.run("speak")
    #expect(foreign.status == 77)
    #expect(foreign.errorText.contains("12345"))
  }

  @Test func `a second run of what runs alone is told to come back`() async {
    let home = TestHome()
    home.define(
      "alone", script: "touch started; while [ ! -e go ]; do sleep 0.02; done",
      #""limits": { "concurrency": "single" }"#)
    await home.trust("alone")
    let first = home.command(["alone"]).start()
    #expect(await home.appears("work/started"))
    let second = await home.run("alone")
    #expect(second.status == 75)
    home.folder.write("", to: "work/go")
    #expect(await first.end().status == 0)
  }

  @Test func `what waits for another until its time is over says so`() async {
    let home = TestHome()
    home.define(
      "queues", script: "touch started; while [ ! -e go ]; do sleep 0.02; done",
      #""limits": { "concurrency": "queue" }"#)
    await home.trust("queues")
    let first = home.command(["queues"]).start()
    #expect(await home.appears("work/started"))
    let second = await home.run("queues", "--timeout", "300ms")
    #expect(second.status == 124)
    #expect(second.errorText.contains("queues did not begin within 0.3 s: another run of it goes on"))
    home.folder.write("", to: "work/go")
    #expect(await first.end().status == 0)
  }
}

extension TestHome {
  /// Waits until a file is there.
  func appears(_ name: String) async -> Bool {
    for _ in 0..<1000 {
      if access("\(path)/\(name)", F_OK) == 0 { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }
}
