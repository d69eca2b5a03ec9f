/// A way in which a program may write a secret, undone byte by byte while a text is searched.
enum Spelling: Sendable, CaseIterable {
  /// As it is, and as a shell quotes it.
  case plain
  /// With backslashes, as in JSON (RFC 8259, section 7) and for a shell.
  case escaped
  /// Percent-encoded (RFC 3986, section 2.1), also as forms are, with `+` for a space.
  case percent
  /// Base64 with either alphabet (RFC 4648, sections 4 and 5), also broken into lines or escaped once more.
  case base64
  /// Hexadecimal digits of either case, also broken into lines or groups as in `de:ad be-ef` and `0xde, 0xad`.
  case hexadecimal

  /// What some bytes of a text stand for.
  struct Unit {
    /// The first of at most four bytes is the lowest.
    var bytes: UInt32
    var count = 1
    /// How many bytes of the text it takes.
    var length = 1
  }

  /// Reads the unit that begins at an index; `nil` when its end has not come yet.
  func unit(_ text: [UInt8], at index: Int, isLast: Bool) -> Unit? {
    let byte = text[index]
    switch byte {
    case UInt8(ascii: "\\") where self != .plain && self != .percent:
      return Self.escape(text, at: index, isLast: isLast).map(mapped)
    case UInt8(ascii: "%") where self == .percent || self == .base64:
      return Self.percent(text, at: index, isLast: isLast).map(mapped)
    default: return mapped(Unit(bytes: UInt32(byte)))
    }
  }

  /// The same byte for all that are one in this spelling; line breaks are none where they do not count.
  private func mapped(_ unit: Unit) -> Unit {
    guard unit.count == 1 else { return unit }
    var unit = unit
    let byte = UInt8(truncatingIfNeeded: unit.bytes)
    switch (self, byte) {
    case (.percent, UInt8(ascii: "+")): unit.bytes = 0x20
    case (.base64, UInt8(ascii: "-")): unit.bytes = UInt32(UInt8(ascii: "+"))
    case (.base64, UInt8(ascii: "_")): unit.bytes = UInt32(UInt8(ascii: "/"))
    case (.base64, 0x0A), (.base64, 0x0D): unit.count = 0
    case (.hexadecimal, _) where ":-_.,;xX \t\n\r".utf8.contains(byte): unit.count = 0
    case (.hexadecimal, UInt8(ascii: "A")...UInt8(ascii: "F")): unit.bytes |= 0x20
    default: break
    }
    return unit
  }

  private static func percent(_ text: [UInt8], at index: Int, isLast: Bool) -> Unit? {
    guard index + 2 < text.count else { return isLast ? Unit(bytes: UInt32(text[index])) : nil }
    guard let high = text[index + 1].hexadecimalDigit, let low = text[index + 2].hexadecimalDigit else {
      return Unit(bytes: UInt32(text[index]))
    }
    return Unit(bytes: high << 4 | low, length: 3)
  }

  private static func escape(_ text: [UInt8], at index: Int, isLast: Bool) -> Unit? {
    guard index + 1 < text.count else { return isLast ? Unit(bytes: UInt32(text[index])) : nil }
    let letter = text[index + 1]
    switch letter {
    case UInt8(ascii: "u"): return unicode(text, at: index, isLast: isLast)
    case UInt8(ascii: "n"): return Unit(bytes: 0x0A, length: 2)
    case UInt8(ascii: "t"): return Unit(bytes: 0x09, length: 2)
    case UInt8(ascii: "r"): return Unit(bytes: 0x0D, length: 2)
    case UInt8(ascii: "b"): return Unit(bytes: 0x08, length: 2)
    case UInt8(ascii: "f"): return Unit(bytes: 0x0C, length: 2)
    default: return Unit(bytes: UInt32(letter), length: 2)
    }
  }

