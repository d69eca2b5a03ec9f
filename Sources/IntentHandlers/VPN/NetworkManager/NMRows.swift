/// Reads what `nmcli --terse --escape yes` prints: a row a line, its fields parted by colons, in which a backslash
/// keeps the next character from meaning anything.
enum NMRows {
  static func read(_ output: [UInt8]) -> [[String]] {
    var rows: [[String]] = []
    for line in output.split(separator: UInt8(ascii: "\n")) { rows.append(fields(line)) }
    return rows
  }

  private static func fields(_ line: ArraySlice<UInt8>) -> [String] {
    var fields: [String] = []
    var field: [UInt8] = []
    var isEscaped = false
    for byte in line {
      if isEscaped {
        field.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: ":") {
        fields.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
      } else {
        field.append(byte)
      }
    }
    fields.append(String(decoding: field, as: UTF8.self))
    return fields
  }
}
