internal import IntentCore
internal import IntentRendering
internal import JSONSchema

/// `ID --help`: all that the users of an intent need, from its definition alone.
struct IntentHelp {
  let definition: IntentDefinition
  let style: Style
  let say: Localizer

  var text: String {
    var text = definition.title.wrapped(style)
    if let description = definition.description { text += description.wrapped(style) }
    text += "\n" + usage
    text += section(say("Arguments:"), positional)
    text += section(say("Options:"), options)
    let examples = examples
    if !examples.isEmpty { text += "\n" + say("Examples:") + "\n" + examples.map { "  \($0)\n" }.joined() }
    if !definition.phrases.isEmpty {
      let phrases: Value = .string(definition.phrases.joined(separator: ", "))
      text += "\n" + say("Phrases: ${phrases}", ["phrases": phrases]).wrapped(style, indent: 2)
    }
    text += "\n" + hint.wrapped(style)
    return text
  }

  private var hint: String {
    say(
      "`runintent show ${intent}` says what it touches; `runintent help` has the options of every intent and the exit statuses.",
      ["intent": .string(definition.id)])
  }

  private var positional: [ParameterHelp] { definition.positionals.map { ParameterHelp($0, say) } }

  private var options: [ParameterHelp] {
    definition.parameters.filter { $0.position == nil }.map { ParameterHelp($0, say) }
  }

  private var usage: String {
    let sorted = options.sorted { $0.parameter.isRequired && !$1.parameter.isRequired }
    let call = (["runintent \(definition.id)"] + (positional + sorted).map(\.usage)).joined(separator: " ")
    return say("Usage: ${call}", ["call": .string(call)]).wrapped(style, indent: 7)
  }

  private func section(_ title: String, _ parameters: [ParameterHelp]) -> String {
    if parameters.isEmpty { return "" }
    return "\n\(title)\n\(TermList.text(parameters.map { ($0.term, $0.meaning) }, style))"
  }

