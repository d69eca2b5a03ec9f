package import JSON

/// A text of a catalog in one language: a unit, or forms among which a number chooses.
package struct CatalogText: Sendable {
  package indirect enum Content: Sendable {
    case unit(String)
    case plural([(category: PluralCategory, form: Content)])
  }

  /// A part of the text that varies by its own number, `%#@name@` in it.
  package struct Substitution: Sendable {
    package var name: String
    /// The 1-based argument that the part is about; the next one when it is not said.
    package var argument: Int?
    /// The conversion that `%arg` stands for, as in `lld`.
    package var format: String
    package var content: Content
  }

  package let language: LanguageTag
  package let content: Content
  package let substitutions: [Substitution]

  /// Deeper variations than any editor writes are not followed.
  private static let depthLimit = 8

  /// `nil` when the localization holds no text, or none that is finished.
  package init?(_ node: JSONNode, language: LanguageTag) {
    guard let content = Content(node, depth: Self.depthLimit) else { return nil }
    (self.language, self.content) = (language, content)
    guard case .object(let members)? = node["substitutions"]?.kind else {
      substitutions = []
      return
    }
    substitutions = members.compactMap { Substitution($0) }
  }
}

extension CatalogText.Substitution {
  fileprivate init?(_ member: JSONMember) {
    guard let content = CatalogText.Content(member.node, depth: 8) else { return nil }
    name = member.key
    self.content = content
    if case .integer(let number)? = member.node["argNum"]?.kind, number > 0 { argument = number }
    format = if case .string(let text)? = member.node["formatSpecifier"]?.kind { text } else { "lld" }
  }
}

extension CatalogText.Content {
  fileprivate init?(_ node: JSONNode, depth: Int) {
    if let unit = node["stringUnit"] {
      guard case .string(let text)? = unit["value"]?.kind else { return nil }
      if text.isEmpty, case .string("new")? = unit["state"]?.kind { return nil }
      self = .unit(text)
      return
    }
    guard depth > 0, let variations = node["variations"] else { return nil }
    if case .object(let members)? = variations["plural"]?.kind {
      let forms = members.compactMap { member in
        PluralCategory(rawValue: member.key).flatMap { category in
          Self(member.node, depth: depth - 1).map { (category: category, form: $0) }
        }
      }
      if forms.isEmpty { return nil }
      self = .plural(forms)
    } else if case .object(let members)? = variations["device"]?.kind,
      let chosen = members.first(where: { $0.key == "other" }) ?? members.first
    {
      // A terminal is none of the devices that catalogs name.
      self.init(chosen.node, depth: depth - 1)
    } else {
      return nil
    }
  }
}
