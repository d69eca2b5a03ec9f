/// Reads dates and times as people write them, seen from a moment and a place, and writes them as RFC 3339 has them.
///
/// A date is `2026-12-01`, `20261201`, `today`, `tomorrow`, `yesterday` or a day of the week, which is the next
/// one and never today. `+2h` and `in 2 hours` count from now, `+1d` and `in 2 weeks` whole days. A time without a
/// zone is the place's; one that the clocks skip is read with the offset before, one that comes twice is the first.
package struct MomentText: Sendable {
  let now: WallTime
  let local: @Sendable (WallTime) -> CalendarTime

  package init(now: WallTime, local: @escaping @Sendable (WallTime) -> CalendarTime) {
    (self.now, self.local) = (now, local)
  }

  /// What a text may be of RFC 3339.
  package enum Form: Sendable {
    case date, dateTime, time

    /// Whether the bytes are in the form already.
    package func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
      switch self {
      case .date: DateFormat.isDate(bytes)
      case .dateTime: DateFormat.isDateTime(bytes)
      case .time: DateFormat.isTime(bytes)
      }
    }
  }

  /// The text as RFC 3339 writes it; `nil` when it cannot be read so.
  package func standardText(_ text: String, _ form: Form) -> String? {
    guard text.utf8.count <= 64 else { return nil }
    if text.utf8.first?.isDigit ?? false, form.accepts(Array(text.utf8)[...]) { return text.uppercasedASCII }
    return switch form {
    case .date: date(text)
    case .dateTime: dateTime(text)
    case .time: time(text)
    }
  }

  /// The moment until which something holds: that of `+2h` or `2026-12-01 12:00`, and of a day alone its end;
  /// `nil` when it cannot be read so.
  package func end(_ text: String) -> WallTime? {
    guard text.utf8.count <= 64 else { return nil }
    let word = text.lowercasedASCII
    if let moment = moment(after: word) { return moment }
    if let day = day(word) { return instant(CalendarDate(days: day.days + 1), 0) }
    return standardText(text, .dateTime).flatMap { Self.moment(standard: $0) }
  }

  /// Whether the text is a time alone, such as `18:00`.
  package static func isTimeOfDay(_ text: String) -> Bool {
    ClockTime(text[...].utf8, takesHourAlone: false) != nil
  }

  /// The moment of a date (its start in UTC) or of a date and time with its zone (RFC 3339); `nil` for anything else.
  package static func moment(of text: String) -> WallTime? {
    if DateFormat.isDate(Array(text.utf8)[...]) { return moment(standard: text + "T00:00:00Z") }
    return DateFormat.isDateTime(Array(text.utf8)[...]) ? moment(standard: text.uppercasedASCII) : nil
  }

  /// Reads the form that this type writes.
  private static func moment(standard text: String) -> WallTime? {
    var reader = DigitReader(bytes: Array(text.utf8))
    guard let date = reader.date(), text.utf8.count > 11,
      let time = ClockTime(text.utf8.dropFirst(11), takesHourAlone: false)
    else { return nil }
    var offset = 0
    if let zone = time.zone, zone != "Z" {
      var zoneReader = DigitReader(bytes: Array(zone.utf8.dropFirst()))
      guard let hours = zoneReader.number(2), zoneReader.take(0x3A), let minutes = zoneReader.number(2) else {
        return nil
      }
      offset = (hours * 3600 + minutes * 60) * (zone.utf8.first == 0x2D ? -1 : 1)
    }
    let second = time.hour * 3600 + time.minute * 60 + time.second - offset
    return WallTime(microseconds: (date.days * 86_400 + second) * 1_000_000)
  }

  private func date(_ text: String) -> String? {
    let word = text.lowercasedASCII
    if let day = day(word) { return day.text }
    if word == "now" { return today.text }
    return moment(after: word).flatMap { CalendarDate(local($0)).text }
  }

  private func dateTime(_ text: String) -> String? {
    let word = text.lowercasedASCII
    if word == "now" { return moment(now, fraction: "") }
    if let moment = moment(after: word) { return self.moment(moment, fraction: "") }
    if let day = day(word) { return stamp(day, .midnight) }
    if let time = ClockTime(word[...].utf8, takesHourAlone: false) { return stamp(today, time) }
    for separator in [UInt8(ascii: "t"), UInt8(ascii: " ")] {
      for place in word.utf8.indices where word.utf8[place] == separator {
        let first = String(word.utf8[..<place]) ?? ""
        var rest = word.utf8[word.utf8.index(after: place)...]
        if separator == UInt8(ascii: " ") { if rest.starts(with: "at ".utf8) { rest = rest.dropFirst(3) } }
        guard let day = day(first),
          let time = ClockTime(rest, takesHourAlone: separator == UInt8(ascii: "t"))
        else { continue }
        return stamp(day, time)
      }
    }
    return nil
  }

  private func time(_ text: String) -> String? {
    var word = text.lowercasedASCII
    let moment = word == "now" ? now : moment(after: word)
    if let moment { return self.moment(moment, fraction: "").map { String($0.dropFirst(11)) } }
    if word.utf8.first == UInt8(ascii: "t") { word.removeFirst() }
    guard let time = ClockTime(word[...].utf8, takesHourAlone: false) else { return nil }
    return stamp(today, time).map { String($0.dropFirst(11)) }
  }

  private var today: CalendarDate { CalendarDate(local(now)) }

  /// A day by its date or its name.
  private func day(_ word: String) -> CalendarDate? {
    switch word {
    case "today": return today
    case "tomorrow": return CalendarDate(days: today.days + 1)
    case "yesterday": return CalendarDate(days: today.days - 1)
    default: break
    }
    if let weekday = Self.weekday(word) {
      let ahead = (weekday - today.weekday + 7) % 7
      return CalendarDate(days: today.days + (ahead == 0 ? 7 : ahead))
    }
    let bytes = Array(word.utf8)
    let isBasic = bytes.count == 8 && bytes.allSatisfy(\.isDigit)
    let dashed = isBasic ? bytes[..<4] + [0x2D] + bytes[4..<6] + [0x2D] + bytes[6...] : bytes[...]
    var reader = DigitReader(bytes: Array(dashed))
    let day = reader.date()
    return reader.isAtEnd ? day : nil
  }

  private static func weekday(_ word: String) -> Int? {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    return names.firstIndex { $0 == word || (word.utf8.count == 3 && $0.utf8.starts(with: word.utf8)) }
  }

  /// The moment that `+2h` or `in 2 hours` names; whole days keep the time of day.
  private func moment(after word: String) -> WallTime? {
    let amount: Substring
    if word.utf8.first == UInt8(ascii: "+") {
      amount = word.dropFirst()
    } else if word.utf8.starts(with: "in ".utf8) {
      amount = word.dropFirst(3)
    } else {
      return nil
    }
    guard let short = HumanUnits.short(String(amount)), let duration = Duration(text: short),
      duration < .seconds(400 * 366 * 86_400)
    else { return nil }
    let seconds = duration.wholeNanoseconds / 1_000_000_000
    let isDays = short.utf8.last.map { $0 == UInt8(ascii: "d") || $0 == UInt8(ascii: "w") } ?? false
    guard isDays, seconds.isMultiple(of: 86_400) else { return now + duration }
    let here = local(now)
    let day = CalendarDate(days: CalendarDate(here).days + seconds / 86_400)
    return instant(day, here.hour * 3600 + here.minute * 60 + here.second)
  }

  private func stamp(_ day: CalendarDate, _ time: ClockTime) -> String? {
    guard let date = day.text else { return nil }
    if let zone = time.zone { return "\(date)T\(time.text)\(zone)" }
    return moment(instant(day, time.hour * 3600 + time.minute * 60 + time.second), fraction: time.fraction)
  }

  /// The moment at which the clocks of the place show a day's second.
  private func instant(_ day: CalendarDate, _ second: Int) -> WallTime {
    let shown = day.days * 86_400 + second
    let at: (Int) -> WallTime = { WallTime(microseconds: $0 * 1_000_000) }
    let before = local(at(shown - 86_400)).offset
    let after = local(at(shown + 86_400)).offset
    let first = at(shown - before)
    if before == after || local(first).offset == before { return first }
    let second = at(shown - after)
    return local(second).offset == after ? second : first
  }

  private func moment(_ time: WallTime, fraction: String) -> String? {
    let here = local(time)
    guard let date = CalendarDate(here).text else { return nil }
    let minutes = abs(here.offset) / 60
    let isWhole = here.offset.isMultiple(of: 60)
    guard isWhole else {
      // RFC 3339 has no offsets with seconds, as places had before standard time.
      return MomentText(now: now, local: Self.universal).moment(time, fraction: fraction)
    }
    let zone =
      here.offset == 0
      ? "Z" : "\(here.offset < 0 ? "-" : "+")\((minutes / 60).padded(2)):\((minutes % 60).padded(2))"
    let clock = ClockTime(
      hour: here.hour, minute: here.minute, second: here.second, fraction: fraction, zone: nil)
    return "\(date)T\(clock.text)\(zone)"
  }

  private static let universal: @Sendable (WallTime) -> CalendarTime = { time in
    let seconds = (time.microseconds - (time.microseconds < 0 ? 999_999 : 0)) / 1_000_000
    let days = (seconds - (seconds < 0 ? 86_399 : 0)) / 86_400
    let rest = seconds - days * 86_400
    let parts = CalendarDate(days: days).parts
    return CalendarTime(
      year: parts.year, month: parts.month, day: parts.day, hour: rest / 3600, minute: rest / 60 % 60,
      second: rest % 60, offset: 0)
  }
}

extension CalendarDate {
  fileprivate init(_ time: CalendarTime) { self.init(year: time.year, month: time.month, day: time.day) }
}
