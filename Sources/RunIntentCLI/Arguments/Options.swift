internal import IntentCore
internal import IntentEngine

/// One option that the command line knows: parsing, "did you mean", completion and help follow from its row.
struct OptionSpec: Sendable {
  enum Kind: Sendable {
    case flag
    /// A value, as help writes it; words between `|` are what completion offers.
    case value(String)
    /// A value that may be missing at the end and before another option.
    case optionalValue(String)
  }

  let name: String
  let short: Character?
  let kind: Kind
  let help: String
  /// Whether it may be given more than once.
  let repeats: Bool

  init(_ name: String, short: Character? = nil, _ kind: Kind, _ help: String, repeats: Bool = false) {
    (self.name, self.short, self.kind, self.help, self.repeats) = (name, short, kind, help, repeats)
  }

  var takesValue: Bool { if case .flag = kind { false } else { true } }

  fileprivate var needsValue: Bool { if case .value = kind { true } else { false } }

  /// The option as it is given.
  var spelling: String { "--\(name)" }

  /// The option as help shows it.
  var term: String {
    let written = short.map { "-\($0), \(spelling)" } ?? spelling
    return switch kind {
    case .flag: written
    case .value(let form), .optionalValue(let form): "\(written) \(form)"
    }
  }

  /// The values that its help lists, as in `text|json`.
  var choices: [String] {
    guard case .value(let form) = kind, form.utf8.contains(UInt8(ascii: "|")),
      !form.utf8.contains(UInt8(ascii: "-"))
    else { return [] }
    return form.utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)) }
  }
}

extension [OptionSpec] {
  func named(_ name: String) -> OptionSpec? { first { $0.name == name } }

  /// Those of these names, in the order of the table.
  func only(_ names: [String]) -> [OptionSpec] { filter { names.contains($0.name) } }
  func except(_ names: [String]) -> [OptionSpec] { filter { !names.contains($0.name) } }
}

/// The options that may follow an intent's id, reserved for good.
enum RunOptions {
  static let all: [OptionSpec] = [
    OptionSpec("output", .value("text|json|jsonl|value|waybar"), "How the answer is written."),
    OptionSpec("quiet", .flag, "Say nothing when it went well."),
    OptionSpec("dry-run", .flag, "Tell what would be done and touched, and do nothing."),
    OptionSpec("no-input", .flag, "Never ask."),
    OptionSpec("yes", .flag, "Confirm beforehand; never replaces an authentication."),
    OptionSpec("input", .value("FILE|-"), "Take parameters from a JSON object."),
    OptionSpec(
      "key", .optionalValue("[-|fd:N]"),
      "Open a door with a shared key: from standard input, from a descriptor, or asked for."),
    OptionSpec("timeout", .value("DURATION"), "End the run after this time, such as 30s."),
    OptionSpec("follow", .flag, "Go on with every change until interrupted."),
    OptionSpec("language", .value("TAG"), "The language of the answer, such as ru or ja."),
    OptionSpec("color", .value("auto|always|never"), "Whether to use colour."),
    OptionSpec("exit-status", .value("runintent|handler"), "Whose exit status to pass on."),
    OptionSpec(
      "source", .value("script|timer|automation"), "Act as if run from there; never more than is true."),
    OptionSpec("intents", .value("DIR"), "Look for definitions in this folder first."),
    OptionSpec("help", short: "h", .flag, "Explain and end."),
    OptionSpec("version", .flag, "Print the version and end."),
  ]

  /// Those that every command takes too.
  static var common: [OptionSpec] {
    all.only(["output", "quiet", "color", "language", "intents", "help", "yes"])
  }

  /// What may stand before the id besides; an option that comes later is taken nowhere else.
  static let leading = all + leadingAlone

  static let leadingAlone: [OptionSpec] = [
    OptionSpec("even-if-failed", .flag, "Run although the intent before in the pipe failed."),
    OptionSpec("notify", .flag, "Show the answer on the desktop where there is no terminal."),
  ]
}

