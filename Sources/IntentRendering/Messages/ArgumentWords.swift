package import IntentCore

/// Writes the arguments of a fault as words of a sentence, clean and of a readable length.
struct ArgumentWords {
  let fault: Fault
  let text: Localizer

  /// Arguments that the program words itself, so that they have translations.
  private static let worded: Set<String> = ["expected", "reason", "hint", "kind", "found"]

  /// Longer texts are cut, and longer lists end in a count.
  private static let longestText = 200
  private static let longestList = 12

  func text(_ placeholder: TemplateFiller.Placeholder) -> String? {
    for name in placeholder.names {
      guard let value = fault[name] ?? derived(name) else { continue }
      // A text that is spelled as a code of faults is not translated: the catalog has whole sentences under codes.
      if case .text(let words) = value, !text.language.isEnglish, Self.worded.contains(name),
        FaultCode(id: String(words.prefix { $0 != "#" })) == nil, let translation = text.unit(words)
      {
        return translation
      }
      if let text = text(value, placeholder) { return text }
    }
    return placeholder.fallback
  }

  /// What a fault says without an argument: its parameter, and the place that its key path names.
  private func derived(_ name: String) -> FaultArgument? {
    switch name {
    case "name": return fault.parameter.map { .text("--" + $0) }
    case "parameter": return fault.parameter.map { .text($0) }
    case "place": return place.map { .text($0) }
    default: return nil
    }
  }

  /// The object that a key belongs to: from the argument `within`, else from the key path of the place.
  private var place: String? {
    var steps: [Substring]
    if case .text(let within)? = fault["within"] {
      steps = within.split(separator: ".")
    } else {
      steps = fault.location?.keyPath.split(separator: ".").dropLast() ?? []
    }
    if steps.count > 1, steps[0] == "parameters" {
      return text("parameter \"${name}\"", ["name": .string(String(steps[1]))])
    }
    return steps.isEmpty ? nil : "\"" + steps.joined(separator: ".") + "\""
  }

  private func text(_ value: FaultArgument, _ placeholder: TemplateFiller.Placeholder) -> String? {
    let form = placeholder.form
    switch value {
    case .integer(let number):
      switch form {
      case "signal": return SignalName.text(number) ?? text("signal ${number}", ["number": .integer(number)])
      case "seconds": return text("${number} s", ["number": .integer(number)])
      case _ where form.hasPrefix("count "): return counted(number, form)
      default: return String(number)
      }
    case .list(let items):
      if items.isEmpty { return nil }
      switch form {
      case "command": return ShellWords.join(items)
      case "and": return joined(items.map(clean), text("and"))
      default:
        return joined(items.map { "\"\(clean($0))\"" }, text(form == "quoted" ? "and" : "or"))
      }
    case .capabilities(let items):
      return items.isEmpty
        ? nil : list(items.map { clean(CapabilityPhrase.text($0, self.text)) }, self.text("and"))
    case .text(let text):
      if text.isEmpty { return placeholder.isQuoted && placeholder.names[0] == "value" ? "" : nil }
      switch form {
      case "source": return source(text)
      case "command": return text.cleaned(.quoted)
      case "seconds": return self.text("${number} s", ["number": .string(clean(text))])
      case "article": return "aeiou".utf8.contains(text.utf8[text.utf8.startIndex]) ? clean(text) : nil
      case _ where form.hasPrefix("count "): return Int(text).map { counted($0, form) } ?? clean(text)
      default: return clean(text)
      }
    }
  }

  private func clean(_ text: String) -> String {
    text.cleaned(.quoted).shortened(to: Self.longestText, mark: "...")
  }

  private func joined(_ items: [String], _ conjunction: String) -> String {
    guard items.count > Self.longestList else { return list(items, conjunction) }
    let shown = Array(items.prefix(Self.longestList - 2))
    return list(shown + [text("${count} more", ["count": .integer(items.count - shown.count)])], conjunction)
  }

  private func list(_ items: [String], _ conjunction: String) -> String {
    var text = ""
    for (index, item) in items.enumerated() {
      if index > 0 { text += index == items.count - 1 ? Self.between(conjunction) : ", " }
      text += item
    }
    return text
  }

  /// A conjunction stands between spaces, save in a script that has none.
  private static func between(_ conjunction: String) -> String {
    conjunction.unicodeScalars.first?.value ?? 0 < 0x3000 ? " \(conjunction) " : conjunction
  }

  private func counted(_ number: Int, _ form: String) -> String {
    let forms = form.dropFirst("count ".count).split(separator: ",")
    let rules = PluralRules(text.language)
    let place = rules.wholeCategories.firstIndex(of: rules.category(of: .integer(number)))
    // A wording without a translation has the forms of English.
    let index = forms.count == rules.wholeCategories.count ? place ?? 0 : number == 1 ? 0 : forms.count - 1
    let chosen = forms[min(index, forms.count - 1)]
    guard let mark = chosen.firstIndex(of: "#") else { return "\(number) \(chosen)" }
    return chosen[..<mark] + String(number) + chosen[chosen.index(after: mark)...]
  }

  private func source(_ name: String) -> String {
    switch name {
    case "terminal": text("a terminal")
    case "script": text("a script")
    case "timer": text("a timer")
    case "automation": text("an automation")
    default: clean(name)
    }
  }
}

/// What a capability lets an intent do, in words that follow "may".
package enum CapabilityPhrase {
  /// Such as `run /usr/bin/rsync`, `unlock front (demo)`, `reach host:443 (https)`; not yet clean.
  package static func text(_ capability: Capability, _ text: Localizer = .english) -> String {
    let row = capability.row
    let phrase: String
    switch (row.target, row.port) {
    case _ where capability == .activeVPNDown:
      return text("take down ${target}", ["target": .string(text("whichever VPN is up"))])
    case (.any, let port?):
      phrase = text("reach any host at port ${target}", ["target": .string(String(port))])
    case (.exact(let host), let port?):
      let host = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
      phrase = text(row.phrase, ["target": .string("\(host):\(port)")])
    case (.exact(let target), nil): phrase = text(row.phrase, ["target": .string(target)])
    case (.any, nil): phrase = text(row.phrase, ["target": .string(text(row.any))])
    }
    return row.provider.map { $0.isEmpty ? phrase : "\(phrase) (\($0))" } ?? phrase
  }
}