  /// Calls made of the parameters' own examples; what is required and has none stands by its name.
  private var examples: [String] {
    let count = definition.parameters.map(\.examples.count).max() ?? 0
    var lines: [String] = []
    for index in 0..<min(count, 3) {
      var words = ["runintent", definition.id]
      for parameter in positional + options {
        guard let value = value(parameter.parameter, index) else { continue }
        let items = (value.arrayValue ?? [value]).map { $0.plainText ?? $0.json() }
        if parameter.parameter.position != nil {
          words += items
        } else if parameter.parameter.isBoolean {
          words.append(value == true ? "--\(parameter.parameter.name)" : "--no-\(parameter.parameter.name)")
        } else {
          words += items.flatMap { ["--\(parameter.parameter.name)", $0] }
        }
      }
      let line = ShellWords.join(words)
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  private func value(_ parameter: Parameter, _ index: Int) -> Value? {
    if parameter.isSecret { return nil }
    if parameter.examples.indices.contains(index) { return parameter.examples[index] }
    if let last = parameter.examples.last { return last }
    guard parameter.isRequired else { return nil }
    return parameter.schema.enumeratedValues?.first ?? .string(parameter.name.uppercased())
  }
}

/// One parameter as help shows it: how it is written on the command line, and what may be given.
struct ParameterHelp {
  let parameter: Parameter

  private let say: Localizer

  init(_ parameter: Parameter, _ say: Localizer = .english) {
    (self.parameter, self.say) = (parameter, say)
  }

  /// Lists that stand as they are in place of a value.
  private static let widestChoice = 24

  /// The values as one word: `on|off` where they are few, else what kind they are.
  var valueName: String {
    if let words = choices, words.utf8.count <= Self.widestChoice { return words }
    return kindName
  }

  private var choices: String? {
    let values = parameter.isBoolean ? [] : parameter.staticChoices?.map(\.word) ?? []
    return values.isEmpty ? nil : values.joined(separator: "|")
  }

  private var kindName: String {
    if let entity = parameter.entity {
      let last = entity.utf8.split(separator: UInt8(ascii: ".")).last
      return String(decoding: Array(last ?? entity.utf8[...]), as: UTF8.self).uppercased()
    }
    let schema = parameter.isArray ? parameter.schema.itemSchema ?? .anything : parameter.schema
    if let format = schema.format { return format.rawValue.uppercased() }
    if let file = parameter.file { return file.accept == [.folder] ? "FOLDER" : "FILE" }
    switch schema.types?.first {
    case .integer, .number: return "NUMBER"
    case .object, .array: return "JSON"
    default: return parameter.name.uppercased()
    }
  }

  /// The name among the arguments that stand without one.
  var positionalName: String { parameter.name.uppercased() + (parameter.isArray ? "…" : "") }

  /// As it stands in the line of usage; what may be left out is in brackets.
  var usage: String {
    let written: String
    if parameter.position != nil {
      written = positionalName
    } else if parameter.isBoolean {
      written = booleanOption
    } else {
      written = "--\(parameter.name) \(valueName)\(parameter.isArray ? " …" : "")"
    }
    return parameter.isRequired ? written : "[\(written)]"
  }

  /// As it stands before its explanation.
  var term: String {
    let short = parameter.short.map { "-\($0), " } ?? ""
    if parameter.position != nil { return "\(positionalName), \(short)--\(parameter.name)" }
    return short + (parameter.isBoolean ? booleanOption : "--\(parameter.name) \(valueName)")
  }

  private var booleanOption: String {
    // One that is off by default can only be switched on.
    parameter.defaultValue == false ? "--\(parameter.name)" : "--[no-]\(parameter.name)"
  }

  /// What it means, and in brackets what may be given.
  var meaning: String { meaning(withChoices: parameter.position != nil || valueName != choices) }

  /// The same, for a table that has the choices in a column of their own.
  var notesWithoutChoices: String { meaning(withChoices: false) }

  private func meaning(withChoices: Bool) -> String {
    let notes = notes(withChoices: withChoices)
    let text = parameter.description ?? parameter.title ?? ""
    let bracketed = notes.isEmpty ? "" : "(\(notes.joined(separator: "; ")))"
    return [text, bracketed].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func notes(withChoices: Bool) -> [String] {
    var notes: [String] = []
    if parameter.isRequired { notes.append(say("required")) }
    if let value = parameter.defaultValue, value != false {
      let shown = parameter.isSecret ? "***" : value.plainText ?? value.json()
      notes.append(say("default: ${value}", ["value": .string(shown.isEmpty ? "\"\"" : shown)]))
    }
    if withChoices, let choices { notes.append(say("one of ${values}", ["values": .string(choices)])) }
    if let file = parameter.file { notes += self.notes(file) }
    notes += bounds
    if parameter.isArray { notes.append(say("repeat for more")) }
    return notes
  }

  private func notes(_ file: FileRule) -> [String] {
    let accepted = file.accept.map(\.text).joined(separator: ", ")
    return (file.mustExist ? [say("must exist")] : [])
      + (file.within.map { [say("within ${folder}", ["folder": .string($0)])] } ?? [])
      + (accepted.isEmpty ? [] : [say("accepts ${types}", ["types": .string(accepted)])])
  }

  /// The least and greatest value, as text.
  private var bounds: [String] {
    var least: String?
    var greatest: String?
    var notes: [String] = []
    for assertion in parameter.schema.assertions {
      switch assertion {
      case .minimum(let value): least = value.plainText
      case .maximum(let value): greatest = value.plainText
      case .exclusiveMinimum(let value): notes.append(say("above ${limit}", ["limit": value]))
      case .exclusiveMaximum(let value): notes.append(say("below ${limit}", ["limit": value]))
      case .multipleOf(let value): notes.append(say("a multiple of ${limit}", ["limit": value]))
      case .maxLength(let length):
        notes.append(say("at most ${limit} characters", ["limit": .integer(length)]))
      case .format(let format): notes.append(say("such as ${example}", ["example": .string(format.example)]))
      default: continue
      }
    }
    let range: String? =
      switch (least, greatest) {
      case (let least?, let greatest?):
        say("${least} to ${greatest}", ["least": .string(least), "greatest": .string(greatest)])
      case (let least?, nil): say("at least ${limit}", ["limit": .string(least)])
      case (nil, let greatest?): say("at most ${limit}", ["limit": .string(greatest)])
      case (nil, nil): nil
      }
    return (range.map { [$0] } ?? []) + notes
  }
}
