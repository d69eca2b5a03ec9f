import Foundation
import Glibc
import TestSupport
import Testing

/// Machines and callers that are not as they should be: a clear message, the right status, nothing lost.
@Suite struct BadInputTests {
  private static let hello = #"{ "title": "Hello", "handler": "dialog", "with": { "text": "Hello!" } }"#

  private func home() -> TestHome {
    let home = TestHome()
    home.define("hello", Self.hello)
    return home
  }

  @Test func `a broken file hides no good one`() async {
    let home = home()
    home.define("broken", "{")
    let list = await home.run("list")
    #expect(list.text.contains("hello"))
    #expect(list.errorText.contains("intents/broken.json:1:2: error"))
    #expect(list.status == 78)
    #expect(await home.run("hello").status == 0)
    #expect(await home.run("broken").status == 78)
    let data = await home.run("broken", "--output", "json")
    let location = (data.json["errors"] as? [[String: Any]])?.first?["location"] as? [String: Any]
    #expect(data.status == 78)
    #expect(location?["column"] as? Int == 2)
  }

  @Test func `parameters come by a pipe that a path names, and what is none says so`() async {
    let home = home()
    home.define(
      "greet",
      #"""
      { "title": "Greet", "parameters": { "name": { "type": "string" } }, "handler": "dialog",
        "with": { "text": "Hello, ${name}!" } }
      """#)
    var piped = home.command(["greet", "--input", "/dev/fd/0"])
    piped.input = .pipe(Array(#"{"name":"Ana"}"#.utf8))
    let ended = await piped.run()
    #expect(ended.text == "✔ Hello, Ana!\n")
    let folder = await home.run("greet", "--input", home.work)
    #expect(folder.status == 74)
    #expect(folder.errorText.contains(home.work))
    #expect(!folder.errorText.contains("there is no"))
    let missing = await home.run("greet", "--input", "\(home.work)/none.json")
    #expect(missing.status == 66)
  }

  @Test(.enabled(if: Privileges.canDrop, "needs root, who can become another user"))
  func `an unreadable folder is no empty folder`() async {
    let home = home()
    chown("\(home.path)/home", 65_534, 65_534)
    chmod(home.path, 0o755)
    #expect(await home.command(["hello"]).asUser(65_534).run().status == 0)
    chmod("\(home.work)/intents", 0)
    for arguments in [["list"], ["check"], ["hello"], ["show", "hello"]] {
      let ended = await home.command(arguments).asUser(65_534).run()
      #expect(ended.status == 74, "\(arguments): \(ended.text)\(ended.errorText)")
      #expect(ended.errorText.contains("intents"))
      #expect(!ended.text.contains("No intents"))
    }
  }

  @Test func `a pipe, a device and a socket are no definitions`() async {
    let home = home()
    mkfifo("\(home.work)/intents/pipe.json", 0o600)
    symlink("/dev/zero", "\(home.work)/intents/zero.json")
    for id in ["pipe", "zero"] {
      let ended = await home.run(id)
      #expect(ended.status == 78)
      #expect(ended.seconds < 1)
    }
    let list = await home.run("list")
    #expect(list.text.contains("hello") && list.errorText.contains("pipe.json"))
    #expect(list.seconds < 1)
  }

  @Test func `a file that all may write is denied what needs permission`() async {
    let home = home()
    home.define("speak", script: "echo hi")
    await home.trust("speak")
    chmod("\(home.work)/intents/speak.json", 0o666)
    chmod("\(home.work)/intents/hello.json", 0o666)
    let ended = await home.run("speak")
    #expect(ended.status == 77)
    #expect(ended.errorText.contains("chmod go-w"))
    let hello = await home.run("hello")
    #expect(hello.status == 0)
    #expect(hello.errorText.contains("warning"))
  }

  @Test func `an unknown intent is met with the nearest`() async {
    let ended = await home().run("helo")
    #expect(ended.status == 66)
    #expect(ended.errorText.contains(#"did you mean "hello"?"#))
  }

  @Test(.enabled(if: Privileges.canDrop, "needs root, who can become a user without a home"))
  func `without a home only what is harmless runs`() async {
    let home = home()
    home.define("speak", script: "echo hi")
    chmod(home.path, 0o755)
    var command = home.command(["hello"])
    command.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    let hello = await command.asUser(54_321).run()
    #expect(hello.status == 0)
    #expect(hello.text == "✔ Hello!\n")
    #expect(hello.errorText.contains("HOME"))
    command.arguments = ["allow", "speak", "--yes"]
    #expect(await command.asUser(54_321).run().status == 74)
    command.arguments = ["speak"]
    #expect(await command.asUser(54_321).run().status == 77)
    command.arguments = ["list"]
    #expect(await command.asUser(54_321).run().text.contains("hello"))
  }

  @Test func `closed streams`() async {
    let home = home()
    var command = home.command(["hello"])
    command.input = .closed
    #expect(await command.run().status == 0)
    command.output = .closed
    let ended = await command.run()
    #expect(ended.status == 74)
    #expect(ended.errorText.contains("standard output"))
    command.errors = .closed
    #expect(await command.run().status == 74)
    command.output = .pipe()
    #expect(await command.run().text == "✔ Hello!\n")
    command.arguments = ["nobody"]
    #expect(await command.run().status == 66)
  }

  @Test func `closed streams do not become a file of ours`() async {
    let home = home()
    home.define("speak", script: "echo hi; echo ho >&2")
    await home.trust("speak")
    var command = home.command(["speak"])
    (command.input, command.output, command.errors) = (.closed, .closed, .closed)
    #expect(await command.run().status == 74)
    #expect(await home.run("log").status == 0)
    #expect(await home.run("speak").text.contains("hi"))
  }

  @Test func `a full device takes no answer`() async throws {
    let home = home()
    var command = home.command(["hello"])
    command.output = .file("/dev/full")
    let ended = await command.run()
    #expect(ended.status == 74)
    #expect(ended.errorText.contains("No space left"))
    #expect(try await home.journal().first?["state"] as? String == "finished")
    for arguments in [["list"], ["--version"], ["help"], ["hello", "--output", "json"]] {
      command.arguments = arguments
      #expect(await command.run().status == 74, "\(arguments)")
    }
  }

  @Test(.enabled(if: Privileges.canMount, "mounts are not permitted here"))
  func `a full disk lets only what is harmless run`() async {
    let home = home()
    home.define("speak", script: "echo hi; echo . >> started")
    await home.trust("speak")
    let state = "\(home.path)/home/.local/state"
    // The last page of a file may still take a few rows, so the first runs use that up.
    let fill =
      "cp -a '\(state)' '\(home.path)/old' && mount -t tmpfs -o size=128k,mode=700 tmpfs '\(state)'"
      + " && cp -a '\(home.path)/old/.' '\(state)' && rm -rf '\(home.path)/old'"
      + " && { head -c 200000 /dev/zero > '\(state)/fill' 2>/dev/null; true; }"
      + " && for i in 1 2 3; do '\(Binary.path)' speak >/dev/null 2>&1; done; true"
    let hello = await home.command(["hello"]).withMounts(fill).run()
    #expect(hello.status == 0)
    #expect(hello.text == "✔ Hello!\n")
    #expect(hello.errorText.contains("warning"))
    home.folder.write("", to: "work/started")
    let speak = await home.command(["speak"]).withMounts(fill).run()
    #expect(speak.status == 74, "\(speak.text)\(speak.errorText)")
    #expect(!speak.text.contains("hi"))
    #expect((home.folder.read("work/started")?.count ?? 0) < 8)
    let trust = await home.command(["allow", "speak", "--yes"]).withMounts(fill).run()
    #expect(trust.status == 74)
    #expect(await home.run("speak").status == 0)
  }

  @Test(.enabled(if: Privileges.canMount, "mounts are not permitted here"))
  func `a home that cannot be written lets only what is harmless run`() async {
    let home = home()
    home.define("speak", script: "echo hi")
    let mount = "mount -t tmpfs -o ro tmpfs '\(home.path)/home'"
    let hello = await home.command(["hello"]).withMounts(mount).run()
    #expect(hello.status == 0)
    #expect(hello.text == "✔ Hello!\n")
    #expect(hello.errorText.contains("Read-only file system"))
    for arguments in [["allow", "speak", "--yes"], ["setup", "--yes"]] {
      let ended = await home.command(arguments).withMounts(mount).run()
      #expect(ended.status == 74, "\(arguments)")
      #expect(ended.errorText.contains("Read-only file system"))
    }
    #expect(await home.command(["log"]).withMounts(mount).run().status == 0)
  }

  @Test func `line ends, a missing last one and a byte order mark`() async {
    let home = home()
    home.folder.write(Self.hello, to: "work/intents/unended.json")
    home.folder.write(Self.hello.replacing(" ", with: "\r\n"), to: "work/intents/windows.json")
    home.folder.write("\u{FEFF}" + Self.hello, to: "work/intents/marked.json")
    #expect(await home.run("unended").status == 0)
    #expect(await home.run("windows").status == 0)
    let marked = await home.run("marked")
    #expect(marked.status == 78)
    #expect(marked.errorText.contains("byte order mark"))
  }
}
