internal import CivilTime

/// Host names of RFC 1123, §2.1; labels that begin with `xn--` must be valid in IDNA 2008 (RFC 5890).
enum HostnameFormat {
  static func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard (1...253).contains(bytes.count) else { return false }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

  private static func isLabel(_ bytes: ArraySlice<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    guard (1...63).contains(bytes.count), bytes.first != hyphen, bytes.last != hyphen,
      bytes.allSatisfy({ $0.isLetter || $0.isDigit || $0 == hyphen })
    else { return false }
    guard bytes.count >= 4, Array(bytes.prefix(4)).map({ $0 | 0x20 }) == Array("xn--".utf8) else {
      return true
    }
    guard let scalars = Punycode.decode(bytes.dropFirst(4)) else { return false }
    return InternationalLabel.isValid(scalars)
  }
}
