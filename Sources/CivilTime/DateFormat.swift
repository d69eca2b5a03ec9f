/// Dates and times of RFC 3339, §5.6.
package enum DateFormat {
  package static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(bytes: Array(bytes))
    return reader.date() != nil && reader.isAtEnd
  }

  package static func isDateTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(bytes: Array(bytes))
    guard reader.date() != nil, reader.take(UInt8(ascii: "T")) || reader.take(UInt8(ascii: "t")) else {
      return false
    }
    return isTime(&reader)
  }

  package static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(bytes: Array(bytes))
    return isTime(&reader)
  }

  /// A time with its offset; a leap second only where one can be, at 23:59:60 UTC.
  private static func isTime(_ reader: inout DigitReader) -> Bool {
    guard let hour = reader.number(2), reader.take(UInt8(ascii: ":")), let minute = reader.number(2),
      reader.take(UInt8(ascii: ":")), let second = reader.number(2), hour < 24, minute < 60, second <= 60
    else { return false }
    if reader.take(UInt8(ascii: ".")), reader.digits().isEmpty { return false }
    guard let offset = offset(&reader), reader.isAtEnd else { return false }
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
  }

  /// Minutes east of UTC.
  private static func offset(_ reader: inout DigitReader) -> Int? {
    if reader.take(UInt8(ascii: "Z")) || reader.take(UInt8(ascii: "z")) { return 0 }
    let isWest = reader.take(UInt8(ascii: "-"))
    guard isWest || reader.take(UInt8(ascii: "+")), let hour = reader.number(2),
      reader.take(UInt8(ascii: ":")),
      let minute = reader.number(2), hour < 24, minute < 60
    else { return nil }
    return (hour * 60 + minute) * (isWest ? -1 : 1)
  }
}
