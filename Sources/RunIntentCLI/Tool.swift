internal import IntentCore
internal import IntentLoading

/// The command: words in, bytes and a status out.
package enum Tool {
  package static let version = "0.1.0"

  package static func run(_ environment: ToolEnvironment) async -> ToolOutcome {
    var session = Session(environment.mayAsk ? environment : environment.withoutQuestions)
    do throws(Failure) {
      try await dispatch(environment.arguments, &session)
    } catch {
      session.refuse(error, of: environment.arguments)
    }
    return session.outcome
  }

  private static func dispatch(_ words: [String], _ session: inout Session) async throws(Failure) {
    let (leading, rest) = try leadingOptions(words)
    try session.apply(leading)
    if leading.has("version") { return session.print("runintent \(version)") }
    guard let first = rest.first, !leading.has("help") else {
      if rest.isEmpty, !leading.has("help"), try await SuggestCommand.offer(leading, &session) { return }
      return HelpCommand.overview(&session, asked: leading.has("help") || words.isEmpty)
    }
    let following = Array(rest.dropFirst())
    if let command = CommandTable.find(first) {
      if asksForHelp(following), CommandTable.all.contains(where: { $0.name == first }),
        ![RunCommand.command.name, HelpCommand.command.name].contains(first)
      {
        session.adoptSettings(from: following)
        return try HelpCommand.command(named: command.name, &session)
      }
      return try await command.run(following, leading, &session)
    }
    try await RunCommand.run([first] + following, leading, &session)
  }

  /// Whether a command's words ask what it does; an intent's own help is the run's matter.
  private static func asksForHelp(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  /// The options before the command or the id.
  private static func leadingOptions(_ words: [String]) throws(Failure) -> (ParsedOptions, [String]) {
    if let first = words.first, case .operand = Word(first) { return (ParsedOptions(), words) }
    var index = 0
    while index < words.count {
      if case .operand = Word(words[index]) { break }
      guard case .long(let name, nil) = Word(words[index]), RunOptions.takesValue(name) else {
        index += 1
        continue
      }
      index += 2
    }
    index = min(index, words.count)
    let leading = Array(words[..<index])
    // The longer table is only made for a call that needs it.
    let options = leading.contains(where: isOnlyLeading) ? RunOptions.leading : RunOptions.all
    return (try ParsedOptions.parse(leading, options), Array(words[index...]))
  }

  private static func isOnlyLeading(_ word: String) -> Bool {
    if case .long(let name, _) = Word(word) { RunOptions.find(name) == nil } else { false }
  }
}
