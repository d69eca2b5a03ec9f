import Foundation
import IntentCore
import IntentEngine
import IntentRendering
import JSONLogic
import Synchronization
import TestSupport
import Testing

@testable import RunIntentCLI

@Suite struct ListAndHelpTests {
  private let machine = GoldenMachine()

  private func define(_ id: String, _ rest: String) {
    machine.folder.write(
      #"{ "title": "Title of \#(id)", "handler": "system.status"\#(rest) }"#,
      to: "home/ana/work/intents/\(id).json")
  }

  private func output(_ words: String...) async -> String {
    String(decoding: await machine.run(words).output, as: UTF8.self)
  }

  @Test func `intents stand under their categories with their icons`() async {
    define("zebra", #", "category": "animals", "icon": "star""#)
    define("bell", #", "category": "things", "icon": "bell""#)
    define("ant", #", "category": "animals""#)
    define("loose", "")
    define("secret", #", "hidden": true, "category": "things""#)
    #expect(
      await output("list") == """
        animals
             ant    Title of ant
          ★  zebra  Title of zebra

        things
          ♪  bell   Title of bell

        other
             loose  Title of loose

        """)
    #expect(await output("list", "--output", "value") == "ant\nbell\nloose\nzebra\n")
    #expect(await output("list", "--all").contains("secret"))
    #expect(await machine.run(["secret"]).status.code == 0)
  }

  @Test func `without any category there are no headings`() async {
    define("b", "")
    define("a", "")
    #expect(await output("list") == "a  Title of a\nb  Title of b\n")
  }

  @Test func `a program gets all of it`() async throws {
    define(
      "a", #", "category": "things", "icon": "bell", "phrases": ["ring"], "keywords": ["k"], "hidden": true"#)
    let text = await output("list", "--all", "--output", "json")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let intent = try #require((object?["intents"] as? [[String: Any]])?.first)
    #expect(
      Set(intent.keys).isSuperset(of: [
        "id", "title", "description", "category", "icon", "hidden", "phrases", "keywords", "parameters",
        "handler",
        "path", "allowed", "mark",
      ]))
    #expect(intent["phrases"] as? [String] == ["ring"] && intent["hidden"] as? Bool == true)
  }

  @Test func `help says all that the users of an intent need`() async {
    machine.folder.write(
      """
      {
        "title": "Copy", "description": "Copies things.", "handler": "dialog", "with": { "text": "x" },
        "parameters": {
          "to": { "type": "string", "title": "To", "position": 1, "examples": ["/tmp/a b"] },
          "from": { "type": "array", "items": { "type": "string" }, "position": 2, "short": "f", "examples": [["x", "y"]] },
          "mode": { "type": "string", "enum": ["fast", "safe"], "default": "safe", "title": "Mode" },
          "tries": { "type": "integer", "minimum": 1, "maximum": 9, "description": "How often.", "examples": [3] },
          "at": { "type": "string", "format": "date" },
          "loud": { "type": "boolean" }
        },
        "required": ["to", "mode"]
      }
      """, to: "home/ana/work/intents/copy.json")
    #expect(
      await output("copy", "--help") == """
        Copy
        Copies things.

        Usage: runintent copy TO [FROM…] --mode fast|safe [--tries NUMBER] [--at DATE] [--[no-]loud]

        Arguments:
          TO, --to           To (required)
          FROM…, -f, --from  (repeat for more)

        Options:
          --mode fast|safe  Mode (required; default: safe)
          --tries NUMBER    How often. (1 to 9)
          --at DATE         (such as 2026-12-01)
          --[no-]loud

        Examples:
          runintent copy '/tmp/a b' x y --mode fast --tries 3

        `runintent show copy` says what it touches; `runintent help` has the options of every intent and the exit statuses.

        """)
  }

  @Test func `help is wrapped to the terminal`() async {
    define(
      "long", #", "description": "A description that goes on and on until the line of the terminal ends.""#)
    machine.settings.withLock { $0.width = 40 }
    for line in await output("long", "--help").split(separator: "\n") { #expect(line.count <= 40, "\(line)") }
    for line in await output("help").split(separator: "\n")
    where !line.contains("|") && !line.hasPrefix("Usage") {
      #expect(line.count <= 40, "\(line)")
    }
  }
}

@Suite struct LineDifferenceTests {
  private func difference(_ old: String, _ new: String) -> String {
    LineDifference(from: Array(old.utf8), to: Array(new.utf8)).text(.plain)
  }

  private func lines(_ range: ClosedRange<Int>) -> String { range.map { "\($0)\n" }.joined() }

  @Test func `nothing differs`() { #expect(difference("a\nb\n", "a\nb\n") == "") }

  @Test func `a change has three lines around it`() {
    let new = lines(1...9).replacing("5\n", with: "five\n")
    #expect(difference(lines(1...9), new) == "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n")
  }

  @Test func `changes far apart are told apart`() {
    let new = lines(2...20).replacing("19\n", with: "")
    #expect(
      difference(lines(1...20), new)
        == "@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n@@ -16,5 +15,4 @@\n 16\n 17\n 18\n-19\n 20\n")
  }

  @Test func `from nothing and to nothing`() {
    #expect(difference("", "a\n") == "@@ -1,0 +1,1 @@\n+a\n")
    #expect(difference("a\n", "") == "@@ -1,1 +1,0 @@\n-a\n")
  }

  @Test func `it is what diff says`() throws {
    var random = SystemRandomNumberGenerator()
    let folder = ScratchFolder()
    for _ in 0..<20 {
      let old = (0..<30).map { _ in "\(Int.random(in: 0...9, using: &random))\n" }.joined()
      let new = old.split(separator: "\n").filter { _ in Int.random(in: 0...5, using: &random) > 0 }
        .map { Int.random(in: 0...6, using: &random) > 0 ? "\($0)\n" : "x\n" }.joined()
      folder.write(old, to: "old")
      folder.write(difference(old, new), to: "patch")
      guard old != new else { continue }
      let patch = Process()
      patch.executableURL = URL(filePath: "/usr/bin/env")
      patch.arguments = ["git", "apply", "--unidiff-zero", "--check", "-"]
      patch.currentDirectoryURL = URL(filePath: folder.path)
      let pipe = Pipe()
      patch.standardInput = pipe
      try patch.run()
      pipe.fileHandleForWriting.write(Data("--- a/old\n+++ b/old\n\(difference(old, new))".utf8))
      try pipe.fileHandleForWriting.close()
      patch.waitUntilExit()
      #expect(patch.terminationStatus == 0)
    }
  }
}
