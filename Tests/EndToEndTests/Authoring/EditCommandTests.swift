import Foundation
import TestSupport
import Testing

/// Edits with the built command in a real terminal; the editor is a program of the test's own.
@Suite struct EditCommandTests {
  private let home = TestHome()
  private let definition = #"{ "title": "T", "handler": "dialog", "with": { "text": "Hi" } }"# + "\n"

  private func edit(
    _ script: String, variable: String = "EDITOR", answers: [(String, String)] = []
  ) async -> (status: Int32, text: String) {
    await home.program("editor", "#!/bin/sh\n\(script)\n")
    var spawn = home.command(["edit", "greet"])
    spawn.environment[variable] = "\(home.path)/editor"
    spawn.environment["TMPDIR"] = "\(home.path)/run"
    let terminal = TerminalSession(spawn)
    for (question, answer) in answers {
      guard await terminal.wait(for: question) else { break }
      await terminal.answer(answer)
    }
    let (status, text) = await terminal.end()
    return (status, text.withoutColor)
  }

  private var copies: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(home.path)/run")) ?? []
  }

  @Test func `a change is shown, and takes its place after one yes`() async {
    home.define("greet", definition)
    let (status, text) = await edit(#"sed -i s/Hi/Hello/ "$1""#, answers: [("[y/N]", "y\n")])
    #expect(status == 0, "\(text)")
    #expect(text.contains(#"-{ "title": "T", "handler": "dialog", "with": { "text": "Hi" } }"#))
    #expect(text.contains(#"+{ "title": "T", "handler": "dialog", "with": { "text": "Hello" } }"#))
    #expect(text.contains("changed: intents/greet.json"))
    #expect(home.folder.read("work/intents/greet.json")?.contains("Hello") == true)
    #expect(copies.isEmpty)
  }

  @Test func `VISUAL goes first, the mode stays, and the editor has terminal, schema and privacy`() async {
    home.folder.write(definition, to: "work/intents/greet.json", mode: 0o640)
    let (status, _) = await edit(
      """
      test -t 0 && test -t 1 && test -t 2 || exit 9
      test "$(stat -c %a "$(dirname "$1")")" = 700 || exit 8
      test -s "$(dirname "$1")/schema/intent.schema.json" || exit 7
      sed -i s/Hi/Hello/ "$1"
      """, variable: "VISUAL", answers: [("[y/N]", "y\n")])
    #expect(status == 0)
    var facts = stat()
    #expect(stat("\(home.work)/intents/greet.json", &facts) == 0 && facts.st_mode & 0o777 == 0o640)
  }

  @Test func `faults are shown with carets and the editor is offered again`() async {
    home.define("greet", definition)
    let (status, text) = await edit(
      #"if grep -q titel "$1"; then sed -i 's/titel/title/; s/Hi/Hello/' "$1"; else sed -i s/title/titel/ "$1"; fi"#,
      answers: [("Edit it again? [y/N]", "y\n"), ("Put it in place? [y/N]", "y\n")])
    #expect(status == 0, "\(text)")
    #expect(text.contains(#"unknown key "titel"; did you mean "title"?"#))
    #expect(text.contains("^~~~"))
    #expect(home.folder.read("work/intents/greet.json")?.contains("Hello") == true)
  }

  @Test(arguments: [
    ("no to the change", #"sed -i s/Hi/Hello/ "$1""#, "Put it in place? [y/N]", "the answer was no"),
    ("no to another try", #"sed -i s/title/titel/ "$1""#, "Edit it again? [y/N]", "it has faults"),
    ("the editor fails", #"sed -i s/Hi/Hello/ "$1"; exit 3"#, "", "the editor ended with status 3"),
    (
      "somebody else was faster", #"sed -i s/Hi/Hello/ "$1"; echo >> intents/greet.json"#,
      "Put it in place? [y/N]", "somebody else"
    ),
  ])
  func `otherwise nothing changes and the text is kept`(
    _ name: String, _ script: String, _ question: String, _ reason: String
  ) async throws {
    home.define("greet", definition)
    let answer = name == "somebody else was faster" ? "y\n" : "n\n"
    let (status, text) = await edit(script, answers: question.isEmpty ? [] : [(question, answer)])
    #expect(status == 1, "\(text)")
    #expect(text.contains("greet was not changed: \(reason)"), "\(text)")
    #expect(home.folder.read("work/intents/greet.json")?.hasPrefix(definition) == true)
    let kept = try #require(copies.first)
    #expect(text.contains("your text is kept in \(home.path)/run/\(kept)/greet.json"))
  }

  @Test(arguments: ["exit 0", "exit 4"])
  func `an unchanged copy is thrown away`(_ script: String) async {
    home.define("greet", definition)
    let (status, text) = await edit(script)
    #expect(status == (script == "exit 0" ? 0 : 1))
    #expect(text.contains(script == "exit 0" ? "nothing changed" : "ended with status 4"))
    #expect(copies.isEmpty)
  }

  @Test func `what it may do is compared, and allowed with the same yes`() async throws {
    home.define("greet", #"{ "title": "T", "handler": "command", "with": { "run": ["true"] } }"#)
    await home.trust("greet")
    let (status, text) = await edit(
      #"sed -i 's/"true"/"false"/' "$1""#, answers: [("Put it in place? [y/N]", "y\n")])
    #expect(status == 0, "\(text)")
    #expect(text.contains("- no longer: run /usr/bin/true"))
    #expect(text.contains("+ new: run /usr/bin/false"))
    #expect(text.contains("changed and allowed"))
    #expect(await home.run("greet").status == 1)
  }

  @Test func `a broken definition can be mended`() async {
    home.define("greet", #"{ "titel": "T" }"#)
    let good = definition.replacing("\n", with: "")
    let (status, _) = await edit("echo '\(good)' > \"$1\"", answers: [("Put it in place? [y/N]", "y\n")])
    #expect(status == 0)
    #expect(await home.run("greet").text == "✔ Hi\n")
  }

  @Test func `keys that interrupt are the editor's alone`() async {
    home.define("greet", definition)
    await home.program(
      "editor",
      "#!/bin/sh\ntrap 'sed -i s/Hi/Hello/ \"$1\"; exit 0' INT\necho ready\nwhile :; do sleep 0.05; done\n")
    var spawn = home.command(["edit", "greet"])
    spawn.environment["EDITOR"] = "\(home.path)/editor"
    spawn.environment["TMPDIR"] = "\(home.path)/run"
    let terminal = TerminalSession(spawn)
    #expect(await terminal.wait(for: "ready"))
    terminal.type("\u{3}")
    #expect(await terminal.wait(for: "Put it in place?"))
    await terminal.answer("y\n")
    #expect(await terminal.end().status == 0)
  }

  @Test func `without a terminal it is refused`() async {
    home.define("greet", definition)
    let ended = await home.run("edit", "greet")
    #expect(ended.status == 77)
    #expect(ended.errorText.contains("greet cannot be edited without a terminal"))
  }
}
