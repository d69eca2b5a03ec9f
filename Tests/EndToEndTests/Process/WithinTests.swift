import Foundation
import Glibc
import IntentCore
import IntentPlatform
import TestSupport
import Testing

/// Ordinary work on files that must lie in a folder, by the whole program.
@Suite struct WithinTests {
  private func home(
    _ run: String, _ file: String = "", _ rest: String = "", type: String = ""
  ) async
    -> TestHome
  {
    let home = TestHome()
    home.folder.makeFolder("safe/sub")
    home.folder.write("one\n", to: "safe/one.txt")
    home.folder.write("two\n", to: "safe/sub/two.txt")
    home.folder.write("printf '%s ' \"$#\"; cat -- \"$@\"\n", to: "work/intents/own.sh")
    home.define(
      "try",
      """
      { "title": "Try", "handler": "command", "with": { "run": \(run) }, "result": { "parse": "text" },
        "parameters": { "file": { "position": 1, \(type)
          "file": { "within": "\(home.path)/safe"\(file) } } }\(rest) }
      """)
    _ = await home.run("allow", "try", "--yes")
    _ = await home.run("allow", "try", "--unattended", "--yes")
    return home
  }

  private func value(_ home: TestHome, _ words: String...) async -> String {
    let ended = await home.command(["try"] + words + ["--output", "value"]).run()
    #expect(ended.status == 0, "\(ended.text)\(ended.errorText)")
    return ended.text
  }

  @Test(arguments: [
    (#"["cat", "--", "${file}"]"#, "one.txt", "one"), (#"["sh", "./own.sh", "${file}"]"#, "one.txt", "1 one"),
    (#"["bash", "./own.sh", "${file}"]"#, "sub/two.txt", "1 two"),
    (#"["python3", "-I", "-c", "import sys; print(open(sys.argv[1]).read())", "${file}"]"#, "one.txt", "one"),
    (#"["cat", "--", "${file}/two.txt"]"#, "sub", "two"), (#"["ls", "--", "${file}"]"#, "sub", "two.txt"),
    (#"["find", "${file}", "-type", "f", "-printf", "%f"]"#, "sub", "two.txt"),
    (#"["nice", "cat", "--", "${file}"]"#, "one.txt", "one"),
    (#"["readlink", "--", "${file}"]"#, "one.txt", "/safe/one.txt"),
  ]) func `a program reads what is given`(run: String, given: String, answer: String) async {
    let home = await home(run, #", "mustExist": true"#)
    #expect(await value(home, "\(home.path)/safe/\(given)").contains(answer))
  }

  @Test func `several files are handed at once`() async {
    let home = await home(
      #"["sh", "./own.sh", "${file}"]"#, type: #""type": "array", "items": { "type": "string" },"#)
    let text = await value(home, "\(home.path)/safe/one.txt", "\(home.path)/safe/sub/two.txt")
    #expect(text.contains("2 one\ntwo"), "\(text)")
  }

  @Test(arguments: ["", #", "access": "write""#]) func `a new file is written`(access: String) async {
    let home = await home(#"["cp", "--", "/etc/hostname", "${file}"]"#, access)
    _ = await value(home, "\(home.path)/safe/sub/new")
    #expect(home.folder.read("safe/sub/new") != nil)
  }

  @Test func `a new folder is made`() async {
    let home = await home(#"["mkdir", "-p", "--", "${file}"]"#)
    _ = await value(home, "\(home.path)/safe/a/b")
    #expect(access("\(home.path)/safe/a/b", F_OK) == 0)
  }

  @Test func `a folder is where it works`() async {
    let home = await home(#"["cat", "two.txt"], "cwd": "${file}""#)
    #expect(await value(home, "\(home.path)/safe/sub").contains("two"))
  }

  @Test(.enabled(if: SandboxKernel.live.landlock >= 1, "the kernel has no Landlock"))
  func `a program in a sandbox gets the path`() async {
    let home = await home(
      #"["tar", "-cvf", "/dev/null", "--", "${file}"]"#, #", "access": "read""#, #", "sandbox": {}"#)
    #expect(await value(home, "\(home.path)/safe/sub").contains("safe/sub/two.txt"))
  }

  @Test func `the journal and the texts have the name`() async throws {
    let home = await home(#"["cat", "--", "${file}"]"#, "", #", "description": "x""#)
    _ = await value(home, "\(home.path)/safe/one.txt")
    let text = await home.run("log", "--output", "json").text
    #expect(text.contains("safe/one.txt") && !text.contains("/proc/self/fd"), "\(text)")
  }
}
