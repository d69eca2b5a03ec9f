extension JSONParser {
  private static let faultLimit = 20

  mutating func record(_ problem: JSONFault.Problem, _ span: JSONSpan) {
    guard faults.count < Self.faultLimit else { return }
    faults.append(JSONFault(problem, at: source.location(of: span, keyPath: keyPath)))
  }

  mutating func stop(_ problem: JSONFault.Problem, _ span: JSONSpan) -> Stop {
    record(problem, span)
    return Stop()
  }

  mutating func unexpected(expected: String, hint: String? = nil) -> Stop {
    if at < bytes.count, bytes[at] == 0 { return stop(.nul, JSONSpan(at, at + 1)) }
    if at < bytes.count, scalarLength(at) == nil {
      recordEncoding(at)
      return Stop()
    }
    let end = at < bytes.count ? at + (scalarLength(at) ?? 1) : at
    return stop(.syntax(found: found(at), expected: expected, hint: hint), JSONSpan(at, end))
  }

  /// The end of the file came before the end of what was opened.
  mutating func unclosed(_ opened: Int) -> Stop {
    let place = source.location(of: JSONSpan(opened, opened + 1))
    let bracket = String(UnicodeScalar(bytes[opened]))
    let close = bytes[opened] == UInt8(ascii: "{") ? "}" : "]"
    return stop(
      .syntax(
        found: "end of the file", expected: "\"\(close)\"",
        hint: "the \"\(bracket)\" in line \(String(place.line)) is not closed"),
      JSONSpan(bytes.count, bytes.count))
  }

  mutating func unclosedString(_ start: Int) -> Stop {
    let found = at < bytes.count ? "the end of the line" : "end of the file"
    return stop(
      .syntax(found: found, expected: "a closing quote", hint: #"a line break in text is written \n"#),
      JSONSpan(start, at))
  }

  mutating func recordEncoding(_ index: Int) {
    record(.encoding(byte: "0x" + hex(bytes[index]), offset: index), JSONSpan(index, index + 1))
  }

  mutating func refuseByteOrderMark() throws(Stop) {
    guard let first = bytes.first, first >= 0xEF else { return }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw stop(.byteOrderMark("UTF-8"), JSONSpan(0, 3))
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw stop(.byteOrderMark("UTF-16"), JSONSpan(0, 2))
    }
  }

  /// What stands at a place, in words or quoted.
  func found(_ index: Int) -> String {
    guard index < bytes.count else { return "end of the file" }
    return found(index, index + (scalarLength(index) ?? 1))
  }

  /// The text between two places, quoted and cut when long.
  func found(_ start: Int, _ end: Int) -> String {
    let text = String(decoding: bytes[start..<min(end, start + 40)], as: UTF8.self)
    return "\"" + text + (end > start + 40 ? "…\"" : "\"")
  }

  func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }

  private var keyPath: String {
    path.map { step in
      if step < 0 { return String(~step) }
      var reader = JSONParser(source: source, depthLimit: 0)
      reader.at = step
      return (try? reader.string()) ?? ""
    }.joined(separator: ".")
  }
}
