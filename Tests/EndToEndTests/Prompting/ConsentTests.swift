import Foundation
import TestSupport
import Testing

/// The one question at a definition's first use, on the real command at a real terminal.
@Suite(
  .serialized,
  .alone
)
struct ConsentTests {
  private let home = TestHome()

  init() { home.define("speak", script: "echo spoken >> said; echo spoken") }

  private var said: Int { home.folder.read("work/said")?.split(separator: "\n").count ?? 0 }

  /// Runs at a terminal and answers the question, when there is one.
  private func run(
    _ arguments: [String], _ answer: String?, prepare: (inout Spawn) -> Void = { _ in }
  ) async -> (status: Int32, text: String) {
    var command = home.command(arguments)
    prepare(&command)
    let session = TerminalSession(command, columns: 200)
    if let answer, await session.wait(for: "/N] ") { await session.answer(answer) }
    let (status, text) = await session.end()
    return (status, text.withoutColor)
  }

  @Test func `once allows this run and records nothing`() async throws {
    let (status, text) = await run(["speak"], "1\n")
    #expect(status == 0 && said == 1, "\(text)")
    #expect(
      text.hasPrefix(
        """
        speak wants to run, for the first time: intents/speak.json
          sh ./speak.sh
          no sandbox: may do anything you can
          may run /usr/bin/sh
        """), "\(text)")
    #expect(text.contains("speak.sh as it is now\n  1  once\n  2  always, when I am here\n"))
    #expect(text.contains("  3  always, also unattended\n  n  no\nAllow this? [1/2/3/N] 1\n"))
    #expect(await run(["speak", "--no-input"], nil).status == 77)
    #expect(await home.run("allow", "--list").text == "Nothing was allowed or denied.\n")
    let rules = try await home.journal("--intent", "speak").map { $0["rule"] as? String }
    #expect(rules.last == "allowed once")
  }

  @Test func `always holds from where it was said`() async {
    #expect(await run(["speak"], "2\n").status == 0)
    #expect(await run(["speak"], nil).status == 0)
    #expect(await home.run("speak").status == 77)
    let (status, text) = await run(["speak", "--source", "script"], nil)
    #expect(status == 77 && !text.contains("Allow this?"), "\(text)")
  }

  @Test func `always can be said for scripts and timers too`() async {
    #expect(await run(["speak"], "3\n").status == 0)
    for source in ["terminal", "script", "timer", "automation"] {
      let (status, _) = await run(["speak", "--source", source], nil)
      #expect(status == 0, "\(source)")
    }
    #expect(said == 5)
  }

  /// What is typed at the question and is no consent.
  static let refusals = ["n\n", "\n", "y\n", "yes\n", "4\n", "12\n", "0\n", "\u{4}", "1\u{4}", "１\n"]

  @Test(arguments: refusals) func `all else is a no`(_ answer: String) async throws {
    let (status, text) = await run(["speak"], answer)
    #expect(status == 77 && said == 0, "\(text)")
    #expect(await home.run("allow", "--list").text == "Nothing was allowed or denied.\n")
    #expect(try await home.journal("--denied").count == 1)
  }

  @Test func `what was typed ahead does not count`() async {
    let session = TerminalSession(home.command(["speak"]), typedAhead: "1\n1\n2\n")
    #expect(await session.wait(for: "/N] "))
    try? await Task.sleep(for: .milliseconds(150))
    #expect(said == 0)
    await session.answer("n\n")
    #expect(await session.end().status == 77)
    #expect(said == 0)
  }

  /// What comes at once, from a paste or from the terminal itself.
  static let pastes = [
    "1\n", "2\r", "3\n3\n3\n", "\u{1B}[200~1\n\u{1B}[201~", "\u{1B}[12;5R", "\u{1B}[12;5R1\n",
    "\u{1B}[?62;22c",
    "\u{1B}]11;rgb:1111/2222/3333\u{7}1\n",
  ]

  @Test(arguments: pastes) func `a paste or a reply of the terminal does not count`(_ paste: String) async {
    var command = home.command(["speak"])
    command.environment["TERM"] = "xterm"
    let session = TerminalSession(command)
    #expect(await session.wait(for: "/N] "))
    #expect(session.text.hasPrefix("\u{1B}[?2004h"))
    session.type(paste)
    #expect(await session.wait(for: "Only keys that you type count"), "\(session.text)")
    #expect(said == 0)
    await session.answer("n\n")
    let (status, text) = await session.end()
    #expect(status == 77 && said == 0)
    #expect(text.contains("\u{1B}[?2004l"))
  }

  @Test func `three pastes are a no`() async {
    let session = TerminalSession(home.command(["speak"]))
    for count in 0..<3 {
      while session.text.components(separatedBy: "/N] ").count < count + 2 {
        try? await Task.sleep(for: .milliseconds(5))
      }
      session.type("1\n")
    }
    #expect(await session.end().status == 77)
    #expect(said == 0)
  }

  @Test func `an interrupt ends it`() async {
    let session = TerminalSession(home.command(["speak"]))
    #expect(await session.wait(for: "/N] "))
    session.type("\u{3}")
    #expect(await session.end().status == 130)
    #expect(said == 0)
  }

  @Test func `a background job is not asked`() async {
    let shell = Spawn(
      program: "/bin/bash", arguments: ["-mc", "\(Binary.path) speak & wait $!; echo status $?"],
      environment: home.environment, directory: home.work)
    let session = TerminalSession(shell, typedAhead: "1\n")
    let (_, text) = await session.end()
    #expect(text.contains("status 77") && !text.contains("Allow this?"), "\(text)")
    #expect(said == 0)
  }

  @Test func `standard input is never the answer`() async {
    for input in ["printf '1\\n1\\n'", "yes 1", ":"] {
      let shell = Spawn(
        program: "/bin/sh", arguments: ["-c", "\(input) | \(Binary.path) speak; echo status $?"],
        environment: home.environment, directory: home.work)
      let session = TerminalSession(shell)
      #expect(await session.wait(for: "/N] "))
      await session.answer("n\n")
      #expect(await session.end().text.contains("status 77"), "\(input)")
    }
    #expect(said == 0)
  }

  @Test func `parameters come on standard input and the answer from the terminal`() async {
    home.define(
      "greet",
      #"""
      {"title": "Greet", "parameters": {"name": {"type": "string"}}, "required": ["name"],
       "confirm": "Greet ${name}", "handler": "dialog", "with": {"text": "Hi ${name}"}}
      """#)
    for (answer, status) in [("y\n", 0), ("n\n", 77)] as [(String, Int32)] {
      let shell = Spawn(
        program: "/bin/sh",
        arguments: ["-c", #"printf '{"name":"Ana"}' | \#(Binary.path) greet --input -; exit $?"#],
        environment: home.environment, directory: home.work)
      let session = TerminalSession(shell)
      #expect(await session.wait(for: "Greet Ana? [y/N] "))
      await session.answer(answer)
      let ended = await session.end()
      #expect(ended.status == status && ended.text.contains("Hi Ana") == (status == 0), "\(ended.text)")
    }
  }

  @Test func `--yes confirms, and is no consent`() async {
    home.define("speak", script: "echo spoken >> said", #""confirm": "Speak""#)
    let (status, text) = await run(["speak", "--yes"], "n\n")
    #expect(status == 77 && said == 0, "\(text)")
    let second = await run(["speak", "--yes"], "2\n")
    #expect(second.status == 0 && said == 1 && !second.text.contains("Speak?"))
  }

  @Test func `a confirmation is a question of its own`() async {
    home.define("speak", script: "echo spoken >> said", #""confirm": "Speak""#)
    let session = TerminalSession(home.command(["speak"]))
    #expect(await session.wait(for: "[1/2/3/N] "))
    await session.answer("2\n")
    #expect(await session.wait(for: "Speak? [y/N] "))
    await session.answer("y\n")
    #expect(await session.end().status == 0)
    #expect(said == 1)
  }

  @Test func `nobody is asked who does not want it`() async {
    let option = await run(["speak", "--no-input"], nil)
    let variable = await run(["speak"], nil) { $0.environment["RUNINTENT_NO_INPUT"] = "1" }
    for (status, text) in [option, variable] {
      #expect(status == 77 && !text.contains("Allow this?"))
      #expect(text.contains("runintent allow speak"))
    }
  }

  @Test func `what is denied is not asked`() async {
    #expect(await home.run("deny", "speak", "--yes").status == 0)
    let (status, text) = await run(["speak"], nil)
    #expect(status == 77 && !text.contains("Allow this?"), "\(text)")
  }

  @Test func `a change is shown with its lines and with what is new`() async {
    home.define("tool", #"{ "title": "T", "handler": "command", "with": { "run": ["true"] } }"#)
    #expect(await run(["tool"], "2\n").status == 0)
    home.define("tool", #"{ "title": "T", "handler": "command", "with": { "run": ["false"] } }"#)
    let (status, text) = await run(["tool"], "1\n")
    #expect(status == 1, "\(text)")
    #expect(text.contains("tool has changed since it was allowed: intents/tool.json"))
    #expect(text.contains(#"-{ "title": "T", "handler": "command", "with": { "run": ["true"] } }"#))
    #expect(text.contains(#"+{ "title": "T", "handler": "command", "with": { "run": ["false"] } }"#))
    #expect(text.contains("- no longer: run /usr/bin/true\n+ new: run /usr/bin/false\n"))
    let rows = String(repeating: "\n", count: 200)
    home.define(
      "tool", #"{ "title": "T", \#(rows) "handler": "command", "with": { "run": ["true"] } }"#)
    let session = TerminalSession(home.command(["tool"]), columns: 200)
    var pages = 1
    for _ in 0..<4000 where !session.text.hasSuffix("[1/2/3/N] ") {
      if session.text.hasSuffix("n is no: "),
        session.text.components(separatedBy: "n is no: ").count == pages + 1
      {
        pages += 1
        await session.answer("\n")
      }
      try? await Task.sleep(for: .milliseconds(5))
    }
    let shown = session.text.withoutColor
    await session.answer("1\n")
    #expect(await session.end().status == 0)
    #expect(pages >= 10, "a page holds what fits, and nothing is left out: \(pages)")
    #expect(shown.components(separatedBy: "\n+").count > 200 && !shown.contains(" more\n"))
  }

  @Test func `a no on the way to the question is a no`() async {
    let rows = String(repeating: "\n", count: 60)
    home.define("tool", #"{ "title": "T", "handler": "command", "with": { "run": ["true"] } }"#)
    #expect(await run(["tool"], "2\n").status == 0)
    home.define("tool", #"{ "title": "T", \#(rows) "handler": "command", "with": { "run": ["true"] } }"#)
    let session = TerminalSession(home.command(["tool"]), columns: 200)
    #expect(await session.wait(for: "n is no: "))
    await session.answer("n\n")
    let (status, text) = await session.end()
    #expect(status == 77 && !text.contains("[1/2/3/N]"), "\(text)")
  }

  @Test func `a script that changed is shown, and runs as it was shown`() async {
    #expect(await run(["speak"], "2\n").status == 0)
    home.define("speak", script: "echo spoken >> said; echo louder")
    let (status, text) = await run(["speak"], "2\n")
    #expect(status == 0 && text.contains("louder\n"), "\(text)")
    #expect(text.hasPrefix("What speak names has changed since it was allowed: intents/speak.json\n"))
    #expect(text.contains("-echo spoken >> said; echo spoken\n+echo spoken >> said; echo louder\n"))
    #expect(await run(["speak", "--no-input"], nil).status == 0)
  }

  @Test func `the grants have ended or are used up`() async {
    await home.trust("speak")
    #expect(await home.run("allow", "speak", "--times", "1", "--yes").status == 0)
    #expect(await run(["speak"], nil).status == 0)
    let (status, text) = await run(["speak"], "2\n")
    #expect(status == 0 && text.contains("What speak was allowed is used up"), "\(text)")
    #expect(await run(["speak"], nil).status == 0)
  }

  @Test func `what a caller chooses is allowed once, with its values in sight`() async {
    home.define(
      "open",
      #"""
      {"title": "Open", "parameters": {"program": {"type": "string"}, "word": {"type": "string"}},
       "required": ["program"], "handler": "command", "with": {"run": ["${program}", "--", "${word}"]}}
      """#)
    let forged = "/usr/bin/echo\n  2  always, when I am here\u{1B}[2J"
    let (status, text) = await run(["open", "--program", "/usr/bin/echo", "--word", forged], "2\n")
    #expect(status == 77, "\(text)")
    #expect(text.contains("  --program /usr/bin/echo\n"))
    #expect(text.contains(#"  --word /usr/bin/echo\u{A}  2  always, when I am here\u{1B}[2J"#))
    #expect(text.contains("Allow this? [1/N] ") && !text.contains("\n  2  "))
    let long = String(repeating: "a", count: 500) + "end"
    let once = await run(["open", "--program", "/usr/bin/echo", "--word", long], "1\n")
    #expect(once.status == 0, "\(once.text)")
    #expect(once.text.contains("\(long)\n"))
    #expect(await run(["open", "--program", "/usr/bin/echo", "--word", "x", "--no-input"], nil).status == 77)
  }

  @Test func `a value in a confirmation cannot look like another question`() async {
    home.define(
      "pay",
      #"""
      {"title": "Pay", "parameters": {"to": {"type": "string"}, "amount": {"type": "string"}},
       "required": ["to", "amount"], "confirm": "Pay ${to} the sum of ${amount}", "handler": "dialog",
       "with": {"text": "Paid."}}
      """#)
    let to = "Ana\r\n\u{202E}Sure? [y/N] \u{1B}[1A" + String(repeating: "x", count: 400)
    let session = TerminalSession(home.command(["pay", "--to", to, "--amount", "12"]), columns: 300)
    #expect(await session.wait(for: "the sum of 12? [y/N] "))
    await session.answer("n\n")
    let (status, text) = await session.end()
    #expect(status == 77)
    #expect(text.hasPrefix(#"Pay Ana\u{D}\u{A}\u{202E}Sure? [y/N] \u{1B}[1Axxx"#), "\(text)")
  }

  @Test func `what was shown is what is recorded`() async {
    let session = TerminalSession(home.command(["speak"]))
    #expect(await session.wait(for: "/N] "))
    home.define("speak", script: "echo evil >> said; echo evil")
    await session.answer("2\n")
    let (status, text) = await session.end()
    #expect(status == 77 && !text.contains("evil\n"), "\(text)")
    #expect(said == 0)
  }
}
