package import IntentCore

/// Runs the command of a definition that lists a parameter's choices, when that is allowed.
package struct ChoiceSource: Sendable {
  package var list: @Sendable (Parameter, IntentDefinition) async throws(Failure) -> [Choice]

  package init(
    list: @escaping @Sendable (Parameter, IntentDefinition) async throws(Failure) -> [Choice]
  ) {
    self.list = list
  }

  /// Starts nothing, for a caller that may not.
  package static let none = ChoiceSource { parameter, _ throws(Failure) in
    throw Failure(
      .unavailable, ["name": .text("--\(parameter.name)"), "reason": "its choices are not listed here"],
      parameter: parameter.name)
  }
}

/// Other words for a value of a parameter, such as its titles in the user's language, the best first.
package typealias ValueTitles = @Sendable (_ parameter: Parameter, _ value: Value) -> [String]

extension IntentDefinition {
  /// The command that lists a parameter's choices, as an intent with the same file and the same trust; `nil`
  /// when the parameter has no such command.
  package func listing(choicesOf parameter: Parameter) -> IntentDefinition? {
    guard case .command(let words)? = parameter.choices else { return nil }
    var listing = IntentDefinition(
      id: id, path: path, source: source, title: title, handler: "command",
      with: [("run", .array(words.map { .literal(.string($0)) }))])
    listing.modes = modes
    listing.limits.timeout = .seconds(10)
    return listing
  }

  /// Whether a command lists the choices of a parameter.
  package var listsChoices: Bool {
    parameters.contains { if case .command? = $0.choices { true } else { false } }
  }

  /// The commands that list the choices of all parameters.
  var listings: [IntentDefinition] { parameters.compactMap { listing(choicesOf: $0) } }
}

/// Reads what a command that lists choices printed.
package enum ChoiceLines {
  /// A choice a line: a text (or number), or an object of `value` and perhaps `title`.
  package static func read(_ text: String, of parameter: Parameter) throws(Failure) -> [Choice] {
    var choices: [Choice] = []
    var number = 0
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let bytes = line.last == 0x0D ? line.dropLast() : line
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      guard let value = try? Value(json: Array(bytes), file: ""), let choice = Choice(json: value) else {
        throw Failure(
          .unavailable,
          [
            "name": .text("--\(parameter.name)"),
            "reason": .text(
              "line \(number) of its choices is neither a text nor an object with \"value\" in JSON"),
          ], parameter: parameter.name)
      }
      if !choices.contains(where: { $0.value == choice.value }) { choices.append(choice) }
      if choices.count > limit {
        throw Failure(
          .unavailable,
          ["name": .text("--\(parameter.name)"), "reason": .text("it has more than \(limit) choices")],
          parameter: parameter.name)
      }
    }
    return choices
  }

  /// More choices than anybody picks from.
  private static let limit = 2000
}
