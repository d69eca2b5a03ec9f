package import IntentCore
internal import JSON
package import StringCatalogs

/// What a capability lets an intent do, in words that follow "may".
package enum CapabilityPhrase {
  /// Such as `run /usr/bin/rsync`, `unlock front (demo)`, `reach host:443 (https)`; not yet clean.
  package static func text(_ capability: Capability, _ text: Localizer = .english) -> String {
    let (template, target, any) = words(capability)
    let words =
      switch target {
      case .exact(let words): words
      case .any: text(any)
      }
    return text(template, ["target": .string(words)]) + suffix(capability)
  }

  private static func words(
    _ capability: Capability
  ) -> (template: String, target: Capability.Target, any: String) {
    switch capability {
    case .execute(let target): ("run ${target}", target, "any program")
    case .elevate(let target): ("run code through ${target}", target, "any shell")
    case .network(_, .exact(let host), let port):
      (
        "reach ${target}",
        .exact(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"), ""
      )
    case .network(_, .any, let port): ("reach any host at port ${target}", .exact(String(port)), "")
    case .read(let target): ("read ${target}", target, "any file")
    case .write(let target): ("write ${target}", target, "any file")
    case .activeVPNDown: ("take down ${target}", .any, "whichever VPN is up")
    case .vpn(.up, _, let profile): ("bring ${target} up", profile, "any VPN")
    case .vpn(.down, _, let profile): ("take ${target} down", profile, "any VPN")
    case .lock(.lock, _, let door): ("lock ${target}", door, "any door")
    case .lock(.unlock, _, let door): ("unlock ${target}", door, "any door")
    case .lock(.open, _, let door): ("open ${target}", door, "any door")
    case .shareKey(_, let door): ("share a key to ${target}", door, "any door")
    case .secret(let name): ("read the secret ${target}", .exact(name), "")
    }
  }

  /// The scheme or the provider.
  private static func suffix(_ capability: Capability) -> String {
    let name =
      switch capability {
      case .activeVPNDown: ""
      case .network(let scheme, _, _): scheme
      case .vpn(_, let provider, _), .lock(_, let provider, _), .shareKey(let provider, _): provider
      case .execute, .elevate, .read, .write, .secret: ""
      }
    return name.isEmpty ? "" : " (\(name))"
  }
}
