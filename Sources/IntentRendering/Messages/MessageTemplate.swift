/// The wording of a fault in one language, with places for the fault's arguments.
///
/// `${name}` is an argument; `${name,other}` the first of those that is there; `${name|text}` falls back to a text.
/// A form follows a colon: `${allowed:or}` and `${missing:and}` join a list, `${source:source}` says how a run
/// was entered, `${signal:signal}` names a signal, `${command:command}` joins words as for a shell,
/// `${limit:count item,items}` counts. What stands in `[…]` is left out when an argument within is not there.
package struct MessageTemplate: Sendable, Equatable {
  package let message: String
  /// What to do next, a line each; one whose arguments are not there is left out.
  package let hints: [String]

  package init(_ message: String, hints: [String] = []) {
    self.message = message
    self.hints = hints
  }
}

/// Fills a template; `argument` writes one placeholder or says that there is nothing to write.
struct TemplateFiller {
  struct Placeholder {
    var names: [String]
    var form: String
    var fallback: String?
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
    while let scalar = rest.popFirst() {
      switch scalar {
      case "]" where isOptional: return isWhole ? text : nil
      case "[": text += fill(&rest, isOptional: true) ?? ""
      case "$" where rest.first == "{":
        rest.removeFirst()
        let body = String(rest.prefix { $0 != "}" })
        rest = rest.drop { $0 != "}" }.dropFirst()
        if let value = argument(Placeholder(body)) { text += value } else { isWhole = false }
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
