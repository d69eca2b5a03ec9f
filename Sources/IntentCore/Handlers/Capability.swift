/// Something outside a run that it will touch; the text form is what people grant.
package enum Capability: Sendable, Hashable {
  case execute(Target)
  /// A shell with code of the definition's, or a program that raises rights.
  case elevate(Target)
  case network(scheme: String, host: Target, port: Int)
  case read(Target)
  case write(Target)
  case vpn(VPNAction, provider: String, profile: Target)
  case lock(LockAction, provider: String, door: Target)
  /// Giving somebody else a key to a door.
  case shareKey(provider: String, door: Target)
  /// A secret of the configuration, by name.
  case secret(String)

  /// One exact thing, or whatever a caller may name; grants are compared by `text`, byte by byte.
  package enum Target: Sendable, Hashable {
    case exact(String)
    case any

    package var text: String { if case .exact(let text) = self { text } else { "any" } }
  }

  package enum VPNAction: String, Sendable, CaseIterable { case up, down }
  package enum LockAction: String, Sendable, CaseIterable { case lock, unlock, open }

  /// The classes of the permission table, from nothing to what needs authentication.
  package enum Class: Int, Sendable, Comparable {
    case harmless, network, execute, file, vpn, lock, unlock, elevate
    package static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }
  }

  /// The words that text forms begin with.
  package enum Kind: String, Sendable, CaseIterable {
    case execute = "exec"
    case elevate
    case network = "net"
    case read, write, vpn, lock
    case key
    case secret

    /// What may be done with things of the kind; empty where the kind says it.
    package var actions: [String] {
      switch self {
      case .vpn: VPNAction.allCases.map(\.rawValue)
      case .lock: LockAction.allCases.map(\.rawValue)
      case .key: ["share"]
      default: []
      }
    }
  }

  /// How a capability is spelled and worded: `KIND(ACTION,PROVIDER,TARGET,PORT)`, of which most have a part.
  package struct Row: Sendable {
    package var kind: Kind
    package var action: String?
    /// The provider, or the scheme of an address.
    package var provider: String?
    package var target: Target
    package var port: Int?
    package var `class`: Class
    /// What follows "may" in English, where `${target}` is the target.
    package var phrase: String
    /// The English words for a target that a caller chooses.
    package var any = ""
  }

  /// The row of each capability; it holds no text that has to be made.
  package var row: Row {
    switch self {
    case .execute(let target):
      Row(kind: .execute, target: target, class: .execute, phrase: "run ${target}", any: "any program")
    case .elevate(let target):
      Row(
        kind: .elevate, target: target, class: .elevate, phrase: "run code through ${target}",
        any: "any shell")
    case .network(let scheme, let host, let port):
      Row(
        kind: .network, provider: scheme, target: host, port: port, class: .network, phrase: "reach ${target}"
      )
    case .read(let target):
      Row(kind: .read, target: target, class: .file, phrase: "read ${target}", any: "any file")
    case .write(let target):
      Row(kind: .write, target: target, class: .file, phrase: "write ${target}", any: "any file")
    case .vpn(let action, let provider, let profile):
      Row(
        kind: .vpn, action: action.rawValue, provider: provider, target: profile,
        class: provider == "demo" ? .harmless : .vpn,
        phrase: action == .up ? "bring ${target} up" : "take ${target} down", any: "any VPN")
    case .lock(let action, let provider, let door):
      Row(
        kind: .lock, action: action.rawValue, provider: provider, target: door,
        class: provider == "demo" ? .harmless : action == .lock ? .lock : .unlock,
        phrase: action == .lock
          ? "lock ${target}" : action == .unlock ? "unlock ${target}" : "open ${target}", any: "any door")
    case .shareKey(let provider, let door):
      Row(
        kind: .key, action: "share", provider: provider, target: door, class: .unlock,
        phrase: "share a key to ${target}", any: "any door")
    case .secret(let name):
      Row(kind: .secret, target: .exact(name), class: .file, phrase: "read the secret ${target}")
    }
  }

  package var permissionClass: Class { row.class }

  /// Whether a caller chooses the target, which no standing grant covers.
  package var isOpen: Bool { row.target == .any }

  /// The stable text form, such as `exec(/usr/bin/rsync)`.
  package var text: String {
    let row = row
    var text = row.kind.rawValue + "("
    if let action = row.action { text += action + "," }
    if let provider = row.provider { text += provider + "," }
    text += row.target.text
    if let port = row.port { text += ",\(port)" }
    return text + ")"
  }

  /// Whatever real VPN happens to be up goes down; which one, no caller chooses.
  package static let activeVPNDown = Capability.vpn(.down, provider: "any", profile: .exact("active"))

  /// Whether a run that claims this may touch what the text form names: that very thing, or anything of its kind
  /// where a caller chooses the target.
  package func mayTouch(_ text: String) -> Bool {
    let own = self.text
    if own.utf8.elementsEqual(text.utf8) { return true }
    if self == .activeVPNDown { return text.utf8.starts(with: "vpn(down,".utf8) }
    guard isOpen else { return false }
    let tail = 1 + (row.port.map { String($0).utf8.count + 1 } ?? 0)
    let head = own.utf8.count - tail - Target.any.text.utf8.count
    return text.utf8.count >= head + tail && text.utf8.starts(with: own.utf8.prefix(head))
      && text.utf8.suffix(tail).elementsEqual(own.utf8.suffix(tail))
  }
}
