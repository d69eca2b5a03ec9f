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

  /// One exact thing, or whatever a caller may name; exact text is compared byte by byte.
  package enum Target: Sendable, Hashable {
    case exact(String)
    case any
  }

  package enum VPNAction: String, Sendable { case up, down }
  package enum LockAction: String, Sendable { case lock, unlock, open }
}

extension Capability {
  /// The classes of the permission table, from nothing to what needs authentication.
  package enum Class: Int, Sendable, Comparable {
    case harmless, network, execute, file, vpn, lock, unlock, elevate
    package static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }
  }

  package var permissionClass: Class {
    switch self {
    case .execute: .execute
    case .elevate: .elevate
    case .network: .network
    case .read, .write, .secret: .file
    case .vpn(_, let provider, _): provider == "demo" ? .harmless : .vpn
    case .lock(_, "demo", _): .harmless
    case .lock(.lock, _, _): .lock
    case .lock, .shareKey: .unlock
    }
  }

  /// The stable text form, such as `exec(/usr/bin/rsync)`.
  package var text: String {
    switch self {
    case .execute(let target): "exec(\(target.text))"
    case .elevate(let target): "elevate(\(target.text))"
    case .network(let scheme, let host, let port): "net(\(scheme),\(host.text),\(port))"
    case .read(let target): "read(\(target.text))"
    case .write(let target): "write(\(target.text))"
    case .vpn(let action, let provider, let profile): "vpn(\(action.rawValue),\(provider),\(profile.text))"
    case .lock(let action, let provider, let door): "lock(\(action.rawValue),\(provider),\(door.text))"
    case .shareKey(let provider, let door): "key(share,\(provider),\(door.text))"
    case .secret(let name): "secret(\(name))"
    }
  }
}

extension Capability.Target {
  package var text: String {
    switch self {
    case .exact(let text): text
    case .any: "any"
    }
  }
}

extension Capability {
  /// Whatever real VPN happens to be up goes down; which one, no caller chooses.
  package static let activeVPNDown = Capability.vpn(.down, provider: "any", profile: .exact("active"))

  /// Whether a run that claims this may touch what the text form names: that very thing, or anything of its kind
  /// where a caller chooses the target.
  package func mayTouch(_ text: String) -> Bool {
    let own = self.text
    if own.utf8.elementsEqual(text.utf8) { return true }
    if self == .activeVPNDown { return text.utf8.starts(with: "vpn(down,".utf8) }
    guard isOpen else { return false }
    let tail: Int =
      if case .network(_, _, let port) = self { String(port).utf8.count + 2 } else { 1 }
    let head = own.utf8.count - tail - Target.any.text.utf8.count
    return text.utf8.count >= head + tail && text.utf8.starts(with: own.utf8.prefix(head))
      && text.utf8.suffix(tail).elementsEqual(own.utf8.suffix(tail))
  }

  /// Whether a caller chooses the target, which no standing grant covers.
  package var isOpen: Bool {
    switch self {
    case .execute(let target), .elevate(let target), .read(let target), .write(let target): target == .any
    case .network(_, let host, _): host == .any
    case .vpn(_, _, let profile): profile == .any
    case .lock(_, _, let door), .shareKey(_, let door): door == .any
    case .secret: false
    }
  }
}
