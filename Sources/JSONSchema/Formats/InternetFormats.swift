internal import CivilTime

/// Internet addresses as text: RFC 2673 §3.2 for version 4, RFC 4291 §2.2 for version 6.
enum AddressFormat {
  static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy(isOctet)
  }

  /// 0 to 255 without leading zeros.
  private static func isOctet(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard (1...3).contains(bytes.count), bytes.allSatisfy(\.isDigit) else { return false }
    if bytes.count > 1, bytes.first == UInt8(ascii: "0") { return false }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
  }

  static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= 45 else { return false }
    let colon = UInt8(ascii: ":")
    var gap: Int?
    for index in bytes.indices.dropLast() where bytes[index] == colon && bytes[index + 1] == colon {
      if gap != nil { return false }
      gap = index
    }
    guard let gap else { return groups(bytes, endsAddress: true) == 8 }
    guard let before = groups(bytes[..<gap], endsAddress: false),
      let after = groups(bytes[(gap + 2)...], endsAddress: true)
    else { return false }
    return before + after <= 7
  }

  /// How many groups of 16 bits the part has; version 4 notation counts as two.
  private static func groups(_ bytes: ArraySlice<UInt8>, endsAddress: Bool) -> Int? {
    if bytes.isEmpty { return 0 }
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var count = 0
    for (index, part) in parts.enumerated() {
      if endsAddress, index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
        guard isIPv4(part) else { return nil }
        count += 2
      } else {
        guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit) else { return nil }
        count += 1
      }
    }
    return count
  }
}

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
      else { return false }
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
      else { return false }
      at += 1
    }
    return true
  }
}

/// Mailboxes of RFC 5321, §4.1.2.
enum EmailFormat {
  static func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let sign = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let local = bytes[..<sign]
    let domain = bytes[(sign + 1)...]
    guard local.count <= 64 else { return false }
    return (isDotString(local) || isQuotedString(local)) && isDomain(domain)
  }

  private static func isDotString(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomByte) }
  }

  private static func isAtomByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  private static func isQuotedString(_ bytes: ArraySlice<UInt8>) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return false }
    var isEscaped = false
    for byte in bytes.dropFirst().dropLast() {
      guard (0x20...0x7E).contains(byte) else { return false }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == quote {
        return false
      }
    }
    return !isEscaped
  }

  private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else {
      return HostnameFormat.accepts(bytes)
    }
    let literal = bytes.dropFirst().dropLast()
    if literal.starts(with: "IPv6:".utf8) { return AddressFormat.isIPv6(literal.dropFirst(5)) }
    return AddressFormat.isIPv4(literal)
  }
}
