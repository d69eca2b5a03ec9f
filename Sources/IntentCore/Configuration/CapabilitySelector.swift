/// How a rule of the configuration names capabilities: a kind such as `exec`, a kind with an action such as
/// `lock(unlock)`, or one exact thing in its text form, such as `exec(/usr/bin/rsync)`.
package enum CapabilitySelector {
  package static var kinds: [String] { Capability.Kind.allCases.map(\.rawValue) }

  /// The same grammar as a regular expression, for JSON Schema; it offers no secrets.
  package static var pattern: String {
    let actions = Capability.Kind.allCases.filter { !$0.actions.isEmpty }.map { kind in
      "\(kind.rawValue)(?:\\((?:\(kind.actions.joined(separator: "|")))(?:,[^,]+,.+)?\\))?"
    }
    let plain = "(?:exec|elevate|read|write)(?:\\((?:/.*|any)\\))?"
    return "^(?:\(plain)|net(?:\\([^,]+,[^,]+,[1-9][0-9]{0,4}\\))?|\(actions.joined(separator: "|")))$"
  }

  /// The kind that the text begins with, whether there is one of that name or not.
  package static func kind(of text: String) -> String {
    String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "(") }))
  }

  /// Whether the text could name anything; one that could not would never restrict what it was written for.
  package static func isWellFormed(_ text: String) -> Bool {
    guard let kind = Capability.Kind(rawValue: kind(of: text)), !text.utf8.contains(0) else { return false }
    let rest = text.utf8.dropFirst(kind.rawValue.utf8.count)
    if rest.isEmpty { return true }
    guard rest.last == UInt8(ascii: ")") else { return false }
    let target = rest.dropFirst().dropLast()
    switch kind {
    case .network:
      let parts = target.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      return parts.count == 3 && parts.allSatisfy { !$0.isEmpty } && HTTPAddress.port(parts[2]) != nil
        && HTTPHost.canonical(parts[1]) != nil
    case .vpn, .lock, .key:
      let parts = target.split(separator: UInt8(ascii: ","), maxSplits: 2, omittingEmptySubsequences: false)
      return kind.actions.contains { $0.utf8.elementsEqual(parts[0]) } && parts.count != 2
        && parts.allSatisfy { !$0.isEmpty }
    case .secret: return !target.isEmpty
    case .execute, .elevate, .read, .write:
      return target.first == UInt8(ascii: "/") || target.elementsEqual(Capability.Target.any.text.utf8)
    }
  }
}

extension Capability {
  /// Whether a rule that names capabilities by the text is about a run that claims this: with everything that a caller
  /// could choose, with a shell or a raising of rights where programs are named, with a file however its path is
  /// written, and with a host in each of its spellings.
  ///
  /// - Parameter isSameFile: Whether two absolute paths lead to one file.
  package func isSelected(
    by selector: String, isSameFile: (String, String) -> Bool = { _, _ in false }
  ) -> Bool {
    if case .elevate(let target) = self,
      Capability.execute(target).isSelected(by: selector, isSameFile: isSameFile)
    {
      return true
    }
    let own = text.utf8
    guard selector.utf8.contains(UInt8(ascii: "(")) else {
      return own.starts(with: selector.utf8) && own.dropFirst(selector.utf8.count).first == UInt8(ascii: "(")
    }
    if row.action == nil || selector.utf8.contains(UInt8(ascii: ",")) {
      return mayTouch(selector) || isOfFile(selector, isSameFile) || isOfHost(selector)
    }
    let head = selector.utf8.dropLast()
    return own.starts(with: head) && own.dropFirst(head.count).first == UInt8(ascii: ",")
  }

  /// Whether the text names the same file by another path.
  private func isOfFile(_ selector: String, _ isSameFile: (String, String) -> Bool) -> Bool {
    switch self {
    case .execute(.exact(let path)), .elevate(.exact(let path)), .read(.exact(let path)),
      .write(.exact(let path)):
      let head = row.kind.rawValue + "(/"
      guard selector.utf8.starts(with: head.utf8) else { return false }
      return isSameFile(
        path, String(decoding: selector.utf8.dropFirst(head.utf8.count - 1).dropLast(), as: UTF8.self))
    default: return false
    }
  }

  /// Whether the text names the same host by another spelling; all names and addresses of this machine itself are one.
  private func isOfHost(_ selector: String) -> Bool {
    guard case .network(let scheme, .exact(let host), let port) = self,
      selector.utf8.starts(with: "net(".utf8)
    else {
      return false
    }
    let parts = selector.utf8.dropFirst(4).dropLast().split(separator: UInt8(ascii: ","))
    guard parts.count == 3, parts[0].elementsEqual(scheme.utf8), HTTPAddress.port(parts[2]) == port,
      let named = HTTPHost.canonical(parts[1])
    else { return false }
    return named.utf8.elementsEqual(host.utf8) || HTTPHost.isLoopback(named) && HTTPHost.isLoopback(host)
  }
}
