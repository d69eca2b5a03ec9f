internal import CPlatform
internal import Glibc
internal import IntentCore

/// The network interfaces, as getifaddrs(3) and /sys/class/net tell of them.
enum Interfaces {
  @Sendable static func read() throws(Failure) -> [NetworkInterface] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else {
      throw Failure(
        .unavailable, ["name": "the list of network interfaces", "reason": ErrorNumber.current.argument])
    }
    defer { freeifaddrs(first) }
    var found: [NetworkInterface] = []
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let name = name(entry) else { continue }
      let index = found.firstIndex { $0.name == name } ?? found.endIndex
      if index == found.endIndex { found.append(NetworkInterface(name, flags: entry.ifa_flags)) }
      switch entry.ifa_addr.map({ Int32($0.pointee.sa_family) }) {
      case AF_INET, AF_INET6:
        if let address = address(entry) { found[index].addresses.append(address) }
      // A tunnel has no address of its own here, and so no family.
      case AF_PACKET, nil:
        found[index].counters = ByteCounters(interface: name) ?? ByteCounters(entry.ifa_data)
      default: break
      }
    }
    return found
  }

  /// The name without the label that an address may have, as in `eth0:1`.
  private static func name(_ entry: ifaddrs) -> String? {
    guard let text = entry.ifa_name.flatMap({ String(validatingCString: $0) }) else { return nil }
    return text.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(text[..<$0]) } ?? text
  }

  private static func address(_ entry: ifaddrs) -> String? {
    guard let address = entry.ifa_addr else { return nil }
    let family = Int32(address.pointee.sa_family)
    let size = family == AF_INET ? 4 : 16
    let offset =
      family == AF_INET
      ? MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) : MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)
    guard let offset else { return nil }
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      let bytes = UnsafeRawPointer(address) + offset
      return inet_ntop(family, bytes, buffer.baseAddress, UInt32(buffer.count)).map { String(cString: $0) }
    }
    guard let text, let mask = entry.ifa_netmask else { return text }
    let bits = UnsafeRawBufferPointer(start: UnsafeRawPointer(mask) + offset, count: size)
    return text + "/" + String(bits.reduce(0) { $0 + $1.nonzeroBitCount })
  }
}

extension NetworkInterface {
  /// Begins an interface by its flags (netdevice(7)).
  fileprivate init(_ name: String, flags: UInt32) {
    func has(_ flag: Int) -> Bool { Int(flags) & flag != 0 }
    self.init(
      name: name, isUp: has(IFF_UP), isRunning: has(IFF_RUNNING), isLoopback: has(IFF_LOOPBACK),
      isPointToPoint: has(IFF_POINTOPOINT))
  }
}

extension ByteCounters {
  /// The 64-bit counters of /sys; `nil` without /sys.
  fileprivate init?(interface name: String) {
    func counter(_ which: String) -> UInt64? {
      guard let bytes = World.Files.live.read("/sys/class/net/" + name + "/statistics/" + which, 32) else {
        return nil
      }
      let digits = bytes.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      return UInt64(String(decoding: digits, as: UTF8.self))
    }
    guard let received = counter("rx_bytes"), let sent = counter("tx_bytes") else { return nil }
    self.init(received: received, sent: sent)
  }

  /// The 32-bit counters of an AF_PACKET entry.
  fileprivate init?(_ data: UnsafeMutableRawPointer?) {
    guard let data else { return nil }
    self.init(received: 0, sent: 0)
    cplatform_link_bytes(data, &received, &sent)
  }
}
