internal import CivilTime

/// The formats of JSON Schema (draft 2020-12, §7.3) that are checked, each by its RFC.
package enum Format: String, Sendable, CaseIterable {
  case date
  case dateTime = "date-time"
  case time
  case duration
  case uri
  case email
  case hostname
  case ipv4
  case ipv6
  case uuid

  package func accepts(_ text: String) -> Bool {
    let bytes = Array(text.utf8)[...]
    return switch self {
    case .date: DateFormat.isDate(bytes)
    case .dateTime: DateFormat.isDateTime(bytes)
    case .time: DateFormat.isTime(bytes)
    case .duration: DurationFormat.accepts(bytes)
    case .uri: URIFormat.accepts(bytes)
    case .email: EmailFormat.accepts(bytes)
    case .hostname: HostnameFormat.accepts(bytes)
    case .ipv4: AddressFormat.isIPv4(bytes)
    case .ipv6: AddressFormat.isIPv6(bytes)
    case .uuid: Self.isUUID(bytes)
    }
  }

  /// The format in words, as in "expected a date".
  package var words: String {
    switch self {
    case .date: "a date"
    case .dateTime: "a date and time"
    case .time: "a time with its offset"
    case .duration: "a duration"
    case .uri: "a URI"
    case .email: "an e-mail address"
    case .hostname: "a host name"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uuid: "a UUID"
    }
  }

  /// An example of the format, for messages.
  package var example: String {
    switch self {
    case .date: "2026-12-01"
    case .dateTime: "2026-12-01T09:30:00Z"
    case .time: "09:30:00Z"
    case .duration: "PT1H30M"
    case .uri: "https://example.com/"
    case .email: "ana@example.com"
    case .hostname: "www.example.com"
    case .ipv4: "192.0.2.1"
    case .ipv6: "2001:db8::1"
    case .uuid: "123e4567-e89b-12d3-a456-426614174000"
    }
  }

  /// RFC 4122, §3.
  private static func isUUID(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == 36 else { return false }
    for (index, byte) in bytes.enumerated() {
      let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
      guard isHyphen ? byte == UInt8(ascii: "-") : byte.isHexDigit else { return false }
    }
    return true
  }
}

extension UInt8 {
  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  var isHexDigit: Bool { isDigit || ((self | 0x20) >= 0x61 && (self | 0x20) <= 0x66) }
}
