/// Dates and times of RFC 3339, §5.6.
package enum DateFormat {
  package static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let century = number(bytes, 0), let year = number(bytes, 2), let month = number(bytes, 5),
      let day = number(bytes, 8), (1...12).contains(month)
    else { return false }
    return day >= 1 && day <= days(month, century * 100 + year)
  }

  package static func isDateTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard bytes.count > 11, bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
    return isDate(bytes[..<10]) && isTime(bytes[11...])
  }

  /// A time with its offset; a leap second only where one can be, at 23:59:60 UTC.
  package static func isTime(_ slice: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(slice)
    let colon = UInt8(ascii: ":")
    guard bytes.count >= 9, bytes[2] == colon, bytes[5] == colon, let hour = number(bytes, 0),
      let minute = number(bytes, 3), let second = number(bytes, 6), hour < 24, minute < 60, second <= 60
    else { return false }
    var at = 8
    if bytes[at] == UInt8(ascii: ".") {
      let start = at + 1
      at = start
      while at < bytes.count, bytes[at].isDigit { at += 1 }
      guard at > start else { return false }
    }
    guard let offset = offset(bytes[at...]) else { return false }
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
  }

  /// Minutes east of UTC.
  private static func offset(_ slice: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(slice)
    if bytes.count == 1, bytes[0] | 0x20 == UInt8(ascii: "z") { return 0 }
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      bytes[3] == UInt8(ascii: ":"), let hour = number(bytes, 1), let minute = number(bytes, 4), hour < 24,
      minute < 60
    else { return nil }
    let offset = hour * 60 + minute
    return bytes[0] == UInt8(ascii: "-") ? -offset : offset
  }

  /// Two digits.
  private static func number(_ bytes: [UInt8], _ at: Int) -> Int? {
    guard bytes[at].isDigit, bytes[at + 1].isDigit else { return nil }
    return Int(bytes[at] - 0x30) * 10 + Int(bytes[at + 1] - 0x30)
  }

  private static func days(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
