internal import IntentCore

extension Messages {
  static let suggestion = "; did you mean \"${suggestion}\"?"
  static let repair = "to mend it: ${repair:command}"
  static let missingName = "${name|a parameter}[ (${allowed:or})]"

  /// Every English text that a catalog of messages translates: wordings, hints and fixed words.
  package static var sources: [String] {
    var sources: [String] = []
    for code in FaultCode.allCases {
      let template = message(for: code)
      sources.append(template.message)
      sources += template.hints
      sources += template.variants.values.sorted()
    }
    sources += [suggestion, repair, missingName, "(demo)", "error:", "warning:"]
    sources += ArgumentWords.sources + CapabilityPhrase.sources
    var seen: Set<String> = []
    return sources.filter { seen.insert($0).inserted }
  }
}
