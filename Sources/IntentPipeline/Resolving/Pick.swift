package import IntentCore

/// What a word picks from a list: an exact value before a name or title, these before letters' case.
package enum Pick: Sendable, Equatable {
  case one(Choice)
  case several([Choice])
  /// Nothing, and perhaps the word that was meant.
  case none(near: String?)

  package static func find(_ text: String, among choices: [Choice]) -> Pick {
    if let match = choices.first(where: { $0.words[0].utf8.elementsEqual(text.utf8) }) { return .one(match) }
    let named = choices.filter { $0.words.contains { $0.utf8.elementsEqual(text.utf8) } }
    if let pick = Pick(named) { return pick }
    let folded = fold(text)
    if let pick = Pick(choices.filter { $0.words.contains { fold($0) == folded } }) { return pick }
    return .none(near: Suggestion.nearest(to: text, among: choices.flatMap(\.words)))
  }

  /// What begins with the text, for an answer that somebody is still there to see.
  package static func begun(_ text: String, among choices: [Choice]) -> Pick? {
    let folded = fold(text)
    guard !folded.isEmpty else { return nil }
    return Pick(choices.filter { $0.words.contains { fold($0).starts(with: folded) } })
  }

  private init?(_ matches: [Choice]) {
    guard let first = matches.first else { return nil }
    self = matches.count == 1 ? .one(first) : .several(matches)
  }

  /// The scalars without their case.
  private static func fold(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.flatMap { $0.properties.lowercaseMapping.unicodeScalars }
  }
}

/// The list that the values of one parameter come from, found out or written down.
struct PickList {
  let parameter: Parameter
  let choices: [Choice]

  /// The choices that a word or a typed value could mean, at least one.
  func matches(_ value: Value, name: String) throws(Failure) -> [Choice] {
    if let match = choices.first(where: { $0.value == value }) { return [match] }
    var near: String?
    if let text = value.stringValue {
      switch Pick.find(text, among: choices) {
      case .one(let choice): return [choice]
      case .several(let choices): return choices
      case .none(let word): near = word
      }
    }
    throw Failure(
      parameter.entity == nil ? .valueEnum : .entityUnknown,
      [
        "name": .text(name), "value": .text(value.plainText ?? value.json()),
        "allowed": .list(choices.map(\.word)), "suggestion": .text(near ?? ""),
      ])
  }

  /// What is wrong with a word that means several.
  func ambiguous(_ text: String, _ matches: [Choice], name: String) -> Fault {
    Fault(
      .entityAmbiguous,
      [
        "name": .text(name), "value": .text(text),
        "allowed": .list(matches.map { $0.value.plainText ?? $0.value.json() }),
      ], parameter: parameter.name)
  }
}
