internal import IntentCore

extension UInt64 {
  /// A number of bytes in binary units with one decimal, as in `1.5 GiB`.
  var bytesText: String {
    var (size, rest, unit) = (self, UInt64(0), 0)
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    while size >= 1024, unit + 1 < units.count { (rest, size, unit) = (size % 1024, size / 1024, unit + 1) }
    return unit == 0 ? "\(String(size)) B" : "\(String(size)).\(String(rest * 10 / 1024)) \(units[unit])"
  }

  /// The number as a JSON integer; what does not fit is the largest that does.
  var clamped: Int { Int(clamping: self) }
}

extension UInt8 {
  var isLetterOrDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}

extension ByteCounters {
  static let note = "estimate, per interface, not per program"

  var members: ValueObject { ["received": .integer(received.clamped), "sent": .integer(sent.clamped)] }
}

extension Value {
  /// The number, as an integer when it is whole.
  init(double number: Double) {
    let isWhole = number.magnitude < 1e15 && Double(Int(number)) == number
    self = isWhole ? .integer(Int(number)) : .number(number)
  }
}

extension World.Caller {
  /// The path seen from the caller's working directory.
  func absolute(_ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    return workingDirectory == "/" ? "/\(path)" : "\(workingDirectory)/\(path)"
  }
}

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
