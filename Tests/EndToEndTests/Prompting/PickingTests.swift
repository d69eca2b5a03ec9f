import Foundation
import Testing

/// One key at a terminal picks what runs.
@Suite(.serialized, .alone)
struct PickingTests {
  private func home() async -> TestHome {
    let home = TestHome()
    home.define(
      "greet",
      #"""
      {"title": "Greet", "parameters": {"name": {"type": "string", "position": 1}},
       "handler": "dialog", "with": {"text": "Hello, ${name}."}}
      """#)
    home.define(
      "quiet", #"{"title": "Quiet", "suggest": false, "handler": "dialog", "with": {"text": "Quiet."}}"#)
    await home.run("greet", "Ana")
    await home.run("greet", "Ana")
    await home.run("greet", "Bob")
    await home.run("quiet")
    return home
  }

  @Test(
    arguments: [
      ("2", "Hello, Bob.", 0), ("\n", "Hello, Ana.", 0), ("\u{1B}", "", 0), ("\u{4}", "", 0),
      ("x2", "Hello, Bob.", 0),
      ("xyz", "", 0), ("\u{3}", "", 130),
    ] as [(String, String, Int32)])
  func `suggestions are picked by a key`(keys: String, answer: String, status: Int32) async throws {
    let home = await home()
    var command = home.command([])
    command.environment["NO_COLOR"] = "1"
    let session = TerminalSession(command)
    #expect(await session.wait(for: "Esc none: "), "\(session.text)")
    for key in keys {
      session.type(String(key))
      try await Task.sleep(for: .milliseconds(100))
    }
    let ended = await session.end()
    #expect(ended.status == status, "\(ended.text)")
    #expect(ended.text.contains("  1  Greet  greet Ana\n  2  Greet  greet Bob\n"), "\(ended.text)")
    #expect(!ended.text.contains("Quiet"))
    #expect(ended.text.contains("Hello") == !answer.isEmpty, "\(ended.text)")
    #expect(answer.isEmpty || ended.text.contains(answer), "\(ended.text)")
    let runs = try await home.journal()
    #expect(runs.count == (answer.isEmpty ? 4 : 5))
  }

  @Test func `what was typed before does not pick`() async {
    let home = await home()
    let session = TerminalSession(home.command([]), typedAhead: "1\n1")
    #expect(await session.wait(for: "Esc none: "))
    session.type("\u{1B}")
    #expect(!(await session.end().text.contains("Hello")))
    #expect(await home.run("log", "--last", "1").text.contains("quiet"))
  }

  @Test func `a paste picks nothing`() async {
    let home = await home()
    let session = TerminalSession(home.command([]))
    #expect(await session.wait(for: "Esc none: "))
    session.type("1\n2\n1\n")
    try? await Task.sleep(for: .milliseconds(200))
    session.type("\u{1B}")
    #expect(!(await session.end().text.contains("Hello")))
    #expect(await home.run("log", "--last", "1").text.contains("quiet"))
  }

  @Test func `without a terminal, or without runs, there is the overview`() async {
    let home = await home()
    let piped = await home.command([]).run()
    #expect(piped.status == 0)
    #expect(piped.text.contains("Commands:"))
    let empty = TestHome()
    let ended = await TerminalSession(empty.command([])).end()
    #expect(await empty.run("log").text == "No runs.\n")
    #expect(ended.status == 0)
    #expect(ended.text.contains("Commands:"))
    var quiet = home.command([])
    quiet.environment["RUNINTENT_NO_INPUT"] = "1"
    #expect(await TerminalSession(quiet).end().text.contains("Commands:"))
  }

  @Test func `of several meanings one is picked`() async {
    let home = TestHome()
    home.define(
      "lights", #"{"title": "Lights", "phrases": ["on"], "handler": "dialog", "with": {"text": "Light."}}"#)
    home.define(
      "music", #"{"title": "Music", "phrases": ["on"], "handler": "dialog", "with": {"text": "Music."}}"#)
    #expect(await home.run("say", "on").status == 64)
    let session = TerminalSession(home.command(["say", "on"]))
    #expect(await session.wait(for: "Esc none: "))
    session.type("2")
    let ended = await session.end()
    #expect(ended.status == 0)
    #expect(ended.text.contains("Music."))
  }
}
