internal import IntentCore
internal import IntentPipeline
internal import JSONSchema

/// One word of a command line, told apart from the others.
struct Word {
  enum Kind {
    case operand(String)
    case long(name: String, value: String?)
    /// The letters after a single dash.
    case short(String)
    /// `--`: what follows are operands.
    case end
  }

  let text: String
  let kind: Kind

  init(_ text: String) {
    self.text = text
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "-"), bytes.count > 1 else {
      kind = .operand(text)
      return
    }
    let second = bytes[bytes.index(after: bytes.startIndex)]
    if second != UInt8(ascii: "-") {
      kind = .short(String(decoding: bytes.dropFirst(), as: UTF8.self))
    } else if bytes.count == 2 {
      kind = .end
    } else {
      let body = bytes.dropFirst(2)
      if let equals = body.firstIndex(of: UInt8(ascii: "=")) {
        kind = .long(
          name: String(decoding: body[..<equals], as: UTF8.self),
          value: String(decoding: body[body.index(after: equals)...], as: UTF8.self))
      } else {
        kind = .long(name: String(decoding: body, as: UTF8.self), value: nil)
      }
    }
  }

  var isEnd: Bool { if case .end = kind { true } else { false } }
  fileprivate var isOperand: Bool { if case .operand = kind { true } else { false } }
}

extension [Word] {
  /// The word at the index as the value of an option, unless it is an option itself; moves the index on.
  func value(after index: inout Int) -> String? {
    guard index < count else { return nil }
    switch self[index].kind {
    case .long, .end: return nil
    case .operand, .short:
      defer { index += 1 }
      return self[index].text
    }
  }

  /// How many words at the beginning are options of a run with their values.
  var leadingCount: Int {
    var index = 0
    while index < count, !self[index].isOperand {
      if case .long(let name, nil) = self[index].kind, RunOptions.all.named(name)?.takesValue ?? false {
        index += 1
      }
      index += 1
    }
    return Swift.min(index, count)
  }
}

/// A call of a command: the options before its name, and the words after it, each told apart once.
struct Invocation {
  var leading = ParsedOptions()
  var words: [Word]

  /// The first word, unless it is an option.
  var operand: String? { if case .operand(let text)? = words.first?.kind { text } else { nil } }

  /// The words after the first.
  var following: [Word] { Array(words.dropFirst()) }

  /// Whether a command's words ask what it does.
  var asksForHelp: Bool { words.prefix { !$0.isEnd }.contains { $0.text == "--help" || $0.text == "-h" } }
}

/// What stands after an intent's id: options of ours and parameters of the intent's.
struct ScannedInvocation {
  var options = ParsedOptions()
  var arguments: [SuppliedArgument] = []
}

/// Reads the words after an intent's id by its definition; all faults of a call come together.
struct InvocationScanner {
  private static let deepest = 32

  private let definition: IntentDefinition
  private let words: [Word]
  private var index = 0
  private var positionals: [Parameter]
  private var scanned = ScannedInvocation()
  private var faults: [Fault] = []

  private init(_ words: [Word], _ definition: IntentDefinition) {
    (self.words, self.definition) = (words, definition)
    positionals = definition.positionals
  }

  static func scan(_ words: [Word], for definition: IntentDefinition) throws(Failure) -> ScannedInvocation {
    var scanner = InvocationScanner(words, definition)
    scanner.read()
    if !scanner.faults.isEmpty { throw Failure(scanner.faults) }
    return scanner.scanned
  }

  /// The same where only parameters may stand.
  static func arguments(_ words: [Word], for definition: IntentDefinition) throws(Failure)
    -> [SuppliedArgument]
  {
    let scanned = try scan(words, for: definition)
    guard let option = scanned.options.options.first else { return scanned.arguments }
    throw Failure(.unknownOption, ["option": .text("--\(option.name)"), "intent": .text(definition.id)])
  }

  private mutating func read() {
    while index < words.count {
      let word = words[index]
      index += 1
      switch word.kind {
      case .operand(let text): position(text)
      case .end:
        for word in words[index...] { position(word.text) }
        index = words.count
      case .long(let name, let value): long(name, value)
      case .short(let letters): short(letters, word.text)
      }
    }
  }

