internal import IntentCore

/// An interface with what is read about it beyond its addresses.
struct InterfaceFacts {
  static let counterNote = "estimate, per interface, not per program"

  let interface: NetworkInterface
  let isTunnel: Bool

  init(_ interface: NetworkInterface, _ files: World.Files) {
    self.interface = interface
    isTunnel = Self.isTunnel(interface, files)
  }

  var state: String {
    interface.isUp ? (interface.isRunning ? "up" : "no carrier") : "down"
  }

  var members: ValueObject {
    var members: ValueObject = [
      "name": .string(interface.name), "state": .string(state), "tunnel": .boolean(isTunnel),
      "loopback": .boolean(interface.isLoopback),
      "addresses": .array(interface.addresses.map { .string($0) }),
    ]
    members["counters"] = interface.counters.map { counters in
      .object([
        "received": .integer(counters.received.clamped), "sent": .integer(counters.sent.clamped),
        "note": .string(Self.counterNote),
      ])
    }
    return members
  }

  func row(_ text: Localizer) -> [String] {
    [
      interface.name, isTunnel ? "\(text(state)), \(text("tunnel"))" : text(state),
      interface.addresses.joined(separator: " "),
      interface.counters?.received.bytesText ?? "", interface.counters?.sent.bytesText ?? "",
    ]
  }

  private static func isTunnel(_ interface: NetworkInterface, _ files: World.Files) -> Bool {
    if interface.isLoopback { return false }
    let name = interface.name.utf8
    if ["tun", "tap", "wg", "ppp", "tailscale"].contains(where: { name.starts(with: $0.utf8) }) {
      return true
    }
    if interface.isPointToPoint { return true }
    let folder = "/sys/class/net/\(interface.name)"
    if files.read("\(folder)/tun_flags", 64) != nil { return true }
    let kind = files.read("\(folder)/uevent", 4096).map(ProcText.rows) ?? []
    return kind.contains(["DEVTYPE=wireguard"])
  }
}
