internal import CivilTime

/// URIs of RFC 3986, absolute or with a fragment, never relative.
enum URIFormat {
  static func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else { return false }
    var rest = bytes[(colon + 1)...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard isText(rest[(hash + 1)...], allowing: "/?:@") else { return false }
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard isText(rest[(mark + 1)...], allowing: "/?:@") else { return false }
      rest = rest[..<mark]
    }
    guard rest.starts(with: "//".utf8) else { return isText(rest, allowing: "/:@") }
    let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
    return isAuthority(authority) && isText(rest[authority.endIndex...], allowing: "/:@")
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first.isLetter else { return false }
    return bytes.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
    var host = bytes
    if let sign = bytes.firstIndex(of: UInt8(ascii: "@")) {
      guard isText(bytes[..<sign], allowing: ":") else { return false }
      host = bytes[(sign + 1)...]
    }
    var port: ArraySlice<UInt8> = []
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")), isLiteral(host[(host.startIndex + 1)..<end])
      else {
        return false
      }
      let rest = host[(end + 1)...]
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return false }
      port = rest.dropFirst()
    } else {
      if let colon = host.lastIndex(of: UInt8(ascii: ":")) {
        port = host[(colon + 1)...]
        host = host[..<colon]
      }
      guard isText(host, allowing: "") else { return false }
    }
    return port.allSatisfy(\.isDigit)
  }

  /// What stands in brackets: version 6, or a later version of addresses.
  private static func isLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first | 0x20 == UInt8(ascii: "v") else {
      return AddressFormat.isIPv6(bytes)
    }
    guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let version = bytes[(bytes.startIndex + 1)..<dot]
    let address = bytes[(dot + 1)...]
    return !version.isEmpty && version.allSatisfy(\.isHexDigit) && !address.isEmpty
      && !address.contains(UInt8(ascii: "%")) && isText(address, allowing: ":")
  }

  /// Unreserved characters, sub-delimiters, percent-encoded bytes and what else is allowed.
  private static func isText(_ bytes: ArraySlice<UInt8>, allowing more: StaticString) -> Bool {
    let more = more.description.utf8
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let byte = bytes[at]
      if byte == UInt8(ascii: "%") {
        guard at + 2 < bytes.endIndex, bytes[at + 1].isHexDigit, bytes[at + 2].isHexDigit else {
          return false
        }
        at += 3
        continue
      }
      guard byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=".utf8.contains(byte) || more.contains(byte)
      else {
        return false
      }
      at += 1
    }
    return true
  }
}
