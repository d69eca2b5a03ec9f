internal import IntentCore
internal import IntentPipeline
internal import JSONSchema

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

  static func scan(_ words: [Word], for definition: IntentDefinition) throws(Failure) -> ScannedInvocation {
    var scanner = InvocationScanner(definition: definition)
    scanner.read(words)
    if !scanner.faults.isEmpty { throw Failure(scanner.faults) }
    return scanner.scanned
  }

  private mutating func read(_ words: [Word]) {
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      switch word.kind {
      case .operand(let text): position(text)
      case .end:
        for word in words[index...] { position(word.text) }
        index = words.count
      case .long(let name, let value): long(name, value, words, &index)
      case .short(let letters): short(letters, word.text, words, &index)
      }
    }
  }

  private mutating func long(_ name: String, _ attached: String?, _ words: [Word], _ index: inout Int) {
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
    } else if let (parameter, path) = member(name) {
      supply(parameter, path, spelling: "--\(name)", attached, words, &index)
    } else if let spec = RunOptions.find(name) {
      if spec.takesValue, scanned.options.has(name) {
        faults.append(Fault(.optionRepeated, ["option": .text("--\(name)")]))
      }
      switch (spec.takesValue, attached) {
      case (true, let value?): scanned.options.options.append((name, value))
      case (true, nil):
        if let value = words.value(after: &index) ?? (spec.needsValue ? nil : "") {
          scanned.options.options.append((name, value))
        } else {
          faults.append(Fault(.optionNeedsValue, ["option": .text("--\(name)")]))
        }
      case (false, nil): scanned.options.options.append((name, ""))
      case (false, _?): faults.append(Fault(.optionTakesNoValue, ["option": .text("--\(name)")]))
      }
    } else {
      faults.append(.unknownOption("--\(name)", among: known, intent: definition.id))
      // What follows is most likely its value, and no second fault.
      if attached == nil { _ = words.value(after: &index) }
    }
  }

  private mutating func short(_ letters: String, _ word: String, _ words: [Word], _ index: inout Int) {
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
    _ parameter: Parameter, spelling: String, _ attached: String?, _ words: [Word], _ index: inout Int
  ) {
    if let attached {
      append(parameter, .text(attached), spelling)
    } else if parameter.isBoolean {
      flag(parameter, spelling: spelling, words, &index)
    } else if let value = words.value(after: &index) {
      append(parameter, .text(value), spelling)
    } else {
      faults.append(
        Fault(
          .optionNeedsValue, ["name": .text(spelling), "option": .text(spelling)], parameter: parameter.name))
    }
  }

  /// A flag takes a word such as `no` after it; where the word could as well be a positional argument, it must be
  /// said which.
  private mutating func flag(
    _ parameter: Parameter, spelling: String, _ words: [Word], _ index: inout Int
  ) {
    guard index < words.count, SuppliedArgument.isFlagWord(words[index].text) else {
      return append(parameter, .value(true), spelling)
    }
    if positionals.isEmpty {
      append(parameter, .text(words[index].text), spelling)
    } else {
      faults.append(
        Fault(
          .flagUnclear, ["option": .text(spelling), "value": .text(words[index].text)],
          parameter: parameter.name))
    }
    index += 1
  }

  /// The object parameter and the path within it that `name.key` means.
  private func member(_ name: String) -> (Parameter, [String])? {
    let steps = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard steps.count > 1, steps.count <= Self.deepest, steps.allSatisfy({ !$0.isEmpty }),
      let parameter = definition.parameter(named: String(Substring(steps[0]))), parameter.takesMembers
    else { return nil }
    return (parameter, steps.dropFirst().map { String(Substring($0)) })
  }

  private static let deepest = 32

  private mutating func supply(
    _ parameter: Parameter, _ path: [String], spelling: String, _ attached: String?, _ words: [Word],
    _ index: inout Int
  ) {
    let schema = path.reduce(parameter.schema) { $0.memberSchema($1) }
    if let text = attached ?? (schema.types == [.boolean] ? "true" : words.value(after: &index)) {
      append(parameter, .member(path, text), spelling)
    } else {
      faults.append(
        Fault(
          .optionNeedsValue, ["name": .text(spelling), "option": .text(spelling)], parameter: parameter.name))
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
    definition.parameters.flatMap(\.optionWords) + RunOptions.all.map { "--\($0.name)" }
  }
}

extension Parameter {
  /// Whether `--name.key value` may set a part of it.
  var takesMembers: Bool { schema.types?.contains(.object) ?? true }

  /// The options that give it a value: `--name`, and `--name.key` for each member that the definition names.
  var optionWords: [String] {
    ["--\(name)"] + schema.memberSchemas.map { "--\(name).\($0.key)" }
  }
}
