internal import Glibc
internal import IntentCore
internal import IntentPlatform
internal import JSONLogic

/// The process: reads what it was started with, runs the command, writes the answer, and tells the status.
package enum Program {
  package static func run() -> Never {
    let streams = StandardStream.prepare()
    let words = Arguments.read()
    guard words.invalid.isEmpty else {
      exit(finish(.notUTF8(words), streams))
    }
    let facts = CallerFacts.read()
    nonisolated(unsafe) var outcome = ToolOutcome()
    nonisolated(unsafe) var store: (any StateStore)?
    EventLoop.runToEnd { loop in
      let environment = ToolEnvironment.live(words.arguments, facts, streams, loop)
      store = environment.world.store
      outcome = await Tool.run(environment)
    }
    let status = finish(outcome, streams)
    store?.maintain()
    // Closing what the process' end closes anyway would cost each run some 30,000 instructions.
    withExtendedLifetime(store) { exit(status) }
  }

  /// An answer that could not be written is a failure, whatever the run said.
  private static func finish(_ outcome: ToolOutcome, _ streams: StandardStream) -> Int32 {
    _ = streams.write(outcome.errors, to: .errors)
    guard let problem = streams.write(outcome.output, to: .output) else { return outcome.status.code }
    // Whoever read it has enough, as `head -1` has; the status tells.
    if problem.isBrokenPipe { return ExitStatus.inputOutput.code }
    _ = streams.write(Array("runintent: standard output: \(problem.text)\n".utf8), to: .errors)
    return ExitStatus.inputOutput.code
  }
}

extension ToolOutcome {
  fileprivate static func notUTF8(_ words: Arguments) -> ToolOutcome {
    var outcome = ToolOutcome()
    let places = words.invalid.map { String($0 + 1) }.joined(separator: ", ")
    outcome.errors = Array("runintent: argument \(places) is not UTF-8\n".utf8)
    outcome.status = .usage
    return outcome
  }
}
