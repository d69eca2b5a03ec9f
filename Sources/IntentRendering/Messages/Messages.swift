package import IntentCore

/// Makes sentences of faults in one language.
package struct Messages: Sendable {
  let language: String

  package init(language: String = "en") { self.language = language }

  /// The wording for a code in a language; English where the language has none.
  package static func message(for code: FaultCode, language: String) -> MessageTemplate {
    EnglishMessages.template(code) ?? MessageTemplate("something is wrong (\(code.rawValue))")
  }

  /// The sentence for a fault, clean and without a final point.
  package func text(_ fault: Fault) -> String {
    let filler = filler(fault)
    guard let suggestion = filler.fill("; did you mean \"${suggestion}\"?") else {
      return text(fault.code, fault, filler)
    }
    return text(fault.code, fault, filler) + suggestion
  }

  /// What to do about a fault, a line each.
  package func hints(_ fault: Fault) -> [String] {
    let filler = filler(fault)
    var hints = Self.message(for: fault.code, language: language).hints.compactMap(filler.fill)
    if hints.isEmpty, let repair = filler.fill("to mend it: ${repair:command}") { hints = [repair] }
    if let hint = filler.fill("${hint}") { hints.append(hint) }
    return hints
  }

  /// Marks what a demo device answered.
  var simulatedLabel: String { "(demo)" }

  private func text(_ code: FaultCode, _ fault: Fault, _ filler: TemplateFiller) -> String {
    let template = Self.message(for: code, language: language)
    for name in ["reason", "cause", "keyword"] {
      if case .text(let keyword)? = fault[name], let variant = template.variants[keyword],
        let text = filler.fill(variant)
      {
        return text
      }
    }
    return filler.fill(template.message) ?? "something is wrong (\(code.rawValue))"
  }

  private func filler(_ fault: Fault) -> TemplateFiller {
    let words = ArgumentWords(fault: fault)
    return TemplateFiller { placeholder in
      guard placeholder.form == "message" else { return words.text(placeholder) }
      // Another code's wording, with the same arguments.
      guard case .text(let raw)? = fault[placeholder.names[0]], let code = FaultCode(rawValue: raw),
        code != fault.code
      else { return placeholder.fallback }
      let cause = TemplateFiller(argument: words.text)
      return cause.fill(Self.message(for: code, language: language).message) ?? placeholder.fallback
    }
  }
}