  private mutating func long(_ name: String, _ attached: String?) {
    if let parameter = definition.parameter(named: name) {
      supply(parameter, spelling: "--\(name)", attached)
    } else if name.utf8.starts(with: "no-".utf8),
      let parameter = definition.parameter(named: String(name.dropFirst(3))), parameter.isBoolean
    {
      if attached == nil { return append(parameter, .value(false), "--\(name)") }
      faults.append(Fault(.optionTakesNoValue, ["option": .text("--\(name)")]))
    } else if let (parameter, path) = member(name) {
      supply(parameter, path, spelling: "--\(name)", attached)
    } else if let spec = RunOptions.all.named(name) {
      scanned.options.take(spec, attached, words, &index, &faults)
    } else {
      faults.append(.unknownOption("--\(name)", among: known, intent: definition.id))
      // The next word is most likely its value: it is skipped rather than a second fault.
      if attached == nil { _ = words.value(after: &index) }
    }
  }

  private mutating func short(_ letters: String, _ word: String) {
    let first = letters.first
    if let first, let parameter = definition.parameters.first(where: { $0.short == first }) {
      let rest = letters.dropFirst()
      supply(parameter, spelling: "-\(first)", rest.isEmpty ? nil : String(rest))
    } else if let byte = letters.utf8.first, (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") {
      position(word)
    } else if letters == "h" {
      scanned.options.options.append(("help", ""))
    } else {
      faults.append(.unknownOption("-\(letters)", among: known, intent: definition.id))
    }
  }

  /// Gives a parameter, or the member of its object at a path, the attached text or the next word.
  private mutating func supply(
    _ parameter: Parameter, _ path: [String] = [], spelling: String, _ attached: String?
  ) {
    if path.isEmpty, attached == nil, parameter.isBoolean { return flag(parameter, spelling: spelling) }
    let isFlag = !path.isEmpty && path.reduce(parameter.schema) { $0.memberSchema($1) }.types == [.boolean]
    guard let text = attached ?? (isFlag ? "true" : words.value(after: &index)) else {
      let names: KeyValuePairs<String, FaultArgument> = ["name": .text(spelling), "option": .text(spelling)]
      return faults.append(Fault(.optionNeedsValue, names, parameter: parameter.name))
    }
    append(parameter, path.isEmpty ? .text(text) : .member(path, text), spelling)
  }

  /// A flag takes a word such as `no` after it; where the word could as well be a positional argument, it must be
  /// said which.
  private mutating func flag(_ parameter: Parameter, spelling: String) {
    guard index < words.count, SuppliedArgument.isFlagWord(words[index].text) else {
      return append(parameter, .value(true), spelling)
    }
    let text = words[index].text
    index += 1
    if positionals.isEmpty { return append(parameter, .text(text), spelling) }
    faults.append(
      Fault(.flagUnclear, ["option": .text(spelling), "value": .text(text)], parameter: parameter.name))
  }

  /// The object parameter and the path within it that `name.key` means.
  private func member(_ name: String) -> (Parameter, [String])? {
    let steps = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard steps.count > 1, steps.count <= Self.deepest, steps.allSatisfy({ !$0.isEmpty }),
      let parameter = definition.parameter(named: String(Substring(steps[0]))), parameter.takesMembers
    else { return nil }
    return (parameter, steps.dropFirst().map { String(Substring($0)) })
  }

  private mutating func position(_ text: String) {
    guard let parameter = positionals.first else {
      // More than anybody reads are left out.
      if faults.count >= 100 { return }
      return faults.append(
        Fault(.unexpectedArgument, ["value": .text(text), "intent": .text(definition.id)]))
    }
    if !parameter.isArray { positionals.removeFirst() }
    append(parameter, .text(text), parameter.name)
  }

  private mutating func append(
    _ parameter: Parameter, _ content: SuppliedArgument.Content, _ spelling: String
  ) { scanned.arguments.append(SuppliedArgument(name: parameter.name, content: content, spelling: spelling)) }

  private var known: [String] {
    definition.parameters.flatMap(\.optionWords) + RunOptions.all.map(\.spelling)
  }
}

extension Parameter {
  /// Whether `--name.key value` may set a part of it.
  var takesMembers: Bool { schema.types?.contains(.object) ?? true }

  /// The options that give it a value: `--name`, and `--name.key` for each member that the definition names.
  var optionWords: [String] { ["--\(name)"] + schema.memberSchemas.map { "--\(name).\($0.key)" } }
}

extension IntentDefinition {
  /// The parameters that stand without a name, in their order.
  var positionals: [Parameter] {
    parameters.filter { $0.position != nil }.sorted { $0.position ?? 0 < $1.position ?? 0 }
  }
}
