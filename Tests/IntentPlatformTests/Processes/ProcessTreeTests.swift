import Glibc
import IntentCore
import IntentPlatform
import Testing

/// Each in a process of its own, so that nobody else's orphans are there.
@Suite struct ProcessTreeTests {
  struct Tree: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// `SLEEP` stands for a sleep that can be told from all others.
    var script: String
    var limit: Duration
    /// `nil` when the limit ends the run.
    var exit: Int32?
    var holdsStreams = false
    var atMost = Duration.milliseconds(1500)
  }

  static let trees: [Tree] = [
    Tree(
      testDescription: "a background child that holds the streams", script: "SLEEP & exit 0",
      limit: .seconds(60), exit: 0, holdsStreams: true),
    Tree(
      testDescription: "a background child without the streams", script: "SLEEP >/dev/null 2>&1 & exit 3",
      limit: .seconds(60), exit: 3),
    Tree(
      testDescription: "a child in a session of its own",
      script: "setsid SLEEP >/dev/null 2>&1 & sleep 0.05; exit 0", limit: .seconds(60), exit: 0),
    Tree(
      testDescription: "a daemon by double fork",
      script: "(setsid sh -c '(setsid SLEEP &) ; sleep 0.01' >/dev/null 2>&1 &) ; sleep 0.1; exit 0",
      limit: .seconds(60), exit: 0),
    Tree(
      testDescription: "a child that ignores TERM", script: "trap '' TERM; SLEEP & exit 0",
      limit: .seconds(60), exit: 0, holdsStreams: true, atMost: .milliseconds(3500)),
    Tree(
      testDescription: "a limit over two children", script: "SLEEP & SLEEP", limit: .milliseconds(100),
      exit: nil),
    Tree(
      testDescription: "a limit over a program that ignores TERM", script: "trap '' TERM; SLEEP; SLEEP",
      limit: .milliseconds(100), exit: nil, atMost: .milliseconds(3500)),
    Tree(
      testDescription: "a limit over a daemon that ignores TERM",
      script: "(trap '' TERM; setsid sh -c 'SLEEP; SLEEP' >/dev/null 2>&1 &) ; SLEEP",
      limit: .milliseconds(100),
      exit: nil, atMost: .milliseconds(3500)),
    Tree(
      testDescription: "a limit over a stopped program", script: "SLEEP & kill -STOP $$",
      limit: .milliseconds(100), exit: nil),
    Tree(
      testDescription: "a limit over a daemon", script: "setsid SLEEP >/dev/null 2>&1 & SLEEP",
      limit: .milliseconds(100), exit: nil),
  ]

  @Test(arguments: trees.indices) func `nothing is left`(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let tree = Self.trees[index]
      let sleep = "sleep 86400.\(getpid())"
      let began = EventLoop.now()
      let result = Result { () throws(Failure) in
        try runShell(tree.script.replacing("SLEEP", with: sleep), limit: tree.limit, adoptsOrphans: true)
      }
      #expect(EventLoop.now() - began < tree.atMost, "\(tree)")
      #expect(processesNaming(sleep) == 0, "\(tree)")
      switch result {
      case .success(let outcome):
        #expect(tree.exit.map { .status($0) } == outcome.exit, "\(tree)")
        #expect(outcome.leftStreamsHeld == tree.holdsStreams, "\(tree)")
      case .failure(let failure):
        #expect(tree.exit == nil, "\(tree)")
        #expect(failure == CancellationReason.deadline(tree.limit).failure)
      }
    }
  }

  @Test func `a signal to us ends the whole tree`() async {
    await #expect(processExitsWith: .success) {
      let sleep = "sleep 86400.\(getpid())"
      #expect(throws: CancellationReason.signal(SIGTERM).failure) {
        try EventLoop.run { loop async throws(Failure) in
          let source = CancellationSource()
          loop.cancelOnSignals(source)
          async let _: Void = {
            try? await loop.wait(until: EventLoop.now() + .milliseconds(100), CancellationSource())
            pthread_kill(pthread_self(), SIGTERM)
          }()
          _ = try await World.Processes.live(loop).run(shell("sh -c '\(sleep) & \(sleep)'; exit 0"), source)
        }
      }
      #expect(processesNaming(sleep) == 0)
    }
  }

  @Test func `a child that was there before is left alone`() async {
    await #expect(processExitsWith: .success) {
      var stranger: pid_t = 0
      let program = strdup("sleep")
      let seconds = strdup("86400")
      try #require(posix_spawn(&stranger, "/bin/sleep", nil, nil, [program, seconds, nil], nil) == 0)
      let outcome = try runShell("setsid sleep 86400.5 >/dev/null 2>&1 & sleep 0.05", adoptsOrphans: true)
      #expect(outcome.exit == .status(0))
      #expect(kill(stranger, 0) == 0)
      kill(stranger, SIGKILL)
      waitpid(stranger, nil, 0)
    }
  }

  @Test func `two programs at once do not end each other's processes`() async {
    await #expect(processExitsWith: .success) {
      let sleep = "sleep 86400.\(getpid())"
      let outcomes = try EventLoop.run { loop async throws(Failure) -> [String] in
        let processes = World.Processes.live(loop)
        let slow = shell("(setsid sh -c 'sleep 0.3; echo kept' &) ; sleep 0.4; echo done")
        async let kept = try? processes.run(slow, CancellationSource()).outputText
        let quick = try await processes.run(
          shell("setsid \(sleep) >/dev/null 2>&1 & sleep 0.05"), CancellationSource())
        return [await kept ?? "", quick.outputText]
      }
      #expect(outcomes == ["kept\ndone\n", ""])
      #expect(processesNaming(sleep) == 0)
    }
  }
}
