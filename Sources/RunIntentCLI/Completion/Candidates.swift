internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import JSONSchema

/// The words that could stand where the cursor is; found without starting a process or asking a provider.
struct Candidates {
  private var session: Session

  init(session: Session) { self.session = session }

  /// Candidates for the last word, given all words after the command's own name. None leaves it to the shell,
  /// which offers files.
  mutating func list(_ words: [String]) async -> [String] {
    let current = words.last ?? ""
    let all = await candidates(Array(words.dropLast()), current)
    var found: [String] = []
    for word in all.sorted() where word.utf8.starts(with: current.utf8) && word.isPlain {
      if found.last != word { found.append(word) }
    }
    return found
  }

  private mutating func candidates(_ before: [String], _ current: String) async -> [String] {
    var index = 0
    while index < before.count, case .long(let name, let attached) = Word(before[index]).kind {
      index += 1
      guard let spec = RunOptions.all.named(name), spec.takesValue, attached == nil else {
        if name == "intents", let attached { session.engine.settings.intents = attached }
        continue
      }
      guard index < before.count else { return values(of: spec) }
      if name == "intents" { session.engine.settings.intents = before[index] }
      index += 1
    }
    let rest = Array(before[index...])
    guard let first = rest.first else {
      if let values = attached(to: current, RunOptions.all) { return values }
      if current.isOption { return RunOptions.leading.map(\.spelling) }
      return session.ids + session.shortcutNames + session.table.rows.map(\.name)
    }
    guard let command = session.table.rows.first(where: { $0.name == first })?.command() else {
      return await ofInvocation(rest, current)
    }
    let following = Array(rest.dropFirst())
    if case .call = command.operands { return await ofInvocation(following, current) }
    return ofCommand(command, following, current)
  }

  private func ofCommand(_ command: Command, _ before: [String], _ current: String) -> [String] {
    let options = command.options + RunOptions.common
    if let values = attached(to: current, options) { return values }
    if case .long(let name, nil)? = before.last.map({ Word($0).kind }), let spec = options.named(name),
      spec.takesValue
    {
      return values(of: spec)
    }
    if current.isOption { return options.map(\.spelling) }
    if command.verbs.isEmpty { return command.completion.after(session, before) }
    guard let word = before.first else { return command.verbs.map(\.verb) }
    let verb = command.verbs.first { $0.verb == word }
    return verb?.completion.after(session, Array(before.dropFirst())) ?? []
  }

  private func ofInvocation(_ words: [String], _ current: String) async -> [String] {
    guard let id = words.first else { return session.ids + session.shortcutNames }
    guard let call = try? session.engine.call(named: id) else { return [] }
    let definition = call.loaded.definition
    let place = CallPlace(words.dropFirst().map(Word.init), definition, kept: call.kept.map(\.name))
    if case .word = place.expected, !place.isAfterEnd {
      if case .long(let name, _?) = Word(current).kind {
        guard let wanted = CallPlace.wanted(by: name, definition) else { return [] }
        return attached(name, await values(of: wanted))
      }
      if current.isOption { return options(of: definition, place) }
    }
    return await values(of: place.expected)
  }

  private func options(of definition: IntentDefinition, _ place: CallPlace) -> [String] {
    let open = definition.parameters.filter { $0.isArray || $0.takesParts || !place.given.contains($0.name) }
    return open.flatMap { $0.isBoolean ? ["--\($0.name)", "--no-\($0.name)"] : $0.optionWords }
      + RunOptions.all.except(place.given).map(\.spelling)
  }

  private func values(of expected: CallPlace.Expected) async -> [String] {
    switch expected {
    case .value(let parameter): await values(of: parameter)
    case .member(let schema): values(of: schema)
    case .option(let spec): values(of: spec)
    case .word(let positional?): await values(of: positional)
    case .word(nil): []
    }
  }

