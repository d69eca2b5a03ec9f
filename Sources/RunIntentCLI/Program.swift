internal import Glibc
internal import IntentCore
internal import IntentPlatform

/// The process: reads what it was started with, runs the command, writes the answer, and tells the status.
package enum Program {
  package static func run() -> Never {
    let streams = StandardStream.prepare()
    let words = Arguments.read()
    if !words.invalid.isEmpty {
      let places = words.invalid.map { String($0 + 1) }.joined(separator: ", ")
      let text = "runintent: argument \(places) is not UTF-8\n"
      exit(finish(ToolOutcome(errors: Array(text.utf8), status: .usage), streams))
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
    // The reader closed the pipe, as `head -1` does: nothing is said, the status tells.
    if problem.isBrokenPipe { return ExitStatus.inputOutput.code }
    _ = streams.write(Array("runintent: standard output: \(problem.text)\n".utf8), to: .errors)
    return ExitStatus.inputOutput.code
  }
}

/// The command: words in, bytes and a status out.
enum Tool {
  static func run(_ environment: ToolEnvironment) async -> ToolOutcome {
    var session = Session(environment.mayAsk ? environment : environment.withoutQuestions, .ours)
    let words = environment.arguments.map(Word.init)
    do throws(Failure) {
      try await dispatch(words, &session)
    } catch {
      session.adoptSettings(from: words)
      session.refuse(error)
    }
    return session.outcome
  }

  private static func dispatch(_ words: [Word], _ session: inout Session) async throws(Failure) {
    let count = words.leadingCount
    let leading = try ParsedOptions.parse(Array(words[..<count]), RunOptions.leading)
    try session.apply(leading)
    if leading.has("version") { return session.print("runintent \(Session.version)") }
    guard count < words.count, !leading.has("help") else {
      if count == words.count, !leading.has("help"), try await SuggestCommand.offer(leading, &session) {
        return
      }
      return HelpCommand.overview(&session, asked: leading.has("help") || words.isEmpty)
    }
    session.adoptSettings(from: words)
    try FormerWords.refuse(words[count].text, Array(words[(count + 1)...]))
    var call = Invocation(leading: leading, words: Array(words[count...]))
    guard let command = try session.table.find(words[count].text) else {
      return try await RunCommand.run(call, &session)
    }
    call.words.removeFirst()
    if call.asksForHelp, !["run", "help"].contains(command.name) {
      return HelpCommand.explain(command, &session)
    }
    try await command.run(call, &session)
  }
}
