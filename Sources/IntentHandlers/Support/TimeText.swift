internal import CivilTime
internal import IntentCore
internal import JSON
internal import StringCatalogs

extension World.Clock {
  /// The moment as RFC 3339 with the place's offset, as in `2026-11-30T12:30:05+03:00`.
  func rfc3339(_ time: WallTime) -> String {
    let local = local(time)
    let minutes = abs(local.offset) / 60
    let offset =
      local.offset == 0
      ? "Z" : "\(local.offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
    return "\(local.dateText)T\(local.timeText)\(offset)"
  }

  /// The local time of day, as in `12:30:05`; with its date when that is not today.
  func shortText(_ time: WallTime) -> String {
    let local = local(time)
    let today = self.local(wall())
    let isToday = (local.year, local.month, local.day) == (today.year, today.month, today.day)
    return isToday ? local.timeText : "\(local.dateText) \(local.timeText)"
  }
}

extension CalendarTime {
  fileprivate var dateText: String { "\(padded(year, 4))-\(padded(month))-\(padded(day))" }
  fileprivate var timeText: String { "\(padded(hour)):\(padded(minute)):\(padded(second))" }
}

/// The number with leading zeros.
private func padded(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension Duration {
  /// The two largest units that are not zero, as in `3 d 4 h` or `12 min 5 s`.
  func unitsText(_ text: Localizer) -> String {
    let seconds = wholeMilliseconds / 1000
    let units = [
      (seconds / 86_400, "${number} d"), (seconds / 3600 % 24, "${number} h"),
      (seconds / 60 % 60, "${number} min"), (seconds % 60, "${number} s"),
    ]
    let shown = units.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
    return (shown.isEmpty ? units.suffix(1) : shown[...]).map { text($0.1, ["number": .integer($0.0)]) }
      .joined(separator: " ")
  }
}