  /// `\u` and four digits, or two such for a character beyond U+FFFF, as UTF-8.
  private static func unicode(_ text: [UInt8], at index: Int, isLast: Bool) -> Unit? {
    let literal = Unit(bytes: UInt32(text[index + 1]), length: 2)
    guard index + 5 < text.count else { return isLast ? literal : nil }
    guard let first = fourDigits(text, at: index + 2) else { return literal }
    if let scalar = Unicode.Scalar(first) { return Unit(scalar, length: 6) }
    guard index + 11 < text.count else { return isLast ? literal : nil }
    guard first < 0xDC00, text[index + 6] == UInt8(ascii: "\\"), text[index + 7] == UInt8(ascii: "u"),
      let second = fourDigits(text, at: index + 8), second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { return literal }
    return Unit(scalar, length: 12)
  }

  private static func fourDigits(_ text: [UInt8], at index: Int) -> UInt32? {
    var number: UInt32 = 0
    for byte in text[index..<index + 4] {
      guard let digit = byte.hexadecimalDigit else { return nil }
      number = number << 4 | digit
    }
    return number
  }
}

extension Spelling.Unit {
  fileprivate init(_ scalar: Unicode.Scalar, length: Int) {
    self.init(bytes: 0, count: 0, length: length)
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      bytes |= UInt32(byte) << (8 * UInt32(count))
      count += 1
    }
  }
}

extension UInt8 {
  fileprivate var hexadecimalDigit: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - 0x30)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - 0x57)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - 0x37)
    default: nil
    }
  }

  /// Whether it is one of the 64 characters of either alphabet.
  var isBase64: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// Looks for secrets in one spelling.
struct SpellingSearch: Sendable {
  let spelling: Spelling
  let tree: NeedleTree
  /// The first byte that is not read yet.
  private var next = 0
  private var place: Int32 = 0
  /// Where each of the last units began, at least as many as may begin a needle.
  private var starts: [Int] = []
  private(set) var found: [RedactedSpan] = []
  /// Whether a byte cannot begin a needle, for each of them.
  private let isPassed: [Bool]

  init(_ spelling: Spelling, _ tree: NeedleTree) {
    (self.spelling, self.tree) = (spelling, tree)
    isPassed = (0..<256).map { byte in
      guard let unit = spelling.unit([UInt8(byte)], at: 0, isLast: false) else { return false }
      return unit.count == 0 || tree.step(from: 0, UInt8(truncatingIfNeeded: unit.bytes)) == 0
    }
  }

  /// The first byte that may belong to a needle whose end has not come.
  var pending: Int {
    let depth = tree[place].depth
    return depth == 0 ? next : starts[starts.count - depth]
  }

  /// - Parameter isLast: Whether nothing follows the text.
  mutating func read(_ text: [UInt8], isLast: Bool) {
    while next < text.count {
      if place == 0 {
        next = passed(text, from: next)
        if next == text.count { return }
      }
      guard let unit = spelling.unit(text, at: next, isLast: isLast) else { return }
      var bytes = unit.bytes
      for _ in 0..<unit.count {
        place = tree.step(from: place, UInt8(truncatingIfNeeded: bytes))
        bytes >>= 8
        if place == 0 {
          starts.removeAll(keepingCapacity: true)
        } else {
          starts.append(next)
          let length = tree[place].longest
          if length > 0 { note(from: starts[starts.count - length], to: next + unit.length) }
        }
      }
      next += unit.length
      let depth = tree[place].depth
      if starts.count > 4 * depth + 256 { starts.removeFirst(starts.count - depth) }
    }
  }

  /// The first index from which a needle may begin.
  private func passed(_ text: [UInt8], from start: Int) -> Int {
    var index = start
    while index < text.count, isPassed[Int(text[index])] { index += 1 }
    return index
  }

  /// Ends come in order, so what overlaps is joined with the last.
  private mutating func note(from start: Int, to end: Int) {
    var span = RedactedSpan(start: start, end: end, edges: tree[place].edges)
    while let last = found.last, last.end > start {
      if last.start < span.start { span.edges.remove(.left) }
      if last.start <= span.start { span.edges.formUnion(last.edges.intersection(.left)) }
      span.start = min(span.start, last.start)
      found.removeLast()
    }
    found.append(span)
  }
}
