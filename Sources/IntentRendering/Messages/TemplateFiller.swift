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
