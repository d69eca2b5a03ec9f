internal import IntentCore
internal import IntentEngine
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
      text +=
        "\n"
        + say("Phrases: ${phrases}", ["phrases": .string(definition.phrases.joined(separator: ", "))])
        .wrapped(style, indent: 2)
    }
    text += "\n" + hint.wrapped(style)
    return text
  }

  private var hint: String {
    say(
      "`runintent show ${intent}` says what it touches; `runintent help` has the options of every intent and the exit statuses.",
      ["intent": .string(definition.id)])
  }

  private var positional: [ParameterHelp] {
    definition.parameters.filter { $0.position != nil }.sorted { $0.position ?? 0 < $1.position ?? 0 }
      .map { ParameterHelp($0, say) }
  }

  private var options: [ParameterHelp] {
    definition.parameters.filter { $0.position == nil }.map { ParameterHelp($0, say) }
  }

  private var usage: String {
    let words = (positional + options.sorted { $0.parameter.isRequired && !$1.parameter.isRequired }).map(
      \.usage)
    let call = (["runintent \(definition.id)"] + words).joined(separator: " ")
    return say("Usage: ${call}", ["call": .string(call)]).wrapped(style, indent: 7)
  }

  private func section(_ title: String, _ parameters: [ParameterHelp]) -> String {
    if parameters.isEmpty { return "" }
    var terms = TermList(style: style)
    for parameter in parameters { terms.append(parameter.term, parameter.meaning) }
    return "\n\(title)\n\(terms.text)"
  }

  /// Calls made of the parameters' own examples; what is required and has none stands by its name.
  private var examples: [String] {
    let count = definition.parameters.map(\.examples.count).max() ?? 0
    var lines: [String] = []
    for index in 0..<min(count, 3) {
      var words = ["runintent", definition.id]
      for parameter in positional + options {
        guard let value = value(parameter.parameter, index) else { continue }
        if parameter.parameter.position != nil {
          words += value.arrayValue?.map(Self.word) ?? [Self.word(value)]
        } else if parameter.parameter.isBoolean {
          words.append(value == true ? "--\(parameter.parameter.name)" : "--no-\(parameter.parameter.name)")
        } else {
          for value in value.arrayValue ?? [value] {
            words += ["--\(parameter.parameter.name)", Self.word(value)]
          }
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

  private static func word(_ value: Value) -> String { value.plainText ?? value.json() }
}
