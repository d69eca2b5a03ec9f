/// A JSON value; whole numbers that fit are `integer`, as JSON Schema counts `1.0` and `1e2` as integers.
package enum Value: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([Value])
  case object(ValueObject)
}

extension Value: Equatable {
  /// Compares as JSON Schema does: `1` equals `1.0`, and the order of members does not count.
  package static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(exactly: a) == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

extension Value {
  package var stringValue: String? { if case .string(let text) = self { text } else { nil } }

  package var booleanValue: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  package var integerValue: Int? { if case .integer(let number) = self { number } else { nil } }

  /// The value as a floating-point number, `nil` when it is no number.
  package var doubleValue: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  package var arrayValue: [Value]? { if case .array(let items) = self { items } else { nil } }

  package var objectValue: ValueObject? { if case .object(let members) = self { members } else { nil } }

  /// The member or element that a dotted path names, `nil` where there is none.
  package func at(_ path: some Sequence<String>) -> Value? {
    var current = self
    for step in path {
      switch current {
      case .object(let object):
        guard let next = object[step] else { return nil }
        current = next
      case .array(let items):
        guard let index = Int(step), items.indices.contains(index) else { return nil }
        current = items[index]
      default: return nil
      }
    }
    return current
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByFloatLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: Value...) { self = .array(elements) }
  package init(floatLiteral value: Double) { self = .number(value) }
}

/// The members of a JSON object in the order they were written.
package struct ValueObject: Sendable {
  package private(set) var members: [(key: String, value: Value)]

  package init() { members = [] }

  /// Makes an object of members whose keys the caller knows to differ.
  package init(uniqueMembers: [(key: String, value: Value)]) { members = uniqueMembers }

  /// The value of the member at a place.
  package subscript(place place: Int) -> Value {
    get { members[place].value }
    set { members[place].value = newValue }
  }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }
  package var keys: [String] { members.map(\.key) }

  package subscript(key: String) -> Value? {
    get { members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value }
    set {
      let index = members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }
}

extension ValueObject: Equatable {
  package static func == (left: ValueObject, right: ValueObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }
}

extension ValueObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, Value)...) {
    members = elements.map { ($0.0, $0.1) }
  }
}

extension Value {
  /// The value as a word: strings as they are, numbers and booleans written out; `nil` for the rest.
  package var plainText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): number.isFinite ? JSONNumber.text(number) : number.description
    case .boolean(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}

extension Value {
  /// The value as JSON text on one line, byte for byte what it holds.
  package func json() -> String {
    var bytes: [UInt8] = []
    bytes.appendJSON(self) { $0.appendQuoted($1) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a value as JSON (RFC 8259) on one line.
  ///
  /// - Parameter quote: Appends a text, in quotes.
  package mutating func appendJSON(_ value: Value, quote: (inout [UInt8], String) -> Void) {
    switch value {
    case .null: self += "null".utf8
    case .boolean(let flag): self += (flag ? "true" : "false").utf8
    case .integer(let number): self += String(number).utf8
    // JSON has no infinities.
    case .number(let number): self += JSONNumber.text(number).utf8
    case .string(let text): quote(&self, text)
    case .array(let items): enclose("[", items, "]") { $0.appendJSON($1, quote: quote) }
    case .object(let object):
      enclose("{", object.members, "}") { bytes, member in
        quote(&bytes, member.key)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendJSON(member.value, quote: quote)
      }
    }
  }

  private mutating func enclose<Item>(
    _ open: String, _ elements: [Item], _ close: String, _ append: (inout [UInt8], Item) -> Void
  ) {
    self += open.utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { self.append(UInt8(ascii: ",")) }
      append(&self, element)
    }
    self += close.utf8
  }

  fileprivate mutating func appendQuoted(_ text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): self += "\\\"".utf8
      case UInt8(ascii: "\\"): self += "\\\\".utf8
      case 0x0A: self += "\\n".utf8
      case 0x0D: self += "\\r".utf8
      case 0x09: self += "\\t".utf8
      case 0..<0x20, 0x7F:
        self += "\\u00".utf8
        for nibble in [byte >> 4, byte & 15] {
          append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
        }
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
