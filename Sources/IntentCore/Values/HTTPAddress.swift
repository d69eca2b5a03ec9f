/// An address of HTTP in a form that every program reads alike: scheme, host, port, path and query (RFC 3986).
///
/// It has no user, no password, no fragment and no `.` or `..` among the parts of its path.
package struct HTTPAddress: Sendable, Equatable {
  package enum Scheme: String, Sendable { case http, https }

  package var scheme: Scheme
  /// In small letters; an address of IPv6 without its brackets.
  package var host: String
  package var port: Int
  /// The path with the query, beginning with a slash.
  package var target: String

  /// `nil` when the text is no such address.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= 8192, let (scheme, rest) = Self.scheme(bytes) else { return nil }
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    guard let (host, port) = Self.authority(rest[..<end]) else { return nil }
    (self.scheme, self.host) = (scheme, host)
    self.port = port ?? (scheme == .https ? 443 : 80)
    let target = rest[end...]
    guard Self.isTarget(target) else { return nil }
    self.target = (target.first == UInt8(ascii: "/") ? "" : "/") + String(decoding: target, as: UTF8.self)
  }

  package var text: String { origin + target }

  /// Scheme, host and port, as in `https://example.org:443`.
  package var origin: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return "\(scheme.rawValue)://\(name):\(String(port))"
  }

  /// Whether both lead to the same place on the network.
  package func isBeside(_ other: HTTPAddress) -> Bool {
    scheme == other.scheme && port == other.port && host.utf8.elementsEqual(other.host.utf8)
  }

  /// The same place with a path below this one's; `nil` when that is no path.
  package func appending(_ path: String) -> HTTPAddress? {
    let base =
      target.utf8.last == UInt8(ascii: "/") ? String(decoding: target.utf8.dropLast(), as: UTF8.self) : target
    return HTTPAddress(origin + base + (path.utf8.first == UInt8(ascii: "/") ? "" : "/") + path)
  }

  private static func scheme(_ bytes: [UInt8]) -> (Scheme, ArraySlice<UInt8>)? {
    for scheme in [Scheme.https, .http] {
      let lead = "\(scheme.rawValue)://".utf8
      if bytes.starts(with: lead) { return (scheme, bytes[lead.count...]) }
    }
    return nil
  }

  private static func authority(_ bytes: ArraySlice<UInt8>) -> (String, Int?)? {
    var host = bytes
    var port: Int?
    let isBracketed = bytes.first == UInt8(ascii: "[")
    let afterHost =
      isBracketed
      ? bytes.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : bytes.firstIndex(of: UInt8(ascii: ":"))
    if isBracketed, afterHost == nil { return nil }
    if let afterHost, afterHost < bytes.endIndex {
      guard bytes[afterHost] == UInt8(ascii: ":"), let number = self.port(bytes[(afterHost + 1)...]) else {
        return nil
      }
      host = bytes[..<afterHost]
      port = number
    }
    if isBracketed {
      let inside = host.dropFirst().dropLast()
      return HTTPHost.sixth(inside).map { ($0, port) }
    }
    return HTTPHost.name(host).map { ($0, port) }
  }

  /// Whether it is a name or an address of IPv4: letters of ASCII, digits, `.`, `-` and `_`.
  package static func isHost(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) || isDigit(first), bytes.count <= 253 else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || ".-_".utf8.contains($0) }
  }

  private static func isTarget(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst(), let low = rest.popFirst(), isHex(high), isHex(low) else {
          return false
        }
      } else if !isUnreserved(byte), !"!$&'()*+,;=:@/?".utf8.contains(byte) {
        return false
      }
    }
    let path = bytes.prefix { $0 != UInt8(ascii: "?") }
    return !path.split(separator: UInt8(ascii: "/")).contains(where: isDots)
  }

  /// Whether a part of a path is `.` or `..`, also in percent-encoding.
  private static func isDots(_ part: ArraySlice<UInt8>) -> Bool {
    var (rest, dots) = (part, 0)
    while let byte = rest.popFirst() {
      let isEncoded = byte == UInt8(ascii: "%") && rest.starts(with: "2".utf8)
      if isEncoded { rest.removeFirst() }
      let isDot = isEncoded ? (rest.popFirst() ?? 0) | 0x20 == UInt8(ascii: "e") : byte == UInt8(ascii: ".")
      if !isDot { return false }
      dots += 1
    }
    return dots == 1 || dots == 2
  }

  /// A text as one part of a path or a query, with everything else percent-encoded.
  package static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of a port.
  package static func port(_ digits: some Collection<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 5, digits.allSatisfy(isDigit), digits.first != UInt8(ascii: "0")
    else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return number <= 65535 ? number : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte)
  }
}
