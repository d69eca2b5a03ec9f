internal import IntentCore

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
    var positionals = definition.parameters.filter { $0.position != nil && !kept.contains($0.name) }
      .sorted { $0.position ?? 0 < $1.position ?? 0 }[...]
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
    if let spec = RunOptions.find(name) { return .option(spec) }
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
