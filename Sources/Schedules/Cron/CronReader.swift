internal import CivilTime

/// Reads the five fields of crontab(5), or a word such as `@daily` that stands for them.
struct CronReader {
  /// What one of the fields takes.
  struct Form {
    var name: String
    var range: ClosedRange<Int>
    /// Names of the numbers, the first for the least.
    var names: [String] = []
    var allowed: String
  }

  static let forms = [
    Form(name: "minute", range: 0...59, allowed: "0-59"),
    Form(name: "hour", range: 0...23, allowed: "0-23"),
    Form(name: "day of the month", range: 1...31, allowed: "1-31"),
    Form(
      name: "month", range: 1...12,
      names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
      allowed: "1-12 or jan-dec"),
    Form(
      name: "day of the week", range: 0...7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
      allowed: "0-7 or sun-sat"),
  ]

  static let macros = [
    "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *",
  ]

  /// Longer texts are no schedules.
  private static let limit = 1024

  static func read(_ text: String) throws(CronFault) -> CronExpression {
    guard text.utf8.count <= limit else {
      throw CronFault(.syntax, piece: String(text.prefix(40)), offset: 0)
    }
    let words = words(of: text)
    guard let first = words.first else { throw CronFault(.empty, piece: text, offset: 0) }
    if first.text.utf8.first == UInt8(ascii: "@") {
      let name = first.text.lowercasedASCII
      if name == "@reboot" { throw CronFault(.reboot, piece: first.text, offset: first.offset) }
      guard words.count == 1, let meaning = macros[name] else {
        throw CronFault(
          .macro, piece: text, offset: first.offset,
          allowed: "@hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually")
      }
      return try read(meaning)
    }
    guard words.count == forms.count else { throw CronFault(.fields(words.count), piece: text, offset: 0) }
    var fields: [CronExpression.Field] = []
    for (form, word) in zip(forms, words) {
      let reader = CronReader(form: form)
      fields.append(try reader.field(word.text, at: word.offset))
    }
    let expression = CronExpression(
      minutes: fields[0], hours: fields[1], days: fields[2], months: fields[3], weekdays: fields[4])
    guard expression.everMatches else {
      let end = words[3].offset + words[3].text.utf8.count
      let piece = String(decoding: Array(text.utf8)[words[2].offset..<end], as: UTF8.self)
      throw CronFault(.never, piece: piece, offset: words[2].offset)
    }
    return expression
  }

  /// A field for the days of the week alone, such as `mon-fri`.
  static func weekdays(_ text: String) throws(CronFault) -> CronExpression.Field {
    try CronReader(form: forms[4]).field(text, at: 0)
  }

  private static func words(of text: String) -> [(text: String, offset: Int)] {
    var words: [(text: String, offset: Int)] = []
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      if bytes[at] == 0x20 || bytes[at] == 0x09 {
        at += 1
        continue
      }
      let start = at
      while at < bytes.count, bytes[at] != 0x20, bytes[at] != 0x09 { at += 1 }
      words.append((String(decoding: bytes[start..<at], as: UTF8.self), start))
    }
    return words
  }

  let form: Form

  private func field(_ text: String, at offset: Int) throws(CronFault) -> CronExpression.Field {
    var bits: UInt64 = 0
    var place = offset
    for item in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      bits |= try self.item(Array(item), at: place)
      place += item.count + 1
    }
    // 7 is Sunday too.
    if form.range.upperBound == 7 { bits = (bits | bits >> 7) & 0x7F }
    return CronExpression.Field(bits: bits, isStar: text.utf8.first == UInt8(ascii: "*"), text: text)
  }

  /// `*`, a number, or a range, perhaps with a step.
  private func item(_ bytes: [UInt8], at offset: Int) throws(CronFault) -> UInt64 {
    func fault(_ problem: CronFault.Problem, _ piece: some Sequence<UInt8>, _ place: Int) -> CronFault {
      CronFault(
        problem, field: form.name, piece: String(decoding: Array(piece), as: UTF8.self),
        offset: offset + place,
        allowed: problem == .step ? "1-\(form.span)" : form.allowed)
    }
    let slash = bytes.firstIndex(of: UInt8(ascii: "/"))
    let body = bytes[..<(slash ?? bytes.endIndex)]
    var step = 1
    if let slash {
      let text = bytes[(slash + 1)...]
      guard let number = Self.number(text), (1...form.span).contains(number) else {
        throw fault(.step, text.isEmpty ? bytes[...] : text, text.isEmpty ? 0 : slash + 1)
      }
      step = number
    }
    let (low, high): (Int, Int)
    if body.elementsEqual("*".utf8) {
      (low, high) = (form.range.lowerBound, form.range.upperBound)
    } else {
      let dash = body.firstIndex(of: UInt8(ascii: "-"))
      let first = body[..<(dash ?? body.endIndex)]
      guard let start = number(first) else { throw fault(Self.problem(first), bytes, 0) }
      low = start
      if let dash {
        let last = body[(dash + 1)...]
        guard var end = number(last) else { throw fault(Self.problem(last), bytes, 0) }
        // `fri-sun` ends with the Sunday that follows.
        if form.range.upperBound == 7, end == 0, low > 0 { end = 7 }
        guard low <= end else { throw fault(.reversed, body, 0) }
        high = end
      } else {
        guard slash == nil else { throw fault(.stepWithoutRange, bytes, 0) }
        high = start
      }
    }
    // All seven days; 7 would be Sunday once more, and out of step.
    let last = body.elementsEqual("*".utf8) && form.range.upperBound == 7 ? 6 : high
    return stride(from: low, through: last, by: step).reduce(0) { $0 | 1 << UInt64($1) }
  }

  private static func problem(_ text: ArraySlice<UInt8>) -> CronFault.Problem {
    number(text) == nil ? .syntax : .range
  }

  private func number(_ text: ArraySlice<UInt8>) -> Int? {
    if let number = Self.number(text) { return form.range.contains(number) ? number : nil }
    let word = String(decoding: text, as: UTF8.self).lowercasedASCII
    return form.names.firstIndex { $0.utf8.elementsEqual(word.utf8) }.map { $0 + form.range.lowerBound }
  }

  /// At most four digits.
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    guard (1...4).contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension CronReader.Form {
  /// How many numbers there are: a larger step would not mean what it says.
  var span: Int { range.upperBound - range.lowerBound + (range.upperBound == 7 ? 0 : 1) }
}
