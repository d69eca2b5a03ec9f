import Foundation
import IntentCore
import TestSupport
import Testing

@testable import RunIntentCLI

@Suite struct NewCommandTests {
  private let machine = GoldenMachine()
  private static let own = "home/ana/.config/runintent/intents"

  private func run(_ words: String...) async -> (output: String, errors: String, status: Int32) {
    let outcome = await machine.run(words)
    return (
      String(decoding: outcome.output, as: UTF8.self).replacing(machine.folder.path, with: ""),
      String(decoding: outcome.errors, as: UTF8.self).replacing(machine.folder.path, with: ""),
      outcome.status.code
    )
  }

  private func json(_ name: String) throws -> [String: Any] {
    let text = try #require(machine.folder.read(name))
    return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  init() { machine.folder.write("#!/bin/sh\n", to: "usr/bin/echo", mode: 0o755) }

  @Test(arguments: ["command", "toggle", "status"])
  func `each kind is without faults and explains itself`(_ kind: String) async throws {
    let made = await run("new", "my-first", "--kind", kind)
    #expect(made.status == 0)
    #expect(made.output.contains("/home/ana/.config/runintent/intents/my-first.json\n"))
    #expect(made.output.contains("runintent edit my-first"))
    #expect(made.output.contains(kind == "command" ? "runintent allow my-first" : "runintent my-first"))
    let checked = await run("check", "--strict", "my-first")
    #expect(checked.output == "1 definition checked, no faults\n", "\(checked.errors)")
    let object = try json("\(Self.own)/my-first.json")
    #expect(object["title"] as? String == "My First")
    #expect(object["$schema"] as? String == "schema/intent.schema.json")
    for (_, value) in object["parameters"] as? [String: [String: Any]] ?? [:] {
      #expect(value["description"] != nil || value["title"] != nil)
    }
    let help = await run("my-first", "--help")
    #expect(help.output.contains("Usage: runintent my-first ["))
  }

  @Test(.enabled(if: TestTool.jsonschema.isReady, "jsonschema of PyPI could not be installed"))
  func `each kind is valid by the schema`() async throws {
    for kind in ["command", "toggle", "status"] { _ = await run("new", "new-\(kind)", "--kind", kind) }
    machine.folder.write("#!/usr/bin/python3\n", to: "home/ana/work/a.py")
    _ = await run("new", "--from", "a.py")
    let texts = try ["new-command", "new-toggle", "new-status", "a"].map {
      try #require(machine.folder.read("\(Self.own)/\($0).json"))
    }
    #expect(try SchemaValidator.complaints(texts) == [[], [], [], []])
  }

  @Test func `the schema comes with it, so that editors complete the keys`() async throws {
    _ = await run("new", "mine")
    #expect(
      machine.folder.read("\(Self.own)/schema/intent.schema.json")
        == (try Repository.text("intents/schema/intent.schema.json")))
  }

  @Test func `the folder of --intents is taken instead`() async {
    let made = await run("new", "mine", "--intents", "here")
    #expect(made.output.hasPrefix("here/mine.json\n"))
    #expect(made.output.contains("runintent allow --intents here mine"))
    #expect(machine.folder.read("home/ana/work/here/mine.json") != nil)
  }

  @Test func `a program gets the path and the next commands`() async throws {
    let made = await run("new", "mine", "--output", "json")
    let object = try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any]
    #expect(object?["path"] as? String == "/home/ana/.config/runintent/intents/mine.json")
    #expect(
      object?["next"] as? [[String]] == [["runintent", "edit", "mine"], ["runintent", "allow", "mine"]])
  }

  @Test func `nothing is overwritten`() async {
    machine.folder.write("mine", to: "\(Self.own)/mine.json")
    let made = await run("new", "mine")
    #expect(made.status == 65)
    #expect(made.errors.contains("there is already"))
    #expect(made.errors.contains("to change it: runintent edit mine"))
    #expect(machine.folder.read("\(Self.own)/mine.json") == "mine")
  }

  @Test(arguments: [
    (["Bad Name"], 65, #"did you mean "bad-name""#), (["list"], 65, "is a command of runintent"),
    ([], 64, "NAME is missing"), (["a", "b"], 64, "unexpected argument"),
    (["a", "--kind", "comand"], 65, #"did you mean "command""#),
    (["a", "--from", "nowhere.sh"], 66, "no file or folder"),
    (["a", "--from", "plain.txt"], 69, "names no interpreter"),
    (["a", "--from", "folder"], 74, "no file that can be read"),
  ])
  func `what cannot be is refused, and nothing is written`(
    _ words: [String], _ status: Int, _ message: String
  ) async {
    machine.folder.write("x\n", to: "home/ana/work/plain.txt")
    machine.folder.makeFolder("home/ana/work/folder")
    let outcome = await machine.run(["new"] + words)
    #expect(outcome.status.code == Int32(status))
    #expect(String(decoding: outcome.errors, as: UTF8.self).contains(message))
    #expect(!FileManager.default.fileExists(atPath: machine.real("/\(Self.own)")))
  }

  @Test(arguments: [
    ("executable", "#!/bin/sh\n", 0o755, []),
    ("shebang", "#!/bin/sh -e\n", 0o644, ["/bin/sh", "-e"]),
    ("env", "#!/usr/bin/env python3\n", 0o644, ["python3"]),
    ("env with options", "#!/usr/bin/env -S python3 -u\r\n", 0o644, ["python3", "-u"]),
    ("no first line", "echo hi\n", 0o755, ["/bin/sh"]),
  ])
  func `a script is run as it says itself`(
    _ name: String, _ text: String, _ mode: Int, _ interpreter: [String]
  ) async throws {
    machine.folder.write(text, to: "home/ana/work/bin/Back_Up.v2.sh", mode: mode_t(mode))
    let made = await run("new", "--from", "./bin/../bin/Back_Up.v2.sh")
    #expect(made.status == 0, "\(made.errors)")
    let object = try json("\(Self.own)/back_up.v2.json")
    let path = "/home/ana/work/bin/Back_Up.v2.sh"
    #expect(object["title"] as? String == "Back Up V2")
    #expect((object["with"] as? [String: Any])?["run"] as? [String] == interpreter + [path, "${arguments}"])
    #expect(object["uses"] as? [String] == [path])
  }

  @Test func `a path with a placeholder's characters stays a path`() async throws {
    machine.folder.write("#!/bin/sh\n", to: "home/ana/work/${x}.sh", mode: 0o755)
    #expect(await run("new", "odd", "--from", "${x}.sh").status == 0)
    #expect(await run("check", "--strict", "odd").output.hasSuffix("\n1 definition checked, no faults\n"))
  }

  @Test func `one that would not be found is told`() async {
    machine.folder.write(
      #"{ "title": "T", "handler": "system.status" }"#, to: "etc/runintent/intents/mine.json")
    let made = await run("new", "mine")
    #expect(made.status == 0)
    #expect(made.errors.contains("is not used: /etc/runintent/intents/mine.json"))
  }
}
