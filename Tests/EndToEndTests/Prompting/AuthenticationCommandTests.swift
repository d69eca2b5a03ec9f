import Foundation
import TestSupport
import Testing

/// Who proves who they are, on the real command, as a user without rights and with a sudo of the test's own.
@Suite(
  .serialized,
  .alone,
  .enabled(if: Privileges.canDrop && Privileges.canMount, "needs root, and mounts in a name space of its own")
)
struct AuthenticationCommandTests {
  private let home = TestHome()
  private let user = 65_534

  init() async {
    home.define(
      "raise", #"{ "title": "R", "handler": "command", "with": { "run": ["sh", "-c", "echo raised"] } }"#)
    home.define(
      "safe",
      #"{ "title": "S", "authentication": "required", "handler": "dialog", "with": { "text": "Opened." } }"#)
    home.define(
      "seen",
      #"{ "title": "S", "authentication": "unlocked", "handler": "dialog", "with": { "text": "Seen." } }"#)
    // A sudo that counts how often it is asked, and that lets by whom a file says.
    await home.program(
      "sudo/sudo", "#!/bin/sh\necho \"$*\" >> \(home.path)/asked\ntest -e \(home.path)/known\n")
    home.folder.write("", to: "asked")
    for path in [home.path, home.work, "\(home.path)/asked"]
      + ["home", "run", "work/intents"].map({
        "\(home.path)/\($0)"
      })
    {
      chown(path, uid_t(user), gid_t(user))
    }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(home.work)/intents")) ?? [] {
      chown("\(home.work)/intents/\(name)", uid_t(user), gid_t(user))
    }
    chmod("\(home.path)/sudo/sudo", 0o4755)
  }

  private var asked: [String] { (home.folder.read("asked") ?? "").split(separator: "\n").map(String.init) }

  private func know() { home.folder.write("", to: "known") }

  private func command(_ arguments: [String]) -> Spawn {
    home.command(arguments).asUser(user).withMounts("mount --bind \(home.path)/sudo /usr/local/bin")
  }

  /// Runs words of a shell at one terminal.
  private func shell(_ words: String) -> Spawn {
    var spawn = command([])
    spawn.arguments =
      Array(spawn.arguments.dropLast(1)) + ["/bin/sh", "-c", words.replacing("RUN", with: Binary.path)]
    return spawn
  }

  @Test func `--yes is no authentication`() async {
    know()
    for arguments in [["allow", "raise", "--yes"], ["allow", "raise", "--unattended", "--yes"]] {
      let ended = await command(arguments).run()
      #expect(ended.status == 77, "\(ended.errorText)")
      #expect(ended.seconds < 2)
      #expect(ended.errorText.contains("an authentication is needed, and there is no terminal to ask at"))
    }
    #expect(await command(["allow", "--list"]).run().text == "Nothing was allowed or denied.\n")
    #expect(asked.isEmpty)
  }

  @Test func `always authenticates once, and then nobody is asked`() async {
    know()
    let session = TerminalSession(command(["raise"]))
    #expect(await session.wait(for: "/N] "))
    await session.answer("3\n")
    let (status, text) = await session.end()
    #expect(status == 0 && text.contains("raised"), "\(text)")
    #expect(asked == ["-k -v -p Password of %p for raise: "])
    #expect(await command(["raise"]).run().status == 0)
    #expect(await TerminalSession(command(["raise"])).end().status == 0)
    #expect(asked.count == 1)
    let why = await command(["why", "raise"]).run()
    #expect(why.text.contains("given when it was allowed"), "\(why.text)")
  }

  @Test func `once authenticates for this run`() async {
    know()
    let session = TerminalSession(command(["raise"]))
    #expect(await session.wait(for: "/N] "))
    await session.answer("1\n")
    #expect(await session.end().status == 0)
    #expect(asked.count == 1)
    #expect(await command(["allow", "--list"]).run().text == "Nothing was allowed or denied.\n")
  }

  @Test func `a failed authentication records nothing and runs nothing`() async {
    for answer in ["1\n", "2\n"] {
      let session = TerminalSession(command(["raise"]))
      #expect(await session.wait(for: "/N] "))
      await session.answer(answer)
      let (status, text) = await session.end()
      #expect(status == 77 && text.contains("the authentication failed"), "\(text)")
      #expect(!text.contains("raised\n"))
    }
    #expect(asked.count == 2)
    #expect(await command(["allow", "--list"]).run().text == "Nothing was allowed or denied.\n")
  }

  @Test func `counts for some minutes at the same terminal, and at no other`() async {
    know()
    let (status, text) = await TerminalSession(shell("RUN safe && RUN safe && RUN safe")).end()
    #expect(status == 0 && text.components(separatedBy: "Opened.").count == 4, "\(text)")
    #expect(asked.count == 1)
    #expect(await TerminalSession(shell("RUN safe")).end().status == 0)
    #expect(asked.count == 2)
    let ended = await command(["safe"]).run()
    #expect(ended.status == 77 && !ended.errorText.contains("to allow it"), "\(ended.errorText)")
    #expect(await TerminalSession(shell("RUN safe --no-input")).end().status == 77)
    #expect(asked.count == 2)
  }

  @Test func `an earlier permission without one authenticates, or names the command`() async throws {
    know()
    for whose in [[], ["--unattended"]] {
      let session = TerminalSession(command(["allow", "raise"] + whose))
      #expect(await session.wait(for: "[y/N] "))
      await session.answer("y\n")
      #expect(await session.end().status == 0)
    }
    // As version 3 had it.
    let forget = Spawn(
      program: "/usr/bin/python3",
      arguments: [
        "-c",
        "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute(\"update words set at=9 where permission<>''\"); c.commit()",
        "\(home.path)/home/.local/state/runintent/journal.sqlite",
      ], environment: home.environment)
    #expect(await forget.asUser(user).run().status == 0)
    unlink("\(home.path)/home/.local/state/runintent/authentication")
    let script = await command(["raise"]).run()
    #expect(script.status == 77, "\(script.text)")
    #expect(script.errorText.contains("runintent allow raise --unattended"), "\(script.errorText)")
    let before = asked.count
    #expect(await TerminalSession(command(["raise"])).end().status == 0)
    #expect(asked.count == before + 1)
  }

  @Test func `where it cannot be told whether the screen is locked, it counts as locked`() async {
    let ended = await command(["seen"]).run()
    #expect(ended.status == 77)
    #expect(
      ended.errorText.contains("it cannot be told whether the login session is unlocked"),
      "\(ended.errorText)")
    #expect(ended.errorText.utf8.count < 1024)
  }
}
