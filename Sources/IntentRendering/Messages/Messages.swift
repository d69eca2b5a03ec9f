package import IntentCore

/// Makes sentences of faults in one language.
package struct Messages: Sendable {
  let language: String

  package init(language: String = "en") { self.language = language }

  /// The wording for a code in a language; English where the language has none.
  package static func message(for code: FaultCode, language: String) -> MessageTemplate {
    EnglishMessages.table[code] ?? MessageTemplate("something is wrong (\(code.rawValue))")
  }

  /// The sentence for a fault, clean and without a final point.
  package func text(_ fault: Fault) -> String {
    let template = Self.message(for: fault.code, language: language)
    let words = ArgumentWords(fault: fault)
    let filler = TemplateFiller(argument: words.text)
    var text = filler.fill(template.message) ?? "something is wrong (\(fault.code.rawValue))"
    if let suggestion = words.text(.init(names: ["suggestion"], form: "", fallback: nil)) {
      text += "; did you mean \"\(suggestion)\"?"
    }
    return text
  }

  /// What to do about a fault, a line each.
  package func hints(_ fault: Fault) -> [String] {
    let template = Self.message(for: fault.code, language: language)
    let filler = TemplateFiller(argument: ArgumentWords(fault: fault).text)
    var hints = template.hints.compactMap(filler.fill)
    if hints.isEmpty, let repair = filler.fill("to mend it: ${repair:command}") { hints = [repair] }
    if let hint = filler.fill("${hint}") { hints.append(hint) }
    return hints
  }

  /// Marks what a demo device answered.
  var simulatedLabel: String { "(demo)" }
}
