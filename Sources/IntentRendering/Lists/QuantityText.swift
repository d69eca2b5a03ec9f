/// Amounts of bytes for people.
package enum ByteText {
  /// In binary units (IEC 80000-13) with one decimal, as in `1.5 GiB`; whole below 1 KiB.
  package static func text(_ count: UInt64) -> String {
    if count < 1024 { return "\(count) B" }
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    var unit = 0
    var size = UInt64(1024)
    while unit < units.count - 1, tenths(count, size) >= 10_240 { (unit, size) = (unit + 1, size << 10) }
    let amount = tenths(count, size)
    let fraction = amount % 10
    return fraction == 0
      ? "\(amount / 10) \(units[unit])" : "\(amount / 10).\(fraction) \(units[unit])"
  }

  /// Tenths of a unit, rounded.
  private static func tenths(_ count: UInt64, _ size: UInt64) -> UInt64 {
    count / size * 10 + (count % size / 16 * 10 + size / 32) / (size / 16)
  }
}

/// Lengths of time for people.
package enum DurationText {
  /// The two largest units, as in `4 min 10 s` and `2 d 3 h`; milliseconds below a second.
  package static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if seconds < 0 || attoseconds < 0 { return "-" + text(.zero - duration) }
    if seconds == 0 {
      let milliseconds = attoseconds / 1_000_000_000_000_000
      return milliseconds == 0 && attoseconds > 0 ? "< 1 ms" : "\(milliseconds) ms"
    }
    let units: [(size: Int64, name: String)] = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
    for (index, unit) in units.enumerated() where seconds >= unit.size {
      let first = "\(seconds / unit.size) \(unit.name)"
      guard index + 1 < units.count else { return first }
      let second = seconds % unit.size / units[index + 1].size
      return second == 0 ? first : "\(first) \(second) \(units[index + 1].name)"
    }
    return "0 s"
  }
}
