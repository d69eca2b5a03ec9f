extension Value {
  /// The value as JSON text on one line, byte for byte what it holds.
  package func json() -> String {
    var bytes: [UInt8] = []
    JSONWriter().write(self, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

private struct JSONWriter {
  func write(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes += "null".utf8
    case .boolean(let flag): bytes += (flag ? "true" : "false").utf8
    case .integer(let number): bytes += String(number).utf8
    case .number(let number): bytes += JSONNumber.text(number).utf8
    case .string(let text): write(text, to: &bytes)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(item, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        write(member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20, 0x7F:
        bytes += "\\u00".utf8
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}
