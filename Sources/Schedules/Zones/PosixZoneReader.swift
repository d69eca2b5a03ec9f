/// Reads a zone's rule as POSIX writes it; times may be negative and up to a week long (RFC 9636, section 3.3.2).
struct PosixZoneReader {
  private let bytes: [UInt8]
  private var at = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// `nil` for what is no such rule.
  static func read(_ bytes: some Sequence<UInt8>) -> PosixZone? {
    var reader = PosixZoneReader(Array(bytes))
    return reader.zone()
  }

  private mutating func zone() -> PosixZone? {
    guard name(), let west = time(hours: 24) else { return nil }
    var zone = PosixZone(offset: -west)
    if at == bytes.count { return zone }
    guard name() else { return nil }
    var summer = zone.offset + 3600
    if at < bytes.count, bytes[at] != UInt8(ascii: ",") {
      guard let west = time(hours: 24) else { return nil }
      summer = -west
    }
    guard let start = change(), let end = change(), at == bytes.count else { return nil }
    zone.summer = PosixZone.Summer(offset: summer, start: start, end: end)
    return zone
  }

  /// Three letters or more, or letters, digits and signs between `<` and `>`.
  private mutating func name() -> Bool {
    let start = at
    if take("<") {
      while at < bytes.count, bytes[at] != UInt8(ascii: ">") { at += 1 }
      return take(">") && at - start > 2
    }
    while at < bytes.count, case UInt8(ascii: "a")...UInt8(ascii: "z") = bytes[at] | 0x20 { at += 1 }
    return at - start >= 3
  }

  private mutating func change() -> PosixZone.Change? {
    guard take(","), let day = day() else { return nil }
    var second = 2 * 3600
    if take("/") {
      guard let time = time(hours: 167) else { return nil }
      second = time
    }
    return PosixZone.Change(day: day, second: second)
  }

  private mutating func day() -> PosixZone.Day? {
    if take("J") { return number(1...365).map { .julian($0) } }
    guard take("M") else { return number(0...365).map { .ordinal($0) } }
    guard let month = number(1...12), take("."), let week = number(1...5), take("."), let day = number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, day: day)
  }

  /// Seconds: `[+-]h[h[h]][:mm[:ss]]`.
  private mutating func time(hours: Int) -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hour = number(0...hours) else { return nil }
    var seconds = hour * 3600
    for unit in [60, 1] where take(":") {
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let start = at
    var number = 0
    while at < bytes.count, at - start < 3, case 0x30...0x39 = bytes[at] {
      number = number * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    return at > start && range.contains(number) ? number : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }
}
