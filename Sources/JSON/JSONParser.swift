/// Reads bytes into a tree in one pass; faults that reading can go past are collected.
struct JSONParser {
  /// Nothing sensible can be read after this fault.
  struct Stop: Error {}

  let source: JSONSource
  let bytes: [UInt8]
  let depthLimit: Int
  var at = 0
  /// What leads to the place: the offset of a key's opening quote, or the complement of an index.
  var path: [Int] = []
  var faults: [JSONFault] = []

  init(source: JSONSource, depthLimit: Int) {
    self.source = source
    bytes = source.bytes
    self.depthLimit = depthLimit
  }

  /// The tree of the whole document, `nil` when there are faults.
  mutating func document() -> JSONNode? {
    do throws(Stop) {
      try refuseByteOrderMark()
      try skipSpace()
      guard at < bytes.count else { throw stop(.empty, JSONSpan(0, 0)) }
      let root = try value()
      try skipSpace()
      if at < bytes.count { throw unexpected(expected: "end of the file", hint: "a file holds one value") }
      return faults.isEmpty ? root : nil
    } catch {
      return nil
    }
  }

  mutating func value() throws(Stop) -> JSONNode {
    guard at < bytes.count else { throw unexpected(expected: "a value") }
    let start = at
    switch bytes[at] {
    case UInt8(ascii: "\""):
      let text = try string()
      return JSONNode(.string(text), JSONSpan(start, at))
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "."):
      return try number()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      return try word()
    case UInt8(ascii: "'"):
      throw unexpected(expected: "a value", hint: "text is written in double quotes")
    default: throw unexpected(expected: "a value")
    }
  }

  private mutating func object() throws(Stop) -> JSONNode {
    let start = at
    try enter()
    var members: [JSONMember] = []
    members.reserveCapacity(6)
    var seen = SeenKeys()
    at += 1
    try skipSpace()
    while try !closes(UInt8(ascii: "}"), start, after: members.last?.node.span.end) {
      let keyStart = at
      guard bytes[at] == UInt8(ascii: "\"") else { throw noKey() }
      let key = try string()
      let keySpan = JSONSpan(keyStart, at)
      path.append(keyStart)
      if !seen.insert(key, among: members) { record(.duplicateKey(key), keySpan) }
      try skipSpace()
      try colon()
      try skipSpace()
      let node = try value()
      path.removeLast()
      members.append(JSONMember(key: key, keySpan: keySpan, node: node))
      try skipSpace()
      try separator(UInt8(ascii: "}"), opened: start, after: node.span.end)
    }
    at += 1
    depth -= 1
    return JSONNode(.object(members), JSONSpan(start, at))
  }

  private mutating func array() throws(Stop) -> JSONNode {
    let start = at
    try enter()
    var items: [JSONNode] = []
    at += 1
    try skipSpace()
    while try !closes(UInt8(ascii: "]"), start, after: items.last?.span.end) {
      path.append(~items.count)
      let node = try value()
      path.removeLast()
      items.append(node)
      try skipSpace()
      try separator(UInt8(ascii: "]"), opened: start, after: node.span.end)
    }
    at += 1
    depth -= 1
    return JSONNode(.array(items), JSONSpan(start, at))
  }

  private var depth = 0

  private mutating func enter() throws(Stop) {
    depth += 1
    guard depth <= depthLimit else { throw stop(.depth(limit: depthLimit), JSONSpan(at, at + 1)) }
  }

  /// Whether the container ends here; a comma before its end is recorded.
  private mutating func closes(_ end: UInt8, _ opened: Int, after last: Int?) throws(Stop) -> Bool {
    guard at < bytes.count else { throw unclosed(opened) }
    guard bytes[at] == end else { return false }
    if let last, let comma = bytes[last..<at].lastIndex(of: UInt8(ascii: ",")) {
      let close = String(UnicodeScalar(end))
      record(
        .syntax(found: "\",\"", hint: "remove the comma before \"\(close)\""),
        JSONSpan(comma, comma + 1))
    }
    return true
  }

  /// Reads the comma between elements; one that is missing is recorded where it belongs.
  private mutating func separator(_ end: UInt8, opened: Int, after last: Int) throws(Stop) {
    guard at < bytes.count else { throw unclosed(opened) }
    switch bytes[at] {
    case UInt8(ascii: ","):
      at += 1
      try skipSpace()
    case end: return
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let close = String(UnicodeScalar(end))
      record(
        .syntax(found: found(at), expected: "\",\" or \"\(close)\"", hint: "put a comma between them"),
        JSONSpan(last, last))
    default:
      let close = String(UnicodeScalar(end))
      throw unexpected(expected: "\",\" or \"\(close)\"")
    }
  }

  private mutating func colon() throws(Stop) {
    guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else {
      throw unexpected(expected: "\":\"", hint: "a key is followed by a colon and its value")
    }
    at += 1
  }

  private mutating func noKey() -> Stop {
    switch bytes[at] {
    case UInt8(ascii: ","): unexpected(expected: "a key", hint: "one comma is enough")
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"): unexpected(expected: "a key")
    default: unexpected(expected: "a key", hint: "keys are written in double quotes")
    }
  }
}

/// The keys of one object; a set only when there are many of them.
private struct SeenKeys {
  private struct Key: Hashable {
    let text: String
    static func == (left: Key, right: Key) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
  }

  private var set: Set<Key> = []

  /// Adds a key; `false` when a member before has it, byte for byte.
  mutating func insert(_ key: String, among members: [JSONMember]) -> Bool {
    if members.count < 12 { return !members.contains { JSONNode.isSame($0.key, key) } }
    if set.isEmpty { set = Set(members.map { Key(text: $0.key) }) }
    return set.insert(Key(text: key)).inserted
  }
}

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
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw stop(.byteOrderMark("UTF-8"), JSONSpan(0, 3)) }
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
