import Foundation
import TestSupport
import Testing

/// What trust covers is what runs: the script, its interpreter, a program of one's own, and where a link led.
@Suite struct VerifiedRunTests {
  private let home = TestHome()

  private func define(_ words: String...) {
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    home.define("tool", #"{ "title": "T", "handler": "command", "with": { "run": [\#(list)] } }"#)
  }

  private func value() async -> String? {
    await home.run("tool", "--output", "json").json["value"] as? String
  }

  @Test func `a script learns where its file is, and a program of root's learns nothing`() async {
    await home.program("work/intents/tool", "#!/bin/sh\necho \"$RUNINTENT_SCRIPT\"")
    define("./tool")
    await home.trust("tool")
    #expect(await value() == "\(home.work)/intents/./tool")
    define("printenv")
    await home.trust("tool")
    #expect(await value()?.contains("RUNINTENT_SCRIPT") == false)
  }

  @Test func `an interpreter that is a script gets what it starts`() async {
    await home.program(
      "work/shim/python3", "#!/usr/bin/env bash\necho \"shim ${0##*/}\"\nexec /usr/bin/python3 \"$@\"")
    await home.program(
      "work/intents/tool", "#!\(home.work)/shim/python3\nimport sys\nprint(__file__, sys.argv[1:])")
    define("./tool", "a b")
    await home.trust("tool")
    #expect(await value() == "shim python3\n\(home.work)/intents/./tool ['a b']")
    await home.program("work/shim/python3", "#!/bin/sh\necho other")
    let ended = await home.run("tool")
    #expect(ended.status == 77)
    #expect(ended.errorText.contains("\(home.work)/shim/python3 changed since"))
  }

  @Test(arguments: [[], ["nice", "-n", "1"], ["timeout", "9", "env", "A=b"]])
  func `an environment of Python stays one`(_ wrapper: [String]) async throws {
    let made = try BuiltProgram.run(
      ["/usr/bin/python3", "-m", "venv", "--without-pip", "intents/venv"], in: home.work)
    try #require(made.status == 0, "\(made.output)")
    home.folder.write("import sys; print(sys.prefix, sys.argv[0])", to: "work/intents/tool.py")
    let list = (wrapper + ["./venv/bin/python", "./tool.py"]).map { "\"\($0)\"" }.joined(separator: ", ")
    home.define("tool", #"{ "title": "T", "handler": "command", "with": { "run": [\#(list)] } }"#)
    await home.trust("tool")
    #expect(await value() == "\(home.work)/intents/venv \(home.work)/intents/./tool.py")
    let link = "\(home.work)/intents/venv/bin/python"
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/bin/true")
    #expect(await home.run("tool").status == 77)
  }

  @Test(arguments: [[], ["nice", "-n", "1"]])
  func `a program of one's own keeps its name`(_ wrapper: [String]) async {
    await home.program("work/intents/make", "")
    _ = try? BuiltProgram.run(["/bin/cp", "/bin/bash", "intents/make"], in: home.work)
    let words = wrapper + ["./make", "-c", "echo $0 $1; [ $BASH_VERSION ] && echo bash", "a", "b"]
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    home.define("tool", #"{ "title": "T", "handler": "command", "with": { "run": [\#(list)] } }"#)
    await home.trust("tool")
    #expect(await value() == "a b\nbash")
  }

  @Test func `a script in use is looked at, and read by its name`() async {
    home.folder.write("echo one", to: "work/intents/part")
    await home.program("work/intents/tool", "#!/bin/bash\n. \"${BASH_SOURCE[0]%/*}/part\"")
    home.define(
      "tool", #"{ "title": "T", "handler": "command", "with": { "run": ["./tool"] }, "uses": ["part"] }"#)
    await home.trust("tool")
    #expect(await value() == "one")
    home.folder.write("echo two", to: "work/intents/part")
    #expect(await home.run("tool").status == 77)
  }
}
