import Glibc
import IntentCore
import Testing

@Suite struct VerifiedProgramTests {
  private static let echo = bytes(of: "/bin/echo")

  private static func bytes(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  private func request(_ path: String, _ contents: [UInt8] = echo, _ arguments: [String] = [])
    -> ProcessRequest
  {
    ProcessRequest(
      executable: path, name: "echo", contents: contents, arguments: arguments,
      environment: [("PATH", "/usr/bin:/bin")])
  }

  @Test func `the file is run under its own name, with its arguments`() throws {
    let folder = try TemporaryPrograms()
    let path = try folder.add("tool", bytes: Self.echo)
    let outcome = try runProgram(request(path, Self.echo, ["a b", "--", ""]))
    #expect(outcome.exit == .status(0))
    #expect(outcome.outputText == "a b -- \n")
  }

  @Test func `other bytes are refused`() throws {
    let folder = try TemporaryPrograms()
    for other in [Self.echo + [0], Array(Self.echo.dropLast()), [], Array("#!/bin/sh\n".utf8)] {
      let path = try folder.add("tool", bytes: other)
      #expect(throws: Failure(.fileChanged, ["path": .text(path)])) { try runProgram(request(path)) }
    }
  }

  @Test func `a file that somebody has open to write is run as a copy`() throws {
    let folder = try TemporaryPrograms()
    let path = try folder.add("tool", bytes: Self.bytes(of: "/bin/readlink"))
    let shell = request(path, Self.bytes(of: "/bin/readlink"), ["/proc/self/exe"])
    #expect(try runProgram(shell).outputText == "\(path)\n")
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    defer { close(writer) }
    #expect(writer >= 0)
    #expect(try runProgram(shell).outputText == "/memfd:runintent (deleted)\n")
  }

  @Test func `nothing of ours is open in it but what it was given`() throws {
    let folder = try TemporaryPrograms()
    let ls = Self.bytes(of: "/bin/ls")
    var request = request(try folder.add("ls", bytes: ls), ls, ["/proc/self/fd"])
    request.descriptors = [HandedContents(number: 5, contents: []), HandedContents(number: 40, contents: [])]
    #expect(try runProgram(request).outputText == "0\n1\n2\n3\n40\n5\n")
  }

  @Test(arguments: [
    ("no program", Array("neither script nor program".utf8), "Exec format error"),
    (
      "a script, which has an interpreter", Array("#!/bin/sh\n".utf8),
      "the interpreter that its first line or header names is missing"
    ),
  ])
  func `what cannot be run so is refused`(_ name: String, _ contents: [UInt8], _ reason: String) throws {
    let folder = try TemporaryPrograms()
    let path = try folder.add("tool", bytes: contents)
    #expect(throws: Failure(.executableFailed, ["path": .text(path), "reason": .text(reason)])) {
      try runProgram(request(path, contents))
    }
  }

  @Test func `it starts as every program does`() throws {
    let folder = try TemporaryPrograms()
    let dash = Self.bytes(of: "/bin/dash")
    // Signal 32 is the C library's own.
    let script = """
      pwd; cat; sed -n 's/^Sig\\(Blk\\|Ign\\).*\\(.......\\)$/\\1 \\2/p' /proc/self/status
      [ $(ps -o pgid= -p $$) = $$ ] && echo leads
      """
    var request = request(try folder.add("dash", bytes: dash), dash, ["-c", script])
    request.directory = "/usr"
    let outcome = try runProgram(request)
    #expect(outcome.outputText == "/usr\nBlk 0000000\nIgn 0000000\nleads\n")
    #expect(outcome.errorText.isEmpty)
    request.directory = "/nonexistent"
    #expect(throws: Failure.self) { try runProgram(request) }
    request.directory = "/"
    request.input = Array("read\n".utf8)
    #expect(try runProgram(request).outputText.hasPrefix("/\nread\n"))
  }
}
