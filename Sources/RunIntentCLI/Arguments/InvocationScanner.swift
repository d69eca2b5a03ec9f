internal import IntentCore
internal import IntentPipeline

/// What stands after an intent's id: options of ours and parameters of the intent's.
struct ScannedInvocation {
  var options = ParsedOptions()
  var arguments: [SuppliedArgument] = []
}

/// Reads the words after an intent's id by its definition; all faults of a call come together.
struct InvocationScanner {
  let definition: IntentDefinition
  private var scanned = ScannedInvocation()
  private var faults: [Fault] = []
  private var positionals: [Parameter]

  init(definition: IntentDefinition) {
    self.definition = definition
    positionals = definition.parameters.filter { $0.position != nil }
      .sorted { $0.position ?? 0 < $1.position ?? 0 }
  }

  static func scan(_ words: [String], for definition: IntentDefinition) throws(Failure) -> ScannedInvocation {
    var scanner = InvocationScanner(definition: definition)
    scanner.read(words)
    if !scanner.faults.isEmpty { throw Failure(scanner.faults) }
    return scanner.scanned
  }

  private mutating func read(_ words: [String]) {
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      switch Word(word) {
      case .operand(let text): position(text)
      case .end:
        for text in words[index...] { position(text) }
        index = words.count
      case .long(let name, let value): long(name, value, words, &index)
      case .short(let letters): short(letters, word, words, &index)
      }
    }
  }

  private mutating func long(_ name: String, _ attached: String?, _ words: [String], _ index: inout Int) {
    if let parameter = definition.parameter(named: name) {
      supply(parameter, spelling: "--\(name)", attached, words, &index)
    } else if name.utf8.starts(with: "no-".utf8),
      let parameter = definition.parameter(named: String(name.dropFirst(3))), parameter.isBoolean
    {
      if attached != nil {
        faults.append(Fault(.optionTakesNoValue, ["option": .text("--\(name)")]))
      } else {
        append(parameter, .value(false), "--\(name)")
      }
    } else if let spec = RunOptions.find(name) {
      switch (spec.takesValue, attached) {
      case (true, let value?): scanned.options.options.append((name, value))
      case (true, nil):
        if let value = words.value(after: &index) {
          scanned.options.options.append((name, value))
        } else {
          faults.append(Fault(.optionNeedsValue, ["option": .text("--\(name)")]))
        }
      case (false, nil): scanned.options.options.append((name, ""))
      case (false, _?): faults.append(Fault(.optionTakesNoValue, ["option": .text("--\(name)")]))
      }
    } else {
      faults.append(.unknownOption("--\(name)", among: known, intent: definition.id))
    }
  }

  private mutating func short(_ letters: String, _ word: String, _ words: [String], _ index: inout Int) {
    let first = letters.first
    if let first, let parameter = definition.parameters.first(where: { $0.short == first }) {
      let rest = letters.dropFirst()
      supply(parameter, spelling: "-\(first)", rest.isEmpty ? nil : String(rest), words, &index)
    } else if let byte = letters.utf8.first, (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") {
      position(word)
    } else if letters == "h" {
      scanned.options.options.append(("help", ""))
    } else {
      faults.append(.unknownOption("-\(letters)", among: known, intent: definition.id))
    }
  }

  private mutating func supply(
    _ parameter: Parameter, spelling: String, _ attached: String?, _ words: [String], _ index: inout Int
  ) {
    if let attached {
      append(parameter, .text(attached), spelling)
    } else if parameter.isBoolean {
      append(parameter, .value(true), spelling)
    } else if let value = words.value(after: &index) {
      append(parameter, .text(value), spelling)
    } else {
      faults.append(Fault(.optionNeedsValue, ["option": .text(spelling)], parameter: parameter.name))
    }
  }

  private mutating func position(_ text: String) {
    guard let parameter = positionals.first else {
      faults.append(
        Fault(.unexpectedArgument, ["value": .text(text), "intent": .text(definition.id)]))
      return
    }
    if !parameter.isArray { positionals.removeFirst() }
    append(parameter, .text(text), parameter.name)
  }

  private mutating func append(
    _ parameter: Parameter, _ content: SuppliedArgument.Content, _ spelling: String
  ) {
    scanned.arguments.append(
      SuppliedArgument(name: parameter.name, content: content, spelling: spelling))
  }

  private var known: [String] {
    definition.parameters.map { "--\($0.name)" } + RunOptions.all.map { "--\($0.name)" }
  }
}
