import Foundation
import IntentCore
import TestSupport
import Testing

@testable import RunIntentCLI

@Suite struct CheckCommandTests {
  private let machine = GoldenMachine()

  private func check(
    _ text: String, _ words: [String] = [], id: String = "sample"
  ) async -> (output: String, errors: String, status: Int32) {
    machine.folder.write(text, to: "home/ana/work/intents/\(id).json")
    let outcome = await machine.run(["check"] + words)
    return (
      String(decoding: outcome.output, as: UTF8.self), String(decoding: outcome.errors, as: UTF8.self),
      outcome.status.code
    )
  }

  private static let parameters = #""parameters": { "a": { "type": "string", "title": "A" } }"#

  @Test(arguments: [
    (
      "a parameter that nothing uses",
      #"{ "title": "T", \#(parameters), "handler": "system.status" }"#,
      #"1:33: warning: nothing uses the parameter "a""#, 0
    ),
    (
      "a kind of entity that nobody lists",
      #"{ "title": "T", "parameters": { "a": { "entity": "dor" } }, "handler": "lock.status", "with": { "door": "${a}" } }"#,
      #"error: "entity" is "vpn.profile" or "door", not "dor"; did you mean "door"?"#, 78
    ),
    (
      "a program that is not there",
      #"{ "title": "T", "handler": "command", "with": { "run": ["no-such"] } }"#,
      #"1:57: warning: there is no program "no-such" in /usr/bin:/bin"#, 0
    ),
    (
      "a script that is not beside it",
      #"{ "title": "T", "handler": "command", "with": { "run": ["./no.sh"] } }"#,
      "error: there is no file ./no.sh", 78
    ),
    (
      "a script that is not executable",
      #"{ "title": "T", "handler": "command", "with": { "run": ["./plain.sh"] } }"#,
      "error: ./plain.sh is not executable", 78
    ),
    (
      "a file in use that is not there",
      #"{ "title": "T", "handler": "command", "with": { "run": ["/usr/bin/true"] }, "uses": ["/no/lib.sh"] }"#,
      "warning: there is no file /no/lib.sh", 0
    ),
    (
      "a caller's text as code",
      #"{ "title": "T", \#(parameters), "handler": "command", "with": { "run": ["sh", "-c", "echo ${a}"] } }"#,
      "error: a caller's text would become code of sh", 78
    ),
    (
      "a variable that brings in code",
      #"{ "title": "T", "handler": "command", "with": { "run": ["true"], "env": { "LD_PRELOAD": "/x" } } }"#,
      #"1:89: error: the variable "LD_PRELOAD" may not be set"#, 78
    ),
    (
      "no program at all",
      #"{ "title": "T", "handler": "command", "with": { "run": [] } }"#,
      #"error: "run" must be a list that begins with a program"#, 78
    ),
    (
      "never from here",
      #"{ "title": "T", "handler": "system.status", "modes": ["interactive"] }"#,
      "warning: sample can never run from a script, as from here", 0
    ),
    (
      "a placeholder that nothing answers",
      #"{ "title": "T", "handler": "command", "with": { "run": ["true"] }, "result": { "dialog": "Seen: ${result.count}" } }"#,
      #"1:97: warning: nothing answers "result.count""#, 0
    ),
    (
      "a part of a text",
      #"{ "title": "T", "handler": "command", "with": { "run": ["true"] }, "result": { "value": "${result.value.x}" } }"#,
      #"warning: nothing answers "result.value.x""#, 0
    ),
  ])
  func `finds`(_ name: String, _ text: String, _ message: String, _ status: Int) async {
    machine.folder.write("#!/bin/sh\n", to: "usr/bin/true", mode: 0o755)
    machine.folder.write("#!/bin/sh\n", to: "usr/bin/sh", mode: 0o755)
    machine.folder.write("#!/bin/sh\n", to: "home/ana/work/intents/plain.sh")
    let found = await check(text)
    #expect(found.errors.contains(message), "\(found.errors)")
    #expect(found.status == Int32(status))
    #expect(found.output.hasPrefix("1 definition checked, 1 "), "\(found.errors)")
    let strict = await check(text, ["--strict"])
    #expect(strict.status == 78)
  }

