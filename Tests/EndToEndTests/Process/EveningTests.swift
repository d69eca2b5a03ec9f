import Foundation
import TestSupport
import Testing

/// A first evening with the command, at a real terminal, with every question counted.
@Suite(
  .serialized,
  .alone
)
struct EveningTests {
  /// More than this and people begin to answer without reading.
  private static let patience = 8

  private final class Evening {
    let home = TestHome()
    private(set) var questions: [String] = []
    private(set) var statuses: [(command: String, status: Int32)] = []

    /// Runs at the terminal and says yes to whatever is asked.
    func run(_ arguments: String..., prepare: (inout Spawn) -> Void = { _ in }) async -> String {
      var command = home.command(arguments)
      command.environment["EDITOR"] = "\(home.path)/editor.sh"
      prepare(&command)
      let session = TerminalSession(command, columns: 200)
      for (prompt, answer) in [("[1/2/3/N] ", "3\n"), ("[y/N] ", "y\n")] where await session.asks(prompt) {
        questions.append(arguments.joined(separator: " "))
        await session.answer(answer)
      }
      let (status, text) = await session.end()
      statuses.append((arguments.joined(separator: " "), status))
      return text.withoutColor
    }
  }

  @Test func `takes few questions and meets no denial`() async {
    let evening = Evening()
    let home = evening.home
    _ = await evening.run("setup")
    // An intent of one's own with five edits.
    await home.program("editor.sh", "#!/bin/sh\ncat \"$HOME/next.json\" > \"$1\"\n")
    _ = await evening.run("new", "water")
    for edit in 1...5 {
      home.folder.write(
        """
        { "$schema": "schema/intent.schema.json", "title": "Water, edit \(edit)", "handler": "command",
          "with": { "run": ["printf", "%s\\n", "watered \(edit) times"] } }

        """, to: "home/next.json")
      _ = await evening.run("edit", "water")
    }
    #expect(await evening.run("water").contains("watered 5 times"))
    // A line for cron; whether it would run from there is asked, since no cron is waited for here.
    _ = await evening.run("allow", "water", "--unattended")
    #expect(await evening.run("why", "water", "--source", "timer").contains("would run"))
    // A chain of three in the shell.
    for id in ["disk-space", "show-status", "water"] { _ = await evening.run(id) }
    // The VPN up and down, a door opened and locked: on the devices that come with the command.
    #expect(await evening.run("toggle-vpn", "--state", "on").contains("Connected"))
    #expect(await evening.run("toggle-vpn", "--state", "off").contains("Not connected"))
    #expect(await evening.run("unlock-door", "front").contains("unlocked"))
    #expect(await evening.run("lock-door", "front").contains("locked"))
    // A key of the desktop starts it without a terminal.
    for id in ["water", "toggle-vpn"] { #expect(await home.run(id).status == 0, "\(id)") }
    let denied = evening.statuses.filter { $0.status != 0 }
    #expect(denied.isEmpty, "\(denied)")
    #expect(evening.questions.count <= Self.patience, "\(evening.questions)")
    print("an evening's questions: \(evening.questions.count), denials: \(denied.count)")
  }
}

extension TerminalSession {
  /// Waits for a prompt or for the end; whether it is the prompt.
  fileprivate func asks(_ prompt: String) async -> Bool {
    var pages = 1
    for _ in 0..<4000 {
      if text.hasSuffix(prompt) { return true }
      // A long question comes page by page.
      if text.hasSuffix("n is no: "), text.components(separatedBy: "n is no: ").count > pages {
        pages += 1
        await answer("\n")
      }
      if isOver { return false }
      if text.hasSuffix("/N] ") { return false }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }
}
