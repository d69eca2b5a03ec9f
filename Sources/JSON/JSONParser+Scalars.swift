extension JSONParser {
  /// Skips white space; comments are recorded and skipped.
  mutating func skipSpace() throws(Stop) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      case UInt8(ascii: "/"), UInt8(ascii: "#"): try comment()
      default: return
      }
    }
  }

  private mutating func comment() throws(Stop) {
    let start = at
    let next = at + 1 < bytes.count ? bytes[at + 1] : 0
    if bytes[at] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
      at += 2
      while at + 1 < bytes.count, bytes[at] != UInt8(ascii: "*") || bytes[at + 1] != UInt8(ascii: "/") {
        at += 1
      }
      at = min(at + 2, bytes.count)
    } else if bytes[at] == UInt8(ascii: "#") || next == UInt8(ascii: "/") {
      while at < bytes.count, bytes[at] != 0x0A { at += 1 }
    } else {
      throw unexpected(expected: "a value")
    }
    record(.syntax(found: "comment", hint: "JSON has no comments"), JSONSpan(start, at))
  }

  /// Reads a string from its opening quote past its closing one.
  mutating func string() throws(Stop) -> String {
    let start = at + 1
    at = start
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        return String(decoding: bytes[start..<at - 1], as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      if byte >= 0x20, byte < 0x80 {
        at += 1
      } else {
        try unusualByte(stringStart: start - 1)
      }
    }
    throw unclosedString(start - 1)
  }

  /// Goes on where the first escape stands.
  private mutating func escapedString(from start: Int) throws(Stop) -> String {
    var text = Array(bytes[start..<at])
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): escape(into: &text)
      case 0x20..<0x80:
        text.append(byte)
        at += 1
      default:
        let from = at
        try unusualByte(stringStart: start - 1)
        text += bytes[from..<at]
      }
    }
    throw unclosedString(start - 1)
  }

  /// Passes a byte that is no printable ASCII: a scalar of several bytes, or a fault.
  private mutating func unusualByte(stringStart: Int) throws(Stop) {
    let byte = bytes[at]
    switch byte {
    case 0x80...:
      if let length = scalarLength(at) {
        at += length
      } else {
        recordEncoding(at)
        at += 1
      }
      return
    case 0x0A, 0x0D: throw unclosedString(stringStart)
    case 0: record(.nul, JSONSpan(at, at + 1))
    default:
      let escape = byte == 0x09 ? "\\t" : "\\u00" + hex(byte)
      record(
        .syntax(
          found: byte == 0x09 ? "a tab" : "the control character 0x\(hex(byte))",
          hint: "inside a string it is written \(escape)"), JSONSpan(at, at + 1))
    }
    at += 1
  }

  private mutating func escape(into text: inout [UInt8]) {
    let start = at
    at += 2
    guard start + 1 < bytes.count else {
      at = bytes.count
      return
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[start + 1])
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): unicodeEscape(start, into: &text)
    default:
      at = start + 1 + (scalarLength(start + 1) ?? 1)
      let isLineEnd = bytes[start + 1] == 0x0A || bytes[start + 1] == 0x0D
      if isLineEnd { at = start + 1 }
      record(
        .syntax(
          found: isLineEnd ? "\"\\\" at the end of a line" : found(start, at),
          expected: #"one of \" \\ \/ \b \f \n \r \t \uXXXX"#, hint: #"a backslash itself is written \\"#),
        JSONSpan(start, at))
    }
  }

  private mutating func unicodeEscape(_ start: Int, into text: inout [UInt8]) {
    guard let unit = hexUnit(start + 2) else {
      at = start + 2
      return record(
        .syntax(found: found(start, start + 2), expected: #"four hexadecimal digits after \u"#),
        JSONSpan(start, start + 2))
    }
    at = start + 6
    var value = unit
    switch unit {
    case 0: return record(.nul, JSONSpan(start, at))
    case 0xD800..<0xDC00:
      guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u"),
        let low = hexUnit(at + 2), (0xDC00..<0xE000).contains(low)
      else { return recordSurrogate(start) }
      value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      at += 6
    case 0xDC00..<0xE000: return recordSurrogate(start)
    default: break
    }
    if let scalar = Unicode.Scalar(value) { text += UTF8.encode(scalar).map(Array.init) ?? [] }
  }

  private mutating func recordSurrogate(_ start: Int) {
    record(
      .surrogate(
        found: found(start, start + 6), hint: #"a surrogate only stands in a pair, such as \ud83d\ude00"#),
      JSONSpan(start, start + 6))
  }

  private func hexUnit(_ index: Int) -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      switch byte {
      case 0x30...0x39: unit = unit << 4 | UInt32(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt32((byte | 0x20) - 0x57)
      default: return nil
      }
    }
    return unit
  }

  /// The length of the scalar whose UTF-8 starts here (Unicode, table 3-7), `nil` when it is invalid.
  func scalarLength(_ index: Int) -> Int? {
    let lead = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    var next = index + 2
    while next < index + length {
      guard bytes[next] & 0xC0 == 0x80 else { return nil }
      next += 1
    }
    return length
  }
}

extension JSONParser {
  /// Reads a number of RFC 8259; anything that looks like one and is none is recorded.
  mutating func number() throws(Stop) -> JSONNode {
    let start = at
    while at < bytes.count, Self.belongsToNumber(bytes[at]) { at += 1 }
    let span = JSONSpan(start, at)
    switch JSONNumber.read(bytes[start..<at]) {
    case .integer(let number): return JSONNode(.integer(number), span)
    case .number(let number): return JSONNode(.number(number), span)
    case .fault(let hint):
      record(.number(found: found(start, at), hint: hint), span)
      return JSONNode(.integer(0), span)
    }
  }

  private static func belongsToNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Reads `true`, `false` or `null`; another word is recorded.
  mutating func word() throws(Stop) -> JSONNode {
    let start = at
    while at < bytes.count, isWordByte(bytes[at]) { at += 1 }
    let span = JSONSpan(start, at)
    if matches("true", span) { return JSONNode(.boolean(true), span) }
    if matches("false", span) { return JSONNode(.boolean(false), span) }
    if matches("null", span) { return JSONNode(.null, span) }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    switch text {
    case "NaN", "nan", "Infinity", "inf", "infinity":
      record(.number(found: found(start, at), hint: "JSON has no such number"), span)
    default: recordWord(text, span)
    }
    return JSONNode(.null, span)
  }

  private mutating func recordWord(_ text: String, _ span: JSONSpan) {
    let meant: String? =
      switch text {
      case "True", "TRUE", "yes", "on": "true"
      case "False", "FALSE", "no", "off": "false"
      case "None", "nil", "undefined": "null"
      default: nil
      }
    record(.word(text, found: found(span.start, span.end), meant: meant), span)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
    default: false
    }
  }

  private func matches(_ word: StaticString, _ span: JSONSpan) -> Bool {
    word.utf8CodeUnitCount == span.end - span.start
      && word.description.utf8.elementsEqual(bytes[span.start..<span.end])
  }
}
