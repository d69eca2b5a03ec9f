internal import CivilTime

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
