internal import IntentCore

extension World.Clock {
  /// The moment as RFC 3339 with the place's offset, as in `2026-11-30T12:30:05+03:00`.
  func rfc3339(_ time: WallTime) -> String {
    let local = local(time)
    let minutes = abs(local.offset) / 60
    let offset =
      local.offset == 0
      ? "Z" : "\(local.offset < 0 ? "-" : "+")\((minutes / 60).padded(2)):\((minutes % 60).padded(2))"
    return "\(DateText.date(local))T\(DateText.clock(local))\(offset)"
  }

  /// The local time of day, as in `12:30:05`; with its date when that is not today.
  func shortText(_ time: WallTime) -> String { DateText.text(local(time), today: local(wall())) }
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
