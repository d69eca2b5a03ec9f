internal import IntentCore

/// An interface with what is read about it beyond its addresses.
struct InterfaceFacts {
  let interface: NetworkInterface
  let isTunnel: Bool

  init(_ interface: NetworkInterface, _ files: World.Files) {
    self.interface = interface
    isTunnel = Self.isTunnel(interface, files)
  }

  var state: String { interface.isUp ? (interface.isRunning ? "up" : "no carrier") : "down" }

  var members: ValueObject {
    var members: ValueObject = [
      "name": .string(interface.name), "state": .string(state), "tunnel": .boolean(isTunnel),
      "loopback": .boolean(interface.isLoopback),
      "addresses": .array(interface.addresses.map { .string($0) }),
    ]
    if var counters = interface.counters?.members {
      counters["note"] = .string(ByteCounters.note)
      members["counters"] = .object(counters)
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

/// The route that packets take when no other fits.
struct DefaultRoute: Equatable {
  var interface: String
  /// The address of the gateway; `nil` when the route leads straight into the interface.
  var gateway: String?

  var members: ValueObject {
    var members: ValueObject = ["interface": .string(interface)]
    members["gateway"] = gateway.map { .string($0) }
    return members
  }

  private static let isUp = 0x1
  private static let isReject = 0x200

  /// Reads /proc/net/route. The halves 0/1 and 128/1, by which a tunnel takes over, count as a default.
  static func ipv4(_ bytes: [UInt8]) -> DefaultRoute? {
    var best: (metric: Int, route: DefaultRoute)?
    var halves: [UInt32: DefaultRoute] = [:]
    for fields in ProcText.rows(bytes).dropFirst() where fields.count >= 8 {
      guard let destination = UInt32(fields[1], radix: 16), let gateway = UInt32(fields[2], radix: 16),
        let flags = Int(fields[3], radix: 16), let metric = Int(fields[6]),
        let mask = UInt32(fields[7], radix: 16), flags & isUp != 0, flags & isReject == 0
      else { continue }
      let route = DefaultRoute(interface: fields[0], gateway: gateway == 0 ? nil : dotted(gateway))
      if mask == 0, destination == 0 {
        if metric < best?.metric ?? .max { best = (metric, route) }
      } else if mask == UInt32(bigEndian: 0x8000_0000) {
        halves[destination] = route
      }
    }
    if let lower = halves[0], halves[UInt32(bigEndian: 0x8000_0000)] != nil { return lower }
    return best?.route
  }

  /// Reads /proc/net/ipv6_route.
  static func ipv6(_ bytes: [UInt8]) -> DefaultRoute? {
    var best: (metric: Int, route: DefaultRoute)?
    let zero = String(repeating: "0", count: 32)
    for fields in ProcText.rows(bytes) where fields.count >= 10 && fields[0] == zero && fields[1] == "00" {
      guard let metric = Int(fields[5], radix: 16), let flags = Int(fields[8], radix: 16),
        flags & isUp != 0, flags & isReject == 0, metric < best?.metric ?? .max
      else { continue }
      let gateway = fields[4] == zero ? nil : IPv6Text.short(hex: fields[4])
      best = (metric, DefaultRoute(interface: fields[9], gateway: gateway))
    }
    return best?.route
  }

  /// The kernel prints the address as the number that its bytes in memory make.
  private static func dotted(_ address: UInt32) -> String {
    let number = UInt32(bigEndian: address)
    return [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".")
  }
}

/// Writes IPv6 addresses as RFC 5952 wants them.
enum IPv6Text {
  /// The short form of 32 hexadecimal digits, `nil` when they are not that.
  static func short(hex: String) -> String? {
    let digits = Array(hex.utf8)
    guard digits.count == 32 else { return nil }
    let groups = stride(from: 0, to: 32, by: 4).compactMap {
      UInt16(String(decoding: digits[$0..<$0 + 4], as: UTF8.self), radix: 16)
    }
    guard groups.count == 8 else { return nil }
    let texts = groups.map { String($0, radix: 16) }
    guard let zeros = longestZeros(groups) else { return texts.joined(separator: ":") }
    return texts[..<zeros.lowerBound].joined(separator: ":") + "::"
      + texts[zeros.upperBound...].joined(separator: ":")
  }

  /// The first longest run of at least two groups that are zero.
  private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
    var best = 0..<1
    for start in groups.indices {
      let end = groups[start...].firstIndex { $0 != 0 } ?? groups.endIndex
      if end - start > best.count { best = start..<end }
    }
    return best.count > 1 ? best : nil
  }
}

/// Reads the tables of /proc.
enum ProcText {
  /// The words of each line.
  static func rows(_ bytes: [UInt8]) -> [[String]] {
    bytes.split(separator: 0x0A).map { line in
      line.split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The first numbers of a file such as /proc/loadavg; `nil` when it holds fewer.
  static func numbers(_ bytes: [UInt8], count: Int) -> [Double]? {
    let numbers = rows(bytes).first?.prefix(count).compactMap { Double($0) } ?? []
    return numbers.count == count ? numbers : nil
  }

  /// A size of /proc/meminfo, in bytes.
  static func memory(_ rows: [[String]], _ name: String) -> Int? {
    rows.first { $0.first == name }.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 * 1024 }
  }
}
