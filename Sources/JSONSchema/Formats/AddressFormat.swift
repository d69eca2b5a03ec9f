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
