internal import IntentCore

/// The words of a command that has options of its own before and among the parameters of an intent.
struct ShortcutWords {
  /// The operands that the command itself takes, as far as they were given.
  private(set) var operands: [String] = []
  private var own: [Word] = []
  private var rest: [Word] = []
  private let options: [OptionSpec]

  /// - Parameter count: How many operands are the command's own; what follows the last may be the intent's.
  init(_ words: [Word], operands count: Int, of command: Command) {
    options = command.options + RunOptions.all.filter { Command.common.contains($0.name) }
    var index = 0
    while index < words.count, operands.count < count {
      let word = words[index]
      index += 1
      own.append(word)
      switch word.kind {
      case .operand(let text): operands.append(text)
      case .long(let name, nil) where options.contains { $0.name == name && $0.takesValue }:
        if words.value(after: &index) != nil { own.append(words[index - 1]) }
      case .long, .short, .end: continue
      }
    }
    rest = Array(words[index...])
  }

  /// The command's own words and the intent's: an option is the intent's where a parameter has its name.
  func parts(for definition: IntentDefinition?) -> (own: [Word], intent: [Word]) {
    var (own, intent) = (own, [Word]())
    var index = 0
    while index < rest.count {
      let word = rest[index]
      index += 1
      guard case .long(let name, let attached) = word.kind, definition?.parameter(named: name) == nil,
        let spec = options.first(where: { $0.name == name })
      else {
        intent.append(word)
        if word.isEnd {
          intent += rest[index...]
          break
        }
        continue
      }
      own.append(word)
      if attached == nil, spec.takesValue, rest.value(after: &index) != nil { own.append(rest[index - 1]) }
    }
    return (own, intent)
  }
}
