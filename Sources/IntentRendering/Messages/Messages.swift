package import IntentCore
package import StringCatalogs

/// Makes sentences of faults in one language.
package struct Messages: Sendable {
  package let text: Localizer

  /// - Parameter text: Knows the English wordings in the language of the caller.
  package init(text: Localizer = .english) { self.text = text }

  /// The English wording for a code, which is what translations are keyed by.
  package static func message(for code: FaultCode) -> MessageTemplate {
    EnglishMessages.template(code) ?? MessageTemplate("something is wrong (\(code.rawValue))")
  }

  /// The sentence for a fault, clean and without a final point.
  package func text(_ fault: Fault) -> String {
    let filler = filler(fault)
    guard let suggestion = filler.fill(translated(Self.suggestion)) else {
      return text(fault.code, fault, filler)
    }
    return text(fault.code, fault, filler) + suggestion
  }

  /// What to do about a fault, a line each.
  package func hints(_ fault: Fault) -> [String] {
    let filler = filler(fault)
    var hints = template(fault.code).hints.compactMap(filler.fill)
    if hints.isEmpty, let repair = filler.fill(translated(Self.repair)) { hints = [repair] }
    if let hint = filler.fill("${hint}") { hints.append(hint) }
    return hints
  }

  /// Marks what a demo device answered.
  var simulatedLabel: String { text("(demo)") }

  func label(_ severity: Fault.Severity) -> String { text(severity == .error ? "error:" : "warning:") }

  private func translated(_ source: String) -> String { text.unit(source) ?? source }

  private func template(_ code: FaultCode) -> MessageTemplate {
    let english = Self.message(for: code)
    if text.language.isEnglish { return english }
    return MessageTemplate(
      translated(english.message), hints: english.hints.map(translated),
      variants: english.variants.mapValues(translated))
  }

  private func text(_ code: FaultCode, _ fault: Fault, _ filler: TemplateFiller) -> String {
    let template = template(code)
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
    let words = ArgumentWords(fault: fault, text: text)
    return TemplateFiller { placeholder in
      guard placeholder.form == "message" else { return words.text(placeholder) }
      // Another code's wording, with the same arguments.
      guard case .text(let raw)? = fault[placeholder.names[0]], let code = FaultCode(rawValue: raw),
        code != fault.code
      else { return placeholder.fallback }
      let cause = TemplateFiller(argument: words.text)
      return cause.fill(template(code).message) ?? placeholder.fallback
    }
  }
}
