internal import IntentCore

/// One command of ours.
struct Command: Sendable {
  var name: String
  var usage: String
  var summary: String
  var options: [OptionSpec]
  var run: @Sendable (_ call: Invocation, _ session: inout Session) async throws(Failure) -> Void

  /// The options of runs that every command takes too.
  static let common = ["output", "quiet", "color", "language", "intents", "help", "yes"]

  static var commonOptions: [OptionSpec] { RunOptions.all.filter { common.contains($0.name) } }

  /// Reads the words by the command's own table and the options that hold for every command.
  func parse(_ call: Invocation, _ session: inout Session) throws(Failure) -> ParsedOptions {
    let table = options + Self.commonOptions
    let unknown = call.leading.options.filter { option in !table.contains { $0.name == option.name } }
    if !unknown.isEmpty {
      let names = table.map { "--\($0.name)" }
      throw Failure(unknown.map { .unknownOption("--\($0.name)", among: names) })
    }
    var parsed = try ParsedOptions.parse(call.words, table)
    parsed.options = call.leading.options + parsed.options
    try session.apply(parsed)
    return parsed
  }

  /// Takes no operand.
  func takeNone(_ options: ParsedOptions) throws(Failure) { try refuse(options.operands.first) }

  /// The operand that may be given; a second one is an error.
  func operand(_ options: ParsedOptions) throws(Failure) -> String? {
    try refuse(options.operands.dropFirst().first)
    return options.operands.first
  }

  /// The operand that must be given, by the name that help has for it.
  func operand(_ options: ParsedOptions, named operand: String) throws(Failure) -> String {
    guard let text = try self.operand(options) else { throw missing(operand) }
    return text
  }

  func missing(_ operand: String) -> Failure {
    let word = name.utf8.prefix { $0 != UInt8(ascii: " ") }
    return Failure(
      .missingArgument,
      [
        "name": .text(operand),
        "command": .list(["runintent", String(decoding: word, as: UTF8.self), "--help"]),
      ])
  }

  private func refuse(_ extra: String?) throws(Failure) {
    guard let extra else { return }
    throw Failure(.unexpectedArgument, ["value": .text(extra), "command": .text(name)])
  }

  /// Calls the one of several verbs that the first word names, such as `list` of `automation list`.
  func dispatch(
    _ verbs: [Command], _ call: Invocation, _ session: inout Session
  ) async throws(Failure) {
    let names = verbs.map { String(Substring($0.name.utf8.dropFirst(name.utf8.count + 1))) }
    guard let word = call.operand else {
      throw Failure(
        .missingArgument, ["allowed": .list(names), "command": .list(["runintent", name, "--help"])])
    }
    guard let index = names.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) }) else {
      throw Failure(
        .unknownCommand,
        [
          "name": .text("\(name) \(word)"),
          "suggestion": .text(Suggestion.nearest(to: word, among: names) ?? ""),
        ])
    }
    try await verbs[index].run(Invocation(leading: call.leading, words: call.following), &session)
  }
}

extension [Command] {
  /// The options of all verbs, each once.
  var allOptions: [OptionSpec] {
    reduce(into: []) { options, verb in
      options += verb.options.filter { option in !options.contains { $0.name == option.name } }
    }
  }
}
