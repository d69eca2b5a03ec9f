package import IntentCore

/// What a capability lets an intent do, in words that follow "may".
package enum CapabilityPhrase {
  /// Such as `run /usr/bin/rsync`, `unlock front (demo)`, `reach host:443 (https)`; not yet clean.
  package static func text(_ capability: Capability, _ text: Localizer = .english) -> String {
    let row = capability.row
    let phrase: String
    switch (row.target, row.port) {
    case _ where capability == .activeVPNDown:
      return text("take down ${target}", ["target": .string(text("whichever VPN is up"))])
    case (.any, let port?):
      phrase = text("reach any host at port ${target}", ["target": .string(String(port))])
    case (.exact(let host), let port?):
      let host = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
      phrase = text(row.phrase, ["target": .string("\(host):\(port)")])
    case (.exact(let target), nil): phrase = text(row.phrase, ["target": .string(target)])
    case (.any, nil): phrase = text(row.phrase, ["target": .string(text(row.any))])
    }
    return row.provider.map { $0.isEmpty ? phrase : "\(phrase) (\($0))" } ?? phrase
  }
}
