extension JSONParser {
  /// Reads a number of RFC 8259; anything that looks like one and is none is recorded.
  mutating func number() throws(Stop) -> JSONNode {
    let start = at
    if let whole = shortInteger() { return JSONNode(.integer(whole), JSONSpan(start, at)) }
    at = start
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

  /// The commonest numbers: digits, perhaps after a minus, that fit.
  private mutating func shortInteger() -> Int? {
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let first = at
    var number = 0
    while at < bytes.count, case 0x30...0x39 = bytes[at], at - first < 18 {
      number = number * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    guard at > first, at - first == 1 || bytes[first] != 0x30 else { return nil }
    if at < bytes.count, Self.belongsToNumber(bytes[at]) { return nil }
    return isNegative ? -number : number
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
