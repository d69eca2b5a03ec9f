/// Lengths of time as people write them: `90s`, `1h 30m`, `2 hours`.
enum HumanUnits {
  private static let words: [(word: String, unit: String)] = [
    ("weeks", "w"), ("week", "w"), ("days", "d"), ("day", "d"), ("hours", "h"), ("hour", "h"), ("hr", "h"),
    ("minutes", "m"), ("minute", "m"), ("mins", "m"), ("min", "m"), ("seconds", "s"), ("second", "s"),
    ("secs", "s"), ("sec", "s"), ("milliseconds", "ms"), ("millisecond", "ms"),
  ]

  /// The text in the short form that `Duration(text:)` reads, without spaces; ASCII letters' case does not count.
  static func short(_ text: String) -> String? {
    guard text.utf8.count <= 64 else { return nil }
    var short: [UInt8] = []
    var letters: [UInt8] = []
    var isSpace = false
    for byte in text.utf8 {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A:
        // A space may stand before a unit, not within it.
        if isSpace, !letters.isEmpty { return nil }
        letters.append(byte | 0x20)
        isSpace = false
      case 0x20: isSpace = true
      case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: ","):
        // A space may stand after a unit, not before or within a number.
        if isSpace, letters.isEmpty { return nil }
        append(&letters, to: &short)
        short.append(byte)
        isSpace = false
      default: return nil
      }
    }
    append(&letters, to: &short)
    return short.isEmpty || isSpace ? nil : String(decoding: short, as: UTF8.self)
  }

  private static func append(_ letters: inout [UInt8], to short: inout [UInt8]) {
    if letters.isEmpty { return }
    let word = String(decoding: letters, as: UTF8.self)
    short += (words.first { $0.word == word }?.unit ?? word).utf8
    letters = []
  }
}

extension Duration {
  /// The duration of a human form (`30s`, `1h30m`, `2 hours`) or of ISO 8601 as RFC 3339, appendix A, writes it;
  /// `nil` for anything else and for parts of a second, which that form has not.
  package static func standardText(_ text: String) -> String? {
    if DurationFormat.accepts(Array(text.utf8)[...]) { return text }
    let isISO = text.utf8.first.map { $0 | 0x20 == UInt8(ascii: "p") } ?? false
    let upper = isISO ? text.uppercasedASCII : text
    if isISO, DurationFormat.accepts(Array(upper.utf8)[...]) { return upper }
    guard let short = isISO ? upper : HumanUnits.short(text), let duration = Duration(text: short) else {
      return nil
    }
    let nanoseconds = duration.wholeNanoseconds
    guard nanoseconds.isMultiple(of: 1_000_000_000) else { return nil }
    let hasDays = short.utf8.contains { [0x64, 0x77, 0x44, 0x57].contains($0) }
    return isoText(seconds: nanoseconds / 1_000_000_000, hasDays: hasDays)
  }

  /// Hours stay hours unless the text spoke of days: a day is not always 24 hours.
  private static func isoText(seconds: Int, hasDays: Bool) -> String {
    var date = "P"
    var seconds = seconds
    if hasDays, seconds >= 86_400 {
      date += "\(seconds / 86_400)D"
      seconds %= 86_400
      if seconds == 0 { return date }
    }
    // No unit may be left out between two others (RFC 3339, appendix A).
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    var time = "T"
    if hours > 0 { time += "\(hours)H" }
    if minutes > 0 || (hours > 0 && rest > 0) { time += "\(minutes)M" }
    if rest > 0 || seconds == 0 { time += "\(rest)S" }
    return date + time
  }
}

extension String {
  package var uppercasedASCII: String {
    String(decoding: utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 32 : $0 }, as: UTF8.self)
  }

  package var lowercasedASCII: String {
    String(decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
