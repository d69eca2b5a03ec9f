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

    /// How many numbers there are: a larger step would not mean what it says.
    var span: Int { range.upperBound - range.lowerBound + (range.upperBound == 7 ? 0 : 1) }
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
    let bytes = Array(text.utf8)
    guard bytes.count <= limit else { throw CronFault(problem: .syntax, piece: String(text.prefix(40))) }
    let words = bytes.split { $0 == 0x20 || $0 == 0x09 }
    guard let first = words.first else { throw CronFault(problem: .empty, piece: text) }
    if first.first == UInt8(ascii: "@") {
      let name = String(decoding: first, as: UTF8.self)
      if name.lowercasedASCII == "@reboot" {
        throw CronFault(problem: .reboot, piece: name, offset: first.startIndex)
      }
      guard words.count == 1, let meaning = macros[name.lowercasedASCII] else {
        throw CronFault(
          problem: .macro, piece: text, offset: first.startIndex,
          allowed: "@hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually")
      }
      return try read(meaning)
    }
    guard words.count == forms.count else {
      throw CronFault(problem: .fields, count: words.count, piece: text)
    }
    let fields = try zip(forms, words).map { form, word throws(CronFault) in
      try CronReader(form: form).field(word)
    }
    let expression = CronExpression(
      minutes: fields[0], hours: fields[1], days: fields[2], months: fields[3], weekdays: fields[4])
    guard expression.everMatches else {
      let piece = bytes[words[2].startIndex..<words[3].endIndex]
      throw CronFault(
        problem: .never, piece: String(decoding: piece, as: UTF8.self), offset: piece.startIndex)
    }
    return expression
  }

  /// A field for the days of the week alone, such as `mon-fri`.
  static func weekdays(_ text: String) throws(CronFault) -> CronExpression.Field {
    try CronReader(form: forms[4]).field(Array(text.utf8)[...])
  }

  let form: Form

  private func field(_ word: ArraySlice<UInt8>) throws(CronFault) -> CronExpression.Field {
    var bits: UInt64 = 0
    for item in word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      bits |= try self.item(item)
    }
    // 7 is Sunday too.
    if form.range.upperBound == 7 { bits = (bits | bits >> 7) & 0x7F }
    let text = String(decoding: word, as: UTF8.self)
    return CronExpression.Field(bits: bits, isStar: word.first == UInt8(ascii: "*"), text: text)
  }

  /// `*`, a number, or a range, perhaps with a step.
  private func item(_ item: ArraySlice<UInt8>) throws(CronFault) -> UInt64 {
    let slash = item.firstIndex(of: UInt8(ascii: "/"))
    let body = item[..<(slash ?? item.endIndex)]
    var step = 1
    if let slash {
      let text = item[(slash + 1)...]
      guard let number = Self.number(text), (1...form.span).contains(number) else {
        throw fault(.step, text.isEmpty ? item : text)
      }
      step = number
    }
    var (low, high) = (form.range.lowerBound, form.range.upperBound)
    if !body.elementsEqual("*".utf8) {
      let dash = body.firstIndex(of: UInt8(ascii: "-"))
      low = try number(body[..<(dash ?? body.endIndex)], of: item)
      if let dash {
        high = try number(body[(dash + 1)...], of: item)
        // `fri-sun` ends with the Sunday that follows.
        if form.range.upperBound == 7, high == 0, low > 0 { high = 7 }
        guard low <= high else { throw fault(.reversed, body) }
      } else {
        guard slash == nil else { throw fault(.stepWithoutRange, item) }
        high = low
      }
    }
    // All seven days; 7 would be Sunday once more, and out of step.
    let last = body.elementsEqual("*".utf8) && form.range.upperBound == 7 ? 6 : high
    return stride(from: low, through: last, by: step).reduce(0) { $0 | 1 << UInt64($1) }
  }

  private func fault(_ problem: CronFault.Problem, _ piece: ArraySlice<UInt8>) -> CronFault {
    CronFault(
      problem: problem, field: form.name, piece: String(decoding: piece, as: UTF8.self),
      offset: piece.startIndex,
      allowed: problem == .step ? "1-\(form.span)" : form.allowed)
  }

  private func number(_ text: ArraySlice<UInt8>, of item: ArraySlice<UInt8>) throws(CronFault) -> Int {
    if let number = Self.number(text) {
      guard form.range.contains(number) else { throw fault(.range, item) }
      return number
    }
    let word = String(decoding: text, as: UTF8.self).lowercasedASCII
    guard let place = form.names.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) }) else {
      throw fault(.syntax, item)
    }
    return place + form.range.lowerBound
  }

  /// At most four digits.
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    guard (1...4).contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension CronExpression {
  package init(_ text: String) throws(CronFault) { self = try CronReader.read(text) }
}

/// What is wrong with a schedule's text, and where.
package struct CronFault: Error, Sendable, Equatable {
  /// Messages know each by its raw value.
  package enum Problem: String, Sendable {
    /// Other than five fields.
    case fields
    case macro
    /// `@reboot` names no time.
    case reboot
    case empty
    case syntax
    /// A number outside of the field's range.
    case range
    case reversed
    case step
    /// A step after a single number, which means nothing to cron.
    case stepWithoutRange = "step-without-range"
    case never
  }

  package var problem: Problem
  /// How many fields there are, where that is the problem.
  package var count: Int?
  /// The field, such as "hour"; empty for the whole.
  package var field = ""
  /// The piece that is wrong.
  package var piece: String
  /// Where the piece begins, in bytes.
  package var offset = 0
  /// What would do there.
  package var allowed = ""
}
