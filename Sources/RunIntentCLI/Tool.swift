internal import IntentCore

/// The command: words in, bytes and a status out.
package enum Tool {
  package static func run(_ environment: ToolEnvironment) async -> ToolOutcome {
    var session = Session(
      environment.mayAsk ? environment : environment.withoutQuestions, commands: { CommandTable.all },
      reserved: { CommandTable.reserved })
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
    let leading = try leadingOptions(Array(words[..<count]))
    try session.apply(leading)
    if leading.has("version") { return session.print("runintent \(Session.version)") }
    guard count < words.count, !leading.has("help") else {
      if count == words.count, !leading.has("help"), try await SuggestCommand.offer(leading, &session) {
        return
      }
      return HelpCommand.overview(&session, asked: leading.has("help") || words.isEmpty)
    }
    session.adoptSettings(from: words)
    var call = Invocation(leading: leading, words: Array(words[count...]))
    guard let command = CommandTable.find(words[count].text) else {
      return try await RunCommand.run(call, &session)
    }
    call.words.removeFirst()
    if call.asksForHelp, ![RunCommand.command.name, HelpCommand.command.name].contains(command.name),
      CommandTable.all.contains(where: { $0.name == command.name })
    {
      return try HelpCommand.command(named: command.name, &session)
    }
    try await command.run(call, &session)
  }

  /// The options before the command or the id; the longer table is only made for a call that needs it.
  private static func leadingOptions(_ words: [Word]) throws(Failure) -> ParsedOptions {
    if words.isEmpty { return ParsedOptions() }
    let isUsual = words.allSatisfy { word in
      if case .long(let name, _) = word.kind { RunOptions.find(name) != nil } else { true }
    }
    return try ParsedOptions.parse(words, isUsual ? RunOptions.all : RunOptions.leading)
  }
}
