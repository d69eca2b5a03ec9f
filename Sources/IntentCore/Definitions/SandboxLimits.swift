/// What a definition's programs may reach, as people read it before values are known.
package struct SandboxLimits: Sendable, Equatable {
  /// Paths as written, with the names of parameters in capitals.
  package var read: [String]
  package var write: [String]
  package var network: SandboxRule.Network
  package var opensSockets: Bool

  /// `nil` without a sandbox.
  package init?(_ definition: IntentDefinition) {
    guard let rule = definition.sandbox else { return nil }
    (network, opensSockets) = (rule.network, rule.opensSockets)
    func given(_ access: FileRule.Access) -> [String] {
      definition.parameters.filter { $0.file?.access == access }.map { $0.name.uppercased() }
    }
    read = rule.read.map(\.shownPath) + given(.read)
    write = rule.write.map(\.shownPath) + given(.write)
  }
}

extension Template {
  /// A path as people read it; one that is seen from the definition's folder shows that it is a path.
  fileprivate var shownPath: String {
    guard case .text(let segments) = self else {
      if case .reference(let reference) = self { return Self.shown(reference) }
      return literalString.map(Self.visible) ?? ""
    }
    let text = segments.reduce("") { text, segment in
      switch segment {
      case .literal(let part): text + part
      case .reference(let reference): text + Self.shown(reference)
      case .plural: text
      }
    }
    if case .reference? = segments.first { return text }
    return Self.visible(text)
  }

  private static func shown(_ reference: Reference) -> String { reference.text.uppercased() }

  private static func visible(_ path: String) -> String {
    guard let first = path.utf8.first, !"/~.".utf8.contains(first) else { return path }
    return "./\(path)"
  }
}