  @Test func `all files are checked and all faults told at once`() async throws {
    machine.folder.write(
      #"{ "title": "T", "handler": "system.status" }"#, to: "etc/runintent/intents/twice.json")
    machine.folder.write(
      #"{ "title": "T", "handler": "system.status" }"#, to: "home/ana/work/intents/twice.json")
    machine.folder.write("{", to: "home/ana/work/intents/broken.json")
    let found = await check(
      #"{ "title": "T", "handler": "system.status" }"#, ["--output", "json"], id: "list")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [String: Any])
    #expect(object["checked"] as? Int == 4)
    #expect(object["errors"] as? Int == 1 && object["warnings"] as? Int == 2)
    let faults = object["faults"] as? [[String: Any]] ?? []
    #expect(
      Set(faults.compactMap { $0["code"] as? String })
        == ["json.syntax", "definition.command-name", "definition.shadowed"])
    for fault in faults {
      let location = try #require(fault["location"] as? [String: Any])
      #expect((location["file"] as? String)?.hasSuffix(".json") == true && location["line"] as? Int == 1)
    }
    #expect(found.errors.isEmpty && found.status == 78)
  }

  @Test func `a good definition has none, and no program is started`() async {
    machine.folder.write("exit 9\n", to: "usr/bin/true", mode: 0o755)
    let found = await check(
      #"{ "title": "T", "handler": "command", "with": { "run": ["true"] }, "sandbox": {} }"#)
    #expect(found == ("1 definition checked, no faults\n", "", 0))
  }

  @Test(arguments: [
    (
      #""with": { "run": ["true"] }"#,
      #"1:56: nothing limits what this starts; with "sandbox": {} the kernel does"#
    ),
    (
      #""with": { "run": ["curl", "https://a.example/x", "http://b.example"] }, "sandbox": { "network": true }"#,
      #"1:135: ["tcp:443", "tcp:80"] would do for "network""#
    ),
    (
      #""with": { "run": ["true"] }, "sandbox": { "read": ["/srv", "~"] }"#,
      #"1:98: "~" holds your whole home; name the folders that are needed"#
    ),
    (
      #""with": { "run": ["true", "${a}"] }, "parameters": { "a": { "file": { "access": "read" } } }"#,
      #"1:119: "access" says nothing without a "sandbox"; {} is enough"#
    ),
  ]) func `what could be asked for less is told, and is no fault`(text: String, hint: String) async {
    for name in ["true", "curl"] { machine.folder.write("exit 9\n", to: "usr/bin/\(name)", mode: 0o755) }
    let found = await check(#"{ "title": "T", "handler": "command", \#(text) }"#, ["--strict"])
    #expect(found.output == "intents/sample.json:\(hint)\n1 definition checked, no faults\n")
    #expect(found.status == 0)
  }

  @Test func `what raises rights is told no sandbox`() async {
    machine.folder.write("exit 9\n", to: "usr/bin/sudo", mode: 0o755)
    machine.folder.write("exit 9\n", to: "usr/bin/id", mode: 0o755)
    let found = await check(#"{ "title": "T", "handler": "command", "with": { "run": ["sudo", "id"] } }"#)
    #expect(found.output == "1 definition checked, no faults\n")
    let held = await check(
      #"{ "title": "T", "handler": "command", "with": { "run": ["sudo", "id"] }, "sandbox": {} }"#)
    #expect(
      held.output.hasPrefix("intents/sample.json:1:56: sudo raises rights, which works in no sandbox\n"))
  }

  @Test func `a misspelt id is no folder`() async {
    let found = await check(#"{ "title": "T", "handler": "system.status" }"#, ["sampel"])
    #expect(found.status == 66)
    #expect(found.errors.contains(#"there is no intent "sampel"; did you mean "sample"?"#))
  }
}