/// Options and operands of a command, as its table allows.
struct ParsedOptions {
  /// Options in the order given; a flag's value is empty.
  var options: [(name: String, value: String)] = []
  var operands: [String] = []
  /// All that was read, as it was written.
  private(set) var words: [String] = []

  func has(_ name: String) -> Bool { options.contains { $0.name == name } }
  func value(_ name: String) -> String? { options.last { $0.name == name }?.value }
  func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

  /// The operand of a command that must be given one.
  var operand: String { operands[0] }

  /// The value of an option that takes one of some words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ type: Choice.Type = Choice.self
  ) throws(Failure) -> Choice? {
    guard let text = value(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw .notAmong("--\(name)", text, Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// The number above 0 of an option.
  func count(_ name: String) throws(Failure) -> Int? {
    guard let text = value(name) else { return nil }
    guard let count = Int(text), count > 0, text.utf8.first != UInt8(ascii: "+") else {
      throw .badValue(text, of: "--\(name)", "a whole number above 0")
    }
    return count
  }
}

extension ParsedOptions {
  /// Reads the words of a command; every fault of the line comes together.
  static func parse(_ words: [Word], _ table: [OptionSpec]) throws(Failure) -> ParsedOptions {
    var parsed = ParsedOptions(words: words.map(\.text))
    var faults: [Fault] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      switch word.kind {
      case .operand(let text): parsed.operands.append(text)
      case .end:
        parsed.operands += words[index...].map(\.text)
        index = words.count
      case .long(let name, let attached):
        if let spec = table.named(name) {
          parsed.take(spec, attached, words, &index, &faults)
        } else {
          faults.append(.unknownOption("--\(name)", among: table.map(\.spelling)))
        }
      case .short(let letters):
        guard letters.unicodeScalars.count == 1, let spec = table.first(where: { $0.short == letters.first })
        else {
          faults.append(.unknownOption("-\(letters)", among: table.map(\.spelling)))
          continue
        }
        if let value = spec.takesValue ? words.value(after: &index) : "" {
          parsed.options.append((spec.name, value))
        } else {
          faults.append(Fault(.optionNeedsValue, ["option": .text("-\(letters)")]))
        }
      }
    }
    if !faults.isEmpty { throw Failure(faults) }
    return parsed
  }

  /// Takes an option with its value, which may be the word at the index.
  mutating func take(
    _ spec: OptionSpec, _ attached: String?, _ words: [Word], _ index: inout Int, _ faults: inout [Fault]
  ) {
    func fault(_ code: FaultCode) -> Fault { Fault(code, ["option": .text(spec.spelling)]) }
    if spec.takesValue, !spec.repeats, has(spec.name) { faults.append(fault(.optionRepeated)) }
    switch (spec.takesValue, attached) {
    case (true, let value?): options.append((spec.name, value))
    case (true, nil):
      if let value = words.value(after: &index) ?? (spec.needsValue ? nil : "") {
        options.append((spec.name, value))
      } else {
        faults.append(fault(.optionNeedsValue))
      }
    case (false, nil): options.append((spec.name, ""))
    case (false, _?): faults.append(fault(.optionTakesNoValue))
    }
  }
}

extension Fault {
  static func unknownOption(_ option: String, among known: [String], intent: String? = nil) -> Fault {
    let near = Suggestion.nearest(to: option, among: known)
    return Fault(
      .unknownOption,
      ["option": .text(option), "suggestion": .text(near ?? ""), "intent": .text(intent ?? "")])
  }
}

extension Failure {
  /// For a value of an option or operand that is not what was expected.
  static func badValue(_ value: String, of name: String, _ expected: String) -> Failure {
    Failure(.valueType, ["name": .text(name), "value": .text(value), "expected": .text(expected)])
  }

  /// For what nobody agreed to, with the command that does it all the same.
  static func refused(_ what: String, _ reason: String, command: [String]) -> Failure {
    Failure(.consentRefused, ["intent": .text(what), "reason": .text(reason), "command": .list(command)])
  }
}
