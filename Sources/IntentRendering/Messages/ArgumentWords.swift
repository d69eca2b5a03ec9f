internal import IntentCore

/// Writes the arguments of a fault as words of a sentence, clean and of a readable length.
struct ArgumentWords {
  let fault: Fault
  /// Longer texts are cut, and longer lists end in a count.
  private static let longestText = 200
  private static let longestList = 12

  func text(_ placeholder: TemplateFiller.Placeholder) -> String? {
    for name in placeholder.names {
      if let value = fault[name] ?? derived(name), let text = text(value, placeholder) {
        return text
      }
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
    if steps.count > 1, steps[0] == "parameters" { return "parameter \"\(steps[1])\"" }
    return steps.isEmpty ? nil : "\"" + steps.joined(separator: ".") + "\""
  }

  private func text(_ value: FaultArgument, _ placeholder: TemplateFiller.Placeholder) -> String? {
    let form = placeholder.form
    switch value {
    case .integer(let number):
      switch form {
      case "signal": return SignalName.text(number)
      case "seconds": return "\(number) s"
      case _ where form.hasPrefix("count "): return counted(number, form)
      default: return String(number)
      }
    case .list(let items):
      if items.isEmpty { return nil }
      switch form {
      case "command": return ShellWords.join(items)
      case "and": return joined(items.map(clean), "and")
      default: return joined(items.map { "\"\(clean($0))\"" }, form == "quoted" ? "and" : "or")
      }
    case .capabilities(let items):
      return items.isEmpty ? nil : list(items.map { clean(CapabilityPhrase.text($0)) }, "and")
    case .text(let text):
      if text.isEmpty { return placeholder.isQuoted && placeholder.names[0] == "value" ? "" : nil }
      switch form {
      case "source": return source(text)
      case "command": return text.cleaned(.quoted)
      case "seconds": return clean(text) + " s"
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
    return list(shown + ["\(items.count - shown.count) more"], conjunction)
  }

  private func list(_ items: [String], _ conjunction: String) -> String {
    var text = ""
    for (index, item) in items.enumerated() {
      if index > 0 { text += index == items.count - 1 ? " \(conjunction) " : ", " }
      text += item
    }
    return text
  }

  private func counted(_ number: Int, _ form: String) -> String {
    let forms = form.dropFirst("count ".count).split(separator: ",")
    return "\(number) \(number == 1 ? forms[0] : forms[forms.count - 1])"
  }

  private func source(_ text: String) -> String {
    switch text {
    case "terminal", "script", "timer": "a " + text
    case "automation": "an automation"
    default: clean(text)
    }
  }
}

/// The names of signals (signal(7), Linux on most architectures).
enum SignalName {
  private static let names = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
    "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF",
    "WINCH", "IO", "PWR", "SYS",
  ]

  static func text(_ number: Int) -> String {
    number >= 1 && number <= names.count ? "SIG" + names[number - 1] : "signal \(number)"
  }
}
