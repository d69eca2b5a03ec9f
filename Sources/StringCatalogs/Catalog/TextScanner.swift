/// Cuts a text of a catalog into tokens; whatever is no well-formed one is literal.
struct TextScanner {
  enum Token {
    case literal(String)
    case placeholder(String)
    /// `%@`, `%2$lld`…, with how it was written.
    case conversion(FormatConversion, number: Int?, String)
    /// `%arg`, with how it was written.
    case argument(String)
    /// `%#@name@` or `%1$#@name@`, with how it was written.
    case substitution(String, number: Int?, String)
  }

  private let bytes: [UInt8]
  /// Whether arguments are `${name}`, and a `%` before anything but a substitution is itself.
  private let readsPlaceholders: Bool
  private var at = 0

  init(_ text: String, readsPlaceholders: Bool) {
    bytes = Array(text.utf8)
    self.readsPlaceholders = readsPlaceholders
  }

  mutating func next() -> Token? {
    guard at < bytes.count else { return nil }
    var literal: [UInt8] = []
    while at < bytes.count {
      let start = at
      let isEscaped = readsPlaceholders && begins("$${")
      let token =
        switch bytes[at] {
        case UInt8(ascii: "%"): percent()
        case UInt8(ascii: "$") where readsPlaceholders && !isEscaped: placeholder()
        default: nil as Token?
        }
      if let token {
        if literal.isEmpty { return token }
        at = start
        break
      }
      at = start
      if isEscaped {
        literal += "${".utf8
        at += 3
      } else if !readsPlaceholders, begins("%%") {
        literal.append(bytes[at])
        at += 2
      } else {
        literal.append(bytes[at])
        at += 1
      }
    }
    return .literal(String(decoding: literal, as: UTF8.self))
  }

  private func begins(_ text: StaticString) -> Bool {
    let wanted = text.description.utf8
    return at + wanted.count <= bytes.count && bytes[at..<at + wanted.count].elementsEqual(wanted)
  }

  private mutating func placeholder() -> Token? {
    guard begins("${"), let end = bytes[at...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
    defer { at = end + 1 }
    return .placeholder(String(decoding: bytes[(at + 2)..<end], as: UTF8.self))
  }

  private mutating func percent() -> Token? {
    let start = at
    at += 1
    if begins("arg") {
      at += 3
      return .argument("%arg")
    }
    let number = argumentNumber()
    if begins("#@") {
      at += 2
      let name = at
      while at < bytes.count, bytes[at] != UInt8(ascii: "@"), bytes[at] != UInt8(ascii: " ") { at += 1 }
      guard at < bytes.count, bytes[at] == UInt8(ascii: "@"), at > name else { return nil }
      at += 1
      let written = String(decoding: bytes[start..<at], as: UTF8.self)
      return .substitution(String(decoding: bytes[name..<at - 1], as: UTF8.self), number: number, written)
    }
    guard !readsPlaceholders, let (conversion, length) = FormatConversion.read(bytes[at...]) else {
      return nil
    }
    at += length
    return .conversion(conversion, number: number, String(decoding: bytes[start..<at], as: UTF8.self))
  }

  /// The `1$` of a positional form; goes back when there is none.
  private mutating func argumentNumber() -> Int? {
    let start = at
    var number = 0
    while at < bytes.count, case 0x30...0x39 = bytes[at], at - start < 4 {
      number = number * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    if number > 0, at < bytes.count, bytes[at] == UInt8(ascii: "$") {
      at += 1
      return number
    }
    at = start
    return nil
  }
}
