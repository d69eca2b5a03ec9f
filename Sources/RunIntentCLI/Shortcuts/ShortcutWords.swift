internal import IntentCore

/// The words of a command that has options of its own before and among the parameters of an intent.
struct ShortcutWords {
  /// The operands that the command itself takes, as far as they were given.
  private(set) var operands: [String] = []
  private var own: [String] = []
  private var rest: [String] = []
  private let options: [OptionSpec]

  /// - Parameter count: How many operands are the command's own; what follows the last may be the intent's.
  init(_ words: [String], operands count: Int, of command: Command) {
    options = command.options + RunOptions.all.filter { Command.common.contains($0.name) }
    var index = 0
    while index < words.count, operands.count < count {
      let word = words[index]
      index += 1
      own.append(word)
      switch Word(word) {
      case .operand: operands.append(word)
      case .long(let name, nil) where options.contains { $0.name == name && $0.takesValue }:
        if let value = words.value(after: &index) { own.append(value) }
      case .long, .short, .end: continue
      }
    }
    rest = Array(words[index...])
  }

  /// The command's own words and the intent's: an option is the intent's where a parameter has its name.
  func parts(for definition: IntentDefinition?) -> (own: [String], intent: [String]) {
    var (own, intent) = (own, [String]())
    var index = 0
    while index < rest.count {
      let word = rest[index]
      index += 1
      guard case .long(let name, let attached) = Word(word), definition?.parameter(named: name) == nil,
        let spec = options.first(where: { $0.name == name })
      else {
        intent.append(word)
        if case .end = Word(word) {
          intent += rest[index...]
          break
        }
        continue
      }
      own.append(word)
      if attached == nil, spec.takesValue, let value = rest.value(after: &index) { own.append(value) }
    }
    return (own, intent)
  }
}