  private func values(of parameter: Parameter) async -> [String] {
    if parameter.file != nil || parameter.isSecret { return [] }
    if let kind = parameter.entity {
      // Only what is known without asking a provider.
      let known = (try? await EntityLists.live.list(kind, session.world.quiet)) ?? []
      return known.map { Choice($0).word }
    }
    switch parameter.choices {
    case .list(let choices): return choices.map(\.word)
    case .command: return []
    case nil: return values(of: parameter.schema)
    }
  }

  private func values(of schema: Schema) -> [String] {
    if schema.types == [.boolean] { return ["true", "false", "yes", "no", "on", "off"] }
    if let values = schema.enumeratedValues { return values.compactMap(\.plainText) }
    return schema.types == [.array] ? schema.itemSchema.map(values) ?? [] : []
  }

  private func values(of spec: OptionSpec) -> [String] { spec.name == "intent" ? session.ids : spec.choices }

  private func attached(to current: String, _ specs: [OptionSpec]) -> [String]? {
    guard case .long(let name, _?) = Word(current).kind else { return nil }
    return attached(name, specs.named(name).map(values) ?? [])
  }

  private func attached(_ name: String, _ values: [String]) -> [String] { values.map { "--\(name)=\($0)" } }
}

extension Parameter {
  fileprivate var takesParts: Bool { schema.types == [.object] }
}

extension String {
  fileprivate var isOption: Bool { utf8.first == UInt8(ascii: "-") }

  /// Whether a line holds the word and a terminal may see it.
  fileprivate var isPlain: Bool {
    !utf8.isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }
}

/// What the words after an intent's id have come to where the cursor is.
struct CallPlace {
  enum Expected {
    /// The value of the option before the cursor.
    case value(Parameter)
    case member(Schema)
    case option(OptionSpec)
    /// An option, or the value of the next positional parameter.
    case word(Parameter?)
  }

  let definition: IntentDefinition
  private(set) var given: [String]
  private(set) var isAfterEnd = false
  private(set) var expected: Expected = .word(nil)

  /// - Parameter kept: Parameters whose values nobody may give.
  init(_ words: [Word], _ definition: IntentDefinition, kept: [String] = []) {
    self.definition = definition
    given = kept
    var positionals = definition.positionals.filter { !kept.contains($0.name) }[...]
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      switch isAfterEnd ? .operand(word.text) : word.kind {
      case .operand:
        guard let next = positionals.first else { continue }
        given.append(next.name)
        if !next.isArray { positionals.removeFirst() }
      case .end: isAfterEnd = true
      case .long(let name, let attached):
        guard let wanted = Self.wanted(by: name, definition) else { continue }
        if case .value(let parameter) = wanted { given.append(parameter.name) }
        if case .option(let spec) = wanted { given.append(spec.name) }
        if attached == nil, wanted.takesValue, words.value(after: &index) == nil, index == words.count {
          expected = wanted
          return
        }
      case .short(let letters):
        guard let parameter = definition.parameters.first(where: { $0.short == letters.first }) else {
          continue
        }
        given.append(parameter.name)
        if letters.unicodeScalars.count == 1, !parameter.isBoolean, words.value(after: &index) == nil,
          index == words.count
        {
          expected = .value(parameter)
          return
        }
      }
    }
    expected = .word(positionals.first)
  }

  /// What an option of this name is given.
  static func wanted(by name: String, _ definition: IntentDefinition) -> Expected? {
    if let parameter = definition.parameter(named: name) { return .value(parameter) }
    if let spec = RunOptions.all.named(name) { return .option(spec) }
    let steps = name.utf8.split(separator: UInt8(ascii: "."), maxSplits: 32)
    guard steps.count > 1, let parameter = definition.parameter(named: String(Substring(steps[0]))) else {
      return nil
    }
    return .member(steps.dropFirst().reduce(parameter.schema) { $0.memberSchema(String(Substring($1))) })
  }
}

extension CallPlace.Expected {
  /// Whether the option's value is a word of its own.
  fileprivate var takesValue: Bool {
    switch self {
    case .value(let parameter): !parameter.isBoolean
    case .member(let schema): schema.types != [.boolean]
    case .option(let spec): spec.takesValue
    case .word: false
    }
  }
}
