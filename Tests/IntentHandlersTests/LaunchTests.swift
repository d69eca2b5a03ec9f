import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct LaunchTests {
  @Test(
    arguments: [
      ("#!/bin/sh\n", "/bin/sh", []), ("#! /bin/bash -e \n", "/bin/bash", ["-e"]),
      ("#!/bin/sh", "/bin/sh", []),
      ("#!/bin/bash -e -u\n", "/bin/bash", ["-e -u"]), ("#!/usr/bin/env python3\n", "python3", []),
      ("#!/usr/bin/env -S bash -e  -u\n", "bash", ["-e", "-u"]), ("#!/usr/bin/env -Sbash\n", "bash", []),
      ("#!/usr/bin/env python3 -u\n", "python3 -u", []), ("#!/bin/sh\r\n", "/bin/sh\r", []),
      ("#!/usr/bin/env -S FOO=1 bash\n", "/usr/bin/env", ["-S FOO=1 bash"]),
      ("#!/usr/bin/env -i bash\n", "/usr/bin/env", ["-i bash"]),
      ("#!/usr/bin/env -S bash -c 'x'\n", "/usr/bin/env", ["-S bash -c 'x'"]), ("#!\n", "", []),
      ("#!", "", []),
    ] as [(String, String, [String])])
  func `the first line is read as the kernel and env read it`(
    _ text: String, _ program: String, _ arguments: [String]
  ) {
    let line = InterpreterLine(Array(text.utf8))
    #expect(line?.program == program)
    #expect(line?.arguments == arguments)
  }

  @Test(arguments: ["", "echo", "# !/bin/sh", " #!/bin/sh", "\u{7F}ELF"])
  func `anything else is no script`(_ text: String) { #expect(InterpreterLine(Array(text.utf8)) == nil) }

  @Test(arguments: [
    (#""${BASH_SOURCE[0]}""#, #""${0}""#), ("${BASH_SOURCE%/*}", "${0%/*}"), ("$BASH_SOURCE/x", "$0/x"),
    ("${BASH_SOURCE[0]:-$0}", "${0:-$0}"), ("${BASH_SOURCE[-1]##*/}", "${0##*/}"),
    ("$BASH_SOURCE$BASH_SOURCE", "$0$0"),
    ("${BASH_SOURCE[@]}", "${BASH_SOURCE[@]}"), ("${BASH_SOURCE[1]}", "${BASH_SOURCE[1]}"),
    ("${#BASH_SOURCE[@]}", "${#BASH_SOURCE[@]}"), ("$BASH_SOURCES", "$BASH_SOURCES"),
    ("\\$BASH_SOURCE", "\\$BASH_SOURCE"),
    ("\\\\$BASH_SOURCE", "\\\\$0"), ("BASH_SOURCE", "BASH_SOURCE"),
    ("${BASH_SOURCE[00]}", "${BASH_SOURCE[00]}"),
    ("${BASH_SOURCE", "${0"), ("$BASH_SOURC", "$BASH_SOURC"), ("${!BASH_SOURCE}", "${!BASH_SOURCE}"),
  ])
  func `a script's own source is its name`(_ text: String, _ read: String) {
    let start = ScriptStart(
      interpreter: "/bin/bash", options: [], path: "/x", contents: Array(text.utf8), arguments: [], number: 10
    )
    #expect(String(decoding: start.contents, as: UTF8.self).hasSuffix("\"$@\";\(read)"))
  }

  @Test func `a name of any kind is a word`() {
    let start = ScriptStart(
      interpreter: "bash", options: ["-e"], path: "/a 'b'\n$(id)", contents: Array("x".utf8),
      arguments: ["y"], number: 9)
    #expect(start.arguments == ["-e", "/dev/fd/9", "y"])
    #expect(String(decoding: start.contents, as: UTF8.self).hasPrefix("BASH_ARGV0='/a '\\''b'\\''\n$(id)';"))
  }

  private func launch(
    _ words: [String], programs: [Int] = [0], script: Int? = nil, _ trusted: [TrustedFile],
    root: [String] = [],
    descriptors: [HandedContents] = []
  ) throws(Failure) -> Launch {
    let lookUp = ExecutableLookup(searchPath: "/usr/bin", trusted: trusted) { name in
      trusted.first { $0.name == name }?.path ?? (name.hasPrefix("/") ? name : "/usr/bin/\(name)")
    }
    let files = World.Files(
      read: { _, _ in nil },
      facts: { _ in FileFacts(kind: .folder, owner: 0, group: 0, mode: 0o755, size: 0) },
      isExecutable: { _ in true }, isRootsAlone: { root.contains($0) })
    return try Launch(
      words, programs: programs, script: script, lookUp: lookUp, files: files, descriptors: descriptors)
  }

  private func file(_ path: String, _ text: String?, target: String? = nil) -> TrustedFile {
    TrustedFile(name: path, path: path, contents: text.map { Array($0.utf8) }, target: target)
  }

  @Test func `what is root's is started by its path`() throws {
    let launch = try launch(["/usr/bin/df", "-h"], [file("/usr/bin/df", nil)])
    #expect(launch.executable == "/usr/bin/df" && launch.arguments == ["-h"] && launch.descriptors.isEmpty)
    #expect(launch.contents == nil && launch.name == nil && launch.script == nil)
  }

  @Test func `a program of one's own is started by its bytes, a link by where it led`() throws {
    let own = try launch(["/h/tool", "a"], [file("/h/tool", "\u{7F}ELF")])
    #expect(own.executable == "/h/tool" && own.contents == Array("\u{7F}ELF".utf8) && own.arguments == ["a"])
    let link = try launch(["/h/python", "a"], [file("/h/python", nil, target: "/usr/bin/python3")])
    #expect(link.executable == "/usr/bin/python3" && link.name == "/h/python" && link.contents == nil)
  }

  @Test func `an interpreter that trust does not know must be root's`() throws {
    let script = file("/h/tool", "#!/usr/bin/env ruby\n")
    #expect(try launch(["/h/tool"], [script], root: ["/usr/bin/ruby"]).executable == "/usr/bin/ruby")
    #expect(throws: Failure(.fileChanged, ["path": "/usr/bin/ruby"])) { try launch(["/h/tool"], [script]) }
    #expect(throws: Failure.self) {
      try launch(["/h/tool"], [file("/h/tool", "#!bash\n../evil")], root: ["bash"])
    }
  }

  @Test func `interpreters of interpreters end somewhere`() {
    #expect(throws: Failure.self) { try launch(["/h/a"], [file("/h/a", "#!/h/a\n")]) }
  }

  @Test func `numbers that are taken stay the others'`() throws {
    let taken = [4, 5, 6, 7, 8, 9, 10].map { HandedContents(number: $0, contents: []) }
    let launch = try launch(
      ["/bin/sh", "/h/x"], script: 1, [file("/h/x", "echo")], descriptors: taken)
    #expect(launch.descriptors.last?.number == 11 && launch.descriptors.count == 8)
    #expect(launch.arguments == ["-c", ". /dev/fd/11", "/h/x"])
    #expect(launch.descriptors.last?.contents == Array("echo".utf8))
  }

  @Test func `within another program the bytes are found on a descriptor`() throws {
    let launch = try launch(
      ["/usr/bin/nice", "-n", "1", "/h/tool", "a"], programs: [0, 3], [file("/h/tool", "\u{7F}ELF")],
      root: ["/bin/bash"])
    #expect(launch.executable == "/usr/bin/nice")
    #expect(
      launch.arguments == [
        "-n", "1", "/bin/bash", "-c", "exec -a \"$0\" \"$@\"", "/h/tool", "/proc/self/fd/9", "a",
      ])
  }
}
