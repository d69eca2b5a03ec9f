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

  package func accepts(_ text: String) -> Bool { row.accepts(Array(text.utf8)[...]) }

  /// The format in words, as in "expected a date".
  package var words: String { row.words }

  /// An example of the format, for messages.
  package var example: String { row.example }

  private var row: (words: String, example: String, accepts: (ArraySlice<UInt8>) -> Bool) {
    switch self {
    case .date: ("a date", "2026-12-01", DateFormat.isDate)
    case .dateTime: ("a date and time", "2026-12-01T09:30:00Z", DateFormat.isDateTime)
    case .time: ("a time with its offset", "09:30:00Z", DateFormat.isTime)
    case .duration: ("a duration", "PT1H30M", DurationFormat.accepts)
    case .uri: ("a URI", "https://example.com/", URIFormat.accepts)
    case .email: ("an e-mail address", "ana@example.com", EmailFormat.accepts)
    case .hostname: ("a host name", "www.example.com", HostnameFormat.accepts)
    case .ipv4: ("an IPv4 address", "192.0.2.1", AddressFormat.isIPv4)
    case .ipv6: ("an IPv6 address", "2001:db8::1", AddressFormat.isIPv6)
    case .uuid: ("a UUID", "123e4567-e89b-12d3-a456-426614174000", Self.isUUID)
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
