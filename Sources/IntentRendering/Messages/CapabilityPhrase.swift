package import IntentCore

/// What a capability lets an intent do, in words that follow "may".
package enum CapabilityPhrase {
  /// Such as `run /usr/bin/rsync`, `unlock front (demo)`, `reach host:443 (https)`; not yet clean.
  package static func text(_ capability: Capability) -> String {
    switch capability {
    case .execute(let target): "run " + words(target, "any program")
    case .elevate(let target): "run code through " + words(target, "any shell")
    case .network(let scheme, .exact(let host), let port):
      host.utf8.contains(UInt8(ascii: ":"))
        ? "reach [\(host)]:\(port) (\(scheme))" : "reach \(host):\(port) (\(scheme))"
    case .network(let scheme, .any, let port): "reach any host at port \(port) (\(scheme))"
    case .read(let target): "read " + words(target, "any file")
    case .write(let target): "write " + words(target, "any file")
    case .vpn(.up, let provider, let profile): "bring \(words(profile, "any VPN")) up" + suffix(provider)
    case .vpn(.down, let provider, let profile): "take \(words(profile, "any VPN")) down" + suffix(provider)
    case .lock(let action, let provider, let door):
      "\(action.rawValue) \(words(door, "any door"))" + suffix(provider)
    }
  }

  private static func words(_ target: Capability.Target, _ any: String) -> String {
    switch target {
    case .exact(let text): text
    case .any: any
    }
  }

  private static func suffix(_ provider: String) -> String { provider.isEmpty ? "" : " (\(provider))" }
}
