import Foundation
import Glibc
import IntentCore
import IntentPlatform
import TestSupport
import Testing

private let holdsFiles = SandboxKernel.live.landlock >= 1

/// What an intent starts in a sandbox, by the whole program.
@Suite(.enabled(if: holdsFiles, "the kernel has no Landlock")) struct SandboxTests {
  private func home(_ rest: String, run: String, parameters: String = "") async -> TestHome {
    let home = TestHome()
    home.folder.write("word", to: "work/given")
    home.folder.write("secret", to: "home/secret")
    home.define(
      "try",
      """
      { "title": "Try", "handler": "command", "result": { "parse": "text" }, "parameters": { \(parameters) },
        "with": { "run": \(run) }\(rest) }
      """)
    _ = await home.run("allow", "try", "--yes")
    return home
  }

  private let folder = #""folder": { "position": 1, "file": { "access": "read" } }"#
  private let made = #""made": { "position": 2, "file": { "access": "write" } }"#

  @Test func `the files of parameters are open, and no others`() async throws {
    let home = await home(
      #", "sandbox": {}"#, run: #"["cp", "-r", "--", "${folder}/given", "${made}"]"#,
      parameters: "\(folder), \(made)")
    let done = await home.run("try", ".", "copy")
    #expect(done.status == 0, "\(done.text)\(done.errorText)")
    #expect(home.folder.read("work/copy") == "word")
    let elsewhere = await home.run("try", ".", "../nowhere/copy")
    #expect(elsewhere.status == 74)
    let refused = await self.home(
      #", "sandbox": {}"#, run: #"["cp", "--", "${folder}/../home/secret", "${made}"]"#,
      parameters: "\(folder), \(made)")
    let failed = await refused.run("try", ".", "copy")
    #expect(failed.status == 1 && failed.text.contains("Permission denied"), "\(failed.text)")
    #expect(failed.text.contains("what its sandbox allows: runintent show try\n"))
    #expect(refused.folder.read("work/copy") == nil, "an empty file is taken back")
  }

  @Test func `the store and the configuration are closed in a home that is open`() async throws {
    let home = await home(
      #", "sandbox": { "read": ["~"] }"#, run: #"["cat", "--", "${path}"]"#,
      parameters: #""path": { "position": 1, "type": "string" }"#)
    home.folder.write("{}", to: "home/.config/runintent/config.json")
    #expect(await home.run("try", "\(home.path)/home/secret").text.contains("secret"))
    for own in [".config/runintent/config.json", ".local/state/runintent/journal.sqlite"] {
      let path = "\(home.path)/home/\(own)"
      #expect(access(path, R_OK) == 0, "\(own) is there")
      let refused = await home.run("try", path)
      #expect(refused.status == 1 && refused.text.contains("Permission denied"), "\(own)")
    }
  }

  @Test func `a sandbox that would write where the store is does not start`() async throws {
    let home = await home(#", "sandbox": { "write": ["~"] }"#, run: #"["true"]"#)
    let refused = await home.run("try")
    #expect(refused.status == 77)
    #expect(refused.errorText.contains("the store or the configuration of runintent is in it"))
  }

  @Test func `without network nothing is reached`() async throws {
    let home = await home(
      #", "sandbox": {}"#, run: #"["python3", "-I", "./reach.py"]"#)
    home.folder.write(
      """
      import socket
      try: socket.create_connection(("127.0.0.1", 9))
      except OSError as error: print(error.strerror)
      """, to: "work/intents/reach.py")
    _ = await home.run("allow", "try", "--yes")
    #expect(await home.run("try").text == "✔ Try\n  Permission denied\n")
  }

  @Test func `what lists choices is held too`() async throws {
    let home = TestHome()
    home.folder.write("secret", to: "home/secret")
    home.define(
      "pick",
      #"""
      { "title": "Pick", "handler": "dialog", "with": { "text": "${x}" }, "sandbox": {}, "required": ["x"],
        "parameters": { "x": { "position": 1, "choices": { "command": ["./list.sh"] } } } }
      """#)
    await home.program(
      "work/intents/list.sh",
      "#!/bin/sh\ncat \"$HOME/secret\" 2>/dev/null && echo '\"out\"' || echo '\"held\"'\n")
    _ = await home.run("allow", "pick", "--yes")
    let done = await home.run("pick", "held")
    #expect(done.text == "✔ held\n", "\(done.errorText)")
  }

  @Test func `the temporary folder is gone after the run`() async throws {
    let home = await home(
      #", "sandbox": {}"#, run: #"["sh", "./make.sh"]"#)
    home.folder.write(
      "mkdir \"$TMPDIR/a\" && chmod 0 \"$TMPDIR/a\" && echo \"$TMPDIR\"", to: "work/intents/make.sh")
    _ = await home.run("allow", "try", "--yes")
    let done = await home.run("try", "--output", "value")
    let folder = done.text.trimmingCharacters(in: ["\"", "\n"])
    #expect(folder.hasPrefix("/tmp/runintent-"))
    #expect(access(folder, F_OK) != 0)
  }

  @Test func `doctor starts a program that is refused`() async throws {
    let found = await TestHome().run("doctor")
    #expect(
      found.text.contains("sandbox: a program in one was refused: reading files, writing files, connecting"))
  }

  /// Those that take the place of all; `.ci/run` has them.
  private static let kinds = [
    "write a file outside", "follow a link out", "read the store", "connect by MPTCP",
    "connect a pair to a socket file",
    "send a signal", "use io_uring",
  ]

  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "needs Python"))
  func `no way out of it is found`() async throws {
    let laboratory = Repository.root.appending(path: "Tests/Laboratories/Escapes/escapes").path()
    var command = Spawn(
      program: "/usr/bin/python3", arguments: [laboratory, "--short", "--program", Binary.path] + Self.kinds)
    command.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    let ended = await command.run()
    #expect(ended.status == 0, "\(ended.text)\(ended.errorText)")
    #expect(ended.text.contains("came out: 0\n"))
  }
}
