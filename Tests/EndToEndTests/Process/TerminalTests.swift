import Foundation
import Testing

/// What a person at a terminal sees and is asked.
@Suite(
  .serialized,
  .alone
)
struct TerminalTests {
  @Test func `a terminal and a pipe get the same text`() async {
    let home = TestHome()
    home.define("status", #"{ "title": "Status", "handler": "vpn.status" }"#)
    home.define("doors", #"{ "title": "Doors", "handler": "lock.status" }"#)
    home.define("fail", script: "echo out; echo err >&2; exit 3")
    await home.trust("fail")
    for id in ["status", "doors", "fail"] {
      let piped = await home.run(id)
      let (status, text) = await TerminalSession(home.command([id]), columns: 200).end()
      #expect(status == piped.status)
      #expect(text.withoutColor == piped.text + piped.errorText, "\(id)")
      #expect(text.contains("\u{1B}["), "\(id) has no colour")
    }
  }

  @Test func `what must have no colour has not one escape`() async {
    let home = TestHome()
    home.define("broken", #"{ "title": "Broken", "handler": "dialgo" }"#)
    home.define("fail", script: "exit 3")
    await home.trust("fail")
    for arguments in [["list"], ["fail"], ["broken"], ["check"], ["list", "--help"], ["show", "fail"]] {
      let piped = await home.command(arguments).run()
      #expect(!(piped.output + piped.errors).contains(0x1B), "\(arguments)")
      var plain = home.command(arguments)
      plain.environment["NO_COLOR"] = "1"
      #expect(!(await TerminalSession(plain).end().text.contains("\u{1B}")), "\(arguments)")
      let never = home.command(arguments + ["--color", "never"])
      #expect(!(await TerminalSession(never).end().text.contains("\u{1B}")), "\(arguments)")
    }
  }

  @Test func `yes after the question counts`() async {
    let home = TestHome()
    home.define("speak", script: "echo hi")
    let session = TerminalSession(home.command(["allow", "speak"]))
    #expect(await session.wait(for: "[y/N] "))
    await session.answer("y\n")
    let (status, text) = await session.end()
    #expect(status == 0, "\(text)")
    #expect(text.contains("speak.json"))
    #expect(await TerminalSession(home.command(["speak"])).end().status == 0)
    #expect(await home.run("speak").status == 77)
  }

  @Test func `yes before the question does not count`() async {
    let home = TestHome()
    home.define("speak", script: "echo hi")
    let session = TerminalSession(home.command(["allow", "speak"]), typedAhead: "y\n")
    #expect(await session.wait(for: "[y/N] "))
    try? await Task.sleep(for: .milliseconds(200))
    await session.answer("n\n")
    #expect(await session.end().status == 77)
    #expect(await TerminalSession(home.command(["speak", "--no-input"])).end().status == 77)
  }

  @Test func `the question comes to the terminal, not to the streams`() async {
    let home = TestHome()
    home.define(
      "wipe", #"{"title": "Wipe", "confirm": "Wipe it", "handler": "dialog", "with": {"text": "Wiped."}}"#)
    var command = home.command(["wipe"])
    command.output = .file("/dev/null")
    let session = TerminalSession(command)
    #expect(await session.wait(for: "Wipe it? [y/N] "))
    await session.answer("y\n")
    #expect(await session.end().status == 0)
  }

  @Test func `an interrupt at the question ends it`() async {
    let home = TestHome()
    home.define(
      "wipe", #"{"title": "Wipe", "confirm": "Wipe it", "handler": "dialog", "with": {"text": "Wiped."}}"#)
    let session = TerminalSession(home.command(["wipe"]))
    #expect(await session.wait(for: "[y/N] "))
    session.type("\u{3}")
    let (status, text) = await session.end()
    #expect(status == 130)
    #expect(!text.contains("Wiped."))
  }

  @Test func `an interrupt at the terminal ends a handler`() async {
    let home = TestHome()
    let token = LiveProcesses.token()
    home.define("slow", script: "touch started; sleep \(token)")
    await home.trust("slow")
    let session = TerminalSession(home.command(["slow", "--source", "script"]))
    #expect(await home.appears("work/started"))
    session.type("\u{3}")
    #expect(await session.end().status == 130)
    #expect(LiveProcesses.withArgument(token).isEmpty)
  }
}
