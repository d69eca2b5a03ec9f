internal import IntentCore

extension Command {
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
