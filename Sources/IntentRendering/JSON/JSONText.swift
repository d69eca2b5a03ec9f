package import IntentCore

/// Writes JSON (RFC 8259) on one line; what a terminal could act on is escaped, so that it is safe to look at.
package struct JSONText: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func object(_ members: (inout JSONText) -> Void) { enclose("{", "}", members) }
  package mutating func array(_ elements: (inout JSONText) -> Void) { enclose("[", "]", elements) }

  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONText, Element) -> Void
  ) {
    array { json in for element in elements { write(&json, element) } }
  }

  /// Begins a member of an object; its value is written next.
  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func null() { scalar("null") }
  package mutating func boolean(_ flag: Bool) { scalar(flag ? "true" : "false") }
  package mutating func integer(_ number: Int) { scalar(String(number)) }

  package mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  package mutating func value(_ value: Value) {
    switch value {
    case .null: null()
    case .boolean(let flag): boolean(flag)
    case .integer(let number): integer(number)
    // JSON has no infinities.
    case .number(let number): scalar(JSONNumber.text(number))
    case .string(let text): string(text)
    case .array(let items): array(items) { $0.value($1) }
    case .object(let object):
      self.object { json in
        for member in object.members {
          json.key(member.key)
          json.value(member.value)
        }
      }
    }
  }

  /// A number that the caller has written as JSON has it.
  mutating func scalar(_ text: String) {
    separate()
    bytes += text.utf8
  }

  private mutating func enclose(_ open: String, _ close: String, _ write: (inout JSONText) -> Void) {
    separate()
    bytes += open.utf8
    needsComma = false
    write(&self)
    bytes += close.utf8
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }) {
      bytes += text.utf8
    } else {
      for scalar in text.unicodeScalars { escape(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes += #"\""#.utf8
    case "\\": bytes += #"\\"#.utf8
    case "\n": bytes += #"\n"#.utf8
    case "\r": bytes += #"\r"#.utf8
    case "\t": bytes += #"\t"#.utf8
    case _ where scalar.mustBeEscaped:
      for unit in String(scalar).utf16 {
        bytes += #"\u"#.utf8
        for shift in [12, 8, 4, 0] {
          let digit = UInt8(unit >> UInt16(shift) & 15)
          bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
      }
    default: bytes += String(scalar).utf8
    }
  }
}
