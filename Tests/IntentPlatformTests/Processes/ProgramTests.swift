import Glibc
import IntentCore
import IntentPlatform
import Testing

@Suite struct ProgramTests {
  struct Ending: CustomTestStringConvertible, Sendable {
    var script: String
    var exit: IntentResult.HandlerExit
    var testDescription: String { script }

    init(_ script: String, _ exit: IntentResult.HandlerExit) {
      self.script = script
      self.exit = exit
    }
  }

  @Test(arguments: [
    Ending("exit 0", .status(0)), Ending("exit 1", .status(1)), Ending("exit 3", .status(3)),
    Ending("exit 255", .status(255)), Ending("kill -KILL $$", .signal(SIGKILL)),
    Ending("kill -TERM $$", .signal(SIGTERM)), Ending("kill -SEGV $$", .signal(SIGSEGV)),
  ])
  func `says how the program ended`(ending: Ending) throws {
    #expect(try runShell(ending.script).exit == ending.exit)
  }

  @Test func `the environment is exactly what was given`() throws {
    let outcome = try runProgram(
      ProcessRequest(
        executable: "/usr/bin/env", environment: [("B", "x=y"), ("A", ""), ("ЖУК", "ü\n")]))
    #expect(outcome.outputText == "B=x=y\nA=\nЖУК=ü\n\n")
    #expect(try runProgram(ProcessRequest(executable: "/usr/bin/env")).output.isEmpty)
  }

  @Test func `only the three standard descriptors are open`() throws {
    let extra = dup2(0, 200)
    defer { close(extra) }
    let outcome = try runProgram(ProcessRequest(executable: "/bin/ls", arguments: ["/proc/self/fd"]))
    #expect(outcome.outputText == "0\n1\n2\n3\n", "3 is the folder that ls reads")
  }

  @Test func `standard input is empty`() throws {
    #expect(try runProgram(ProcessRequest(executable: "/bin/cat")).output.isEmpty)
    #expect(try runShell("readlink /proc/self/fd/0").outputText == "/dev/null\n")
  }

  @Test func `works in the given folder`() throws {
    let outcome = try runProgram(ProcessRequest(executable: "/bin/pwd", directory: "/usr/bin"))
    #expect(outcome.outputText == "/usr/bin\n")
  }

  @Test func `leads a process group of its own, without a core`() throws {
    let outcome = try runShell("echo $$; ps -o pgid= -p $$; ulimit -c; ulimit -Hc")
    let words = outcome.outputText.split(whereSeparator: \.isWhitespace)
    try #require(words.count == 4)
    #expect(words[0] == words[1])
    #expect(words[2...] == ["0", "0"])
  }

  @Test func `signals are neither blocked nor ignored`() throws {
    let outcome = try runShell("grep -E '^Sig(Blk|Ign)' /proc/self/status")
    let masks = outcome.outputText.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0, radix: 16) }
    // The C library keeps two real-time signals to itself.
    #expect(masks.map { $0 & ~(3 << 31) } == [0, 0])
  }

  @Test func `input arrives in full`() throws {
    var request = ProcessRequest(executable: "/usr/bin/wc", arguments: ["-c"])
    request.input = [UInt8](repeating: 65, count: 1 << 20)
    #expect(try runProgram(request).outputText == "1048576\n")
    request = ProcessRequest(executable: "/bin/cat")
    request.input = []
    #expect(try runProgram(request).output.isEmpty)
    request.input = Array("one\0two".utf8)
    #expect(try runProgram(request).output == Array("one\0two".utf8))
  }

  @Test(arguments: ["exit 0", "exec <&-; sleep 0.05; exit 0", "head -c 1; sleep 0.05"])
  func `a program need not read its input`(script: String) throws {
    var request = shell(script)
    request.input = [UInt8](repeating: 65, count: 1 << 20)
    let outcome = try runProgram(request)
    #expect(outcome.exit == .status(0))
    #expect(!outcome.leftStreamsHeld)
  }

  @Test func `input and output at once do not block each other`() throws {
    var request = ProcessRequest(executable: "/bin/cat", outputLimit: 8 << 20)
    request.input = (0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try runProgram(request).output == request.input)
  }

  @Test func `many programs run side by side`() throws {
    let began = EventLoop.now()
    let statuses = try EventLoop.run { loop async throws(Failure) -> [IntentResult.HandlerExit] in
      let processes = World.Processes.live(loop, adoptsOrphans: false)
      return await withTaskGroup(of: IntentResult.HandlerExit?.self) { group in
        for number in 1...5 {
          group.addTask {
            try? await processes.run(shell("sleep 0.3; exit \(number)"), CancellationSource()).exit
          }
        }
        return await group.reduce(into: []) { statuses, exit in if let exit { statuses.append(exit) } }
      }
    }
    #expect(Set(statuses.map { "\($0)" }).count == 5)
    #expect(EventLoop.now() - began < .milliseconds(1200))
  }

  @Test func `a run that is already cancelled starts nothing`() {
    #expect(throws: CancellationReason.signal(SIGINT).failure) {
      try EventLoop.run { loop async throws(Failure) in
        let source = CancellationSource()
        source.cancel(.signal(SIGINT))
        _ = try await World.Processes.live(loop, adoptsOrphans: false).run(shell("exit 0"), source)
      }
    }
  }
}
