package import IntentCore

/// Makes sentences of faults in one language.
package struct Messages: Sendable {
  package let text: Localizer

  /// Sentences that any fault may have, which the catalog has under their English text.
  package static let shared = (
    suggestion: "; did you mean \"${suggestion}\"?", repair: "to mend it: ${repair:command}",
    missingName: "${name|a parameter}[ (${allowed:or})]"
  )

  /// - Parameter text: Knows the translations of sentences by the codes of faults.
  package init(text: Localizer = .english) { self.text = text }

  /// The sentence for a fault, clean and without a final point.
  package func text(_ fault: Fault) -> String {
    let filler = filler(fault)
    return sentence(fault, filler) + (filler.fill(text.template(Self.shared.suggestion)) ?? "")
  }

  /// What to do about a fault, a line each.
  package func hints(_ fault: Fault) -> [String] {
    let filler = filler(fault)
    var hints = fault.code.rawValue.hints.enumerated().compactMap { index, hint in
      filler.fill(text.template("\(fault.code.id)#\(index + 1)", hint))
    }
    if hints.isEmpty, let repair = filler.fill(text.template(Self.shared.repair)) { hints = [repair] }
    if let hint = filler.fill("${hint}") { hints.append(hint) }
    return hints
  }

  /// Marks what a demo device answered.
  var simulatedLabel: String { text("(demo)") }

  func label(_ severity: Fault.Severity) -> String { text(severity == .error ? "error:" : "warning:") }

  private func message(_ code: FaultCode) -> String { text.template(code.id, code.rawValue.message) }

  private func sentence(_ fault: Fault, _ filler: TemplateFiller) -> String {
    let variants = fault.code.rawValue.variants
    for name in ["reason", "cause", "keyword"] {
      if case .text(let keyword)? = fault[name],
        let variant = variants.first(where: { $0.keyword == keyword }),
        let text = filler.fill(text.template("\(fault.code.id)#\(keyword)", variant.text))
      {
        return text
      }
    }
    return filler.fill(message(fault.code)) ?? "something is wrong (\(fault.code.id))"
  }

  private func filler(_ fault: Fault) -> TemplateFiller {
    let words = ArgumentWords(fault: fault, text: text)
    return TemplateFiller { placeholder in
      guard placeholder.form == "message" else { return words.text(placeholder) }
      // Another code's sentence, with the same arguments.
      guard case .text(let id)? = fault[placeholder.names[0]], let code = FaultCode(id: id),
        code != fault.code
      else { return placeholder.fallback }
      return TemplateFiller(argument: words.text).fill(message(code)) ?? placeholder.fallback
    }
  }
}

extension Localizer {
  /// The translation that the catalog has under the key, unfilled, else the English text.
  func template(_ key: String, _ english: String? = nil) -> String { unit(key) ?? english ?? key }
}

/// Fills a template; `argument` writes one placeholder or says that there is nothing to write.
struct TemplateFiller {
  struct Placeholder {
    var names: [String]
    var form = ""
    var fallback: String?
    /// Whether it stands in quotes, where an empty text may be shown.
    var isQuoted = false
  }

  let argument: (Placeholder) -> String?

  /// The text, `nil` when an argument outside of brackets is not there and has no fallback.
  func fill(_ template: String) -> String? {
    var rest = template.unicodeScalars[...]
    return fill(&rest, isOptional: false)
  }

  private func fill(_ rest: inout Substring.UnicodeScalarView, isOptional: Bool) -> String? {
    var text = ""
    var isWhole = true
    var chosen: String?
    while let scalar = rest.popFirst() {
      switch scalar {
      case "]" where isOptional: return chosen ?? (isWhole ? text : nil)
      case "|" where isOptional:
        if isWhole, chosen == nil { chosen = text }
        (text, isWhole) = ("", true)
      case "[": text += fill(&rest, isOptional: true) ?? ""
      case "$" where rest.first == "{":
        rest.removeFirst()
        let body = String(rest.prefix { $0 != "}" })
        rest = rest.drop { $0 != "}" }.dropFirst()
        var placeholder = Placeholder(body)
        placeholder.isQuoted = text.utf8.last == UInt8(ascii: "\"")
        if let value = argument(placeholder) { text += value } else { isWhole = false }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return isWhole ? text : nil
  }
}

extension TemplateFiller.Placeholder {
  fileprivate init(_ body: String) {
    let parts = body.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let head = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    names = head[0].split(separator: ",").map { String($0) }
    form = head.count > 1 ? String(head[1]) : ""
    fallback = parts.count > 1 ? String(parts[1]) : nil
  }
}
