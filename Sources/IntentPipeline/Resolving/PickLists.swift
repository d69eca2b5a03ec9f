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
    // However its accents are written.
    if let pick = Pick(choices.filter { $0.words.contains(text) }) { return pick }
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

/// Runs the command of a definition that lists a parameter's choices, when that is allowed.
package struct ChoiceSource: Sendable {
  package var list: @Sendable (Parameter, IntentDefinition) async throws(Failure) -> [Choice]

  package init(list: @escaping @Sendable (Parameter, IntentDefinition) async throws(Failure) -> [Choice]) {
    self.list = list
  }

  /// Starts nothing, for a caller that may not.
  package static let none = ChoiceSource { parameter, _ throws(Failure) in
    throw parameter.unlisted("its choices are not listed here")
  }
}

extension Parameter {
  /// The values that the definition itself lists, with all words that people know them by.
  package var namedChoices: [Choice]? {
    staticChoices?.map { choice in
      Choice(value: choice.value, title: choice.title, names: choice.names + titles(of: choice.value))
    }
  }

  /// The failure of a list of choices that cannot be had.
  package func unlisted(_ reason: String) -> Failure {
    Failure(.unavailable, ["name": .text("--\(name)"), "reason": .text(reason)], parameter: name)
  }

  /// Reads what a command that lists choices printed: a choice a line, a text (or number), or an object of `value`
  /// and perhaps `title`.
  package func listedChoices(_ text: String) throws(Failure) -> [Choice] {
    // More than anybody picks from.
    let limit = 2000
    var choices: [Choice] = []
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let bytes = line.last == 0x0D ? line.dropLast() : line
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      guard let value = try? Value(json: Array(bytes), file: ""), let choice = Choice(json: value) else {
        throw unlisted(
          "line \(index + 1) of its choices is neither a text nor an object with \"value\" in JSON")
      }
      if !choices.contains(where: { $0.value == choice.value }) { choices.append(choice) }
      if choices.count > limit { throw unlisted("it has more than \(limit) choices") }
    }
    return choices
  }
}

extension IntentDefinition {
  /// The command that lists a parameter's choices, as an intent with the same file and the same trust; `nil`
  /// when the parameter has no such command.
  func listing(choicesOf parameter: Parameter) -> IntentDefinition? {
    guard case .command(let words)? = parameter.choices else { return nil }
    var listing = IntentDefinition(
      id: id, path: path, source: source, title: title, handler: "command",
      with: [("run", .array(words.map { .literal(.string($0)) }))])
    listing.modes = modes
    listing.limits.timeout = .seconds(10)
    listing.sandbox = sandbox?.withoutParameters
    return listing
  }

  /// The commands that list the choices of all parameters.
  var listings: [IntentDefinition] { parameters.compactMap { listing(choicesOf: $0) } }
}

/// Lists the things that an entity parameter picks from, fresh from the provider.
package struct EntityLists: Sendable {
  package var list: @Sendable (_ kind: String, World) async throws(Failure) -> [Entity]

  package init(list: @escaping @Sendable (_ kind: String, World) async throws(Failure) -> [Entity]) {
    self.list = list
  }

  /// The lists that the static calls of a workflow need; what cannot be listed now is left out.
  package func called(by definition: IntentDefinition, _ world: World) async -> [EntityList] {
    var lists: [EntityList] = []
    for kind in definition.workflow == nil ? [] : definition.calledEntities {
      guard let entities = try? await list(kind, world) else { continue }
      lists.append(EntityList(kind: kind, entities: entities))
    }
    return lists
  }
}

/// The things of one kind, as a provider listed them.
package struct EntityList: Sendable {
  var kind: String
  var entities: [Entity]
}

extension IntentDefinition {
  /// The definitions that a workflow can come to run, each once.
  package var callees: [Callee] {
    var found: [Callee] = []
    var known: Set<[UInt8]> = []
    var next = workflow?.callees ?? []
    while let callee = next.popLast() {
      guard known.insert(Array(callee.definition.path.utf8)).inserted else { continue }
      found.append(callee)
      next += callee.definition.workflow?.callees ?? []
    }
    return found
  }

  /// The kinds of things that parameters of called definitions pick from, each once.
  fileprivate var calledEntities: [String] {
    callees.flatMap(\.definition.parameters).compactMap(\.entity).reduce(into: []) { kinds, kind in
      if !kinds.contains(kind) { kinds.append(kind) }
    }
  }
}
