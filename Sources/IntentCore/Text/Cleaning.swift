/// What becomes of newline and tab when text of others is cleaned; all else that a terminal could act on, or
/// that cannot be seen, becomes an escape such as `\u{1B}` in each case.
package enum Cleaning: Sendable {
  /// They stay: running text, a program's output.
  case block
  /// They become a space: a dialog, a field, the cell of a table.
  case line
  /// They become escapes: what a person gave or is to judge.
  case quoted
}

extension String {
  /// The text of what is written.
  package static func written(_ write: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with everything escaped that a terminal must not get.
  package func cleaned(_ cleaning: Cleaning) -> String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    return .written { $0.appendClean(self, cleaning) }
  }

  /// The columns that clean text of one line takes.
  package var columns: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}

extension [UInt8] {
  /// Appends text cleaned and returns the columns it takes, as if it stood on one line.
  @discardableResult
  package mutating func appendClean(_ text: String, _ cleaning: Cleaning) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      append(contentsOf: text.utf8)
      return text.utf8.count
    }
    var columns = 0
    for scalar in text.unicodeScalars {
      if !scalar.mustBeEscaped {
        append(contentsOf: String(scalar).utf8)
        columns += scalar.columns
        continue
      }
      switch (cleaning, scalar) {
      case (.block, "\n"), (.block, "\t"):
        append(UInt8(truncatingIfNeeded: scalar.value))
        columns += 1
      case (.line, "\n"), (.line, "\t"):
        append(UInt8(ascii: " "))
        columns += 1
      default:
        let count = self.count
        append(contentsOf: #"\u{"#.utf8)
        append(contentsOf: String(scalar.value, radix: 16, uppercase: true).utf8)
        append(UInt8(ascii: "}"))
        columns += self.count - count
      }
    }
    return columns
  }

  package mutating func appendSpaces(_ count: Int) {
    if count > 0 { append(contentsOf: repeatElement(UInt8(ascii: " "), count: count)) }
  }

  package mutating func appendNewline() { append(UInt8(ascii: "\n")) }
}

extension Unicode.Scalar {
  var lowercasedASCII: Unicode.Scalar {
    value >= 0x41 && value <= 0x5A ? Unicode.Scalar(UInt8(value + 32)) : self
  }

  /// Whether a terminal could act on the scalar, or a reader could not see it: controls (C0, DEL, C1), line and
  /// paragraph separators, bidirectional controls, tags, and what Unicode calls default-ignorable save for
  /// variation selectors. Newline and tab count; those who allow them ask first.
  package var mustBeEscaped: Bool {
    let value = self.value
    if value < 0x7F { return value < 0x20 }
    if value < 0x300 { return value <= 0x9F || value == 0xAD }
    switch value {
    case 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFEFF, 0xFFA0,
      0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3,
      0x1D173...0x1D17A, 0xE0000...0xE00FF, 0xE01F0...0xE0FFF:
      return true
    default: return false
    }
  }

  /// The columns that the scalar takes on a terminal, once text is clean.
  package var columns: Int {
    if value < 0x300 { return 1 }
    if WidthTable.contains(value, WidthTable.zero) { return 0 }
    return value >= 0x1100 && WidthTable.contains(value, WidthTable.wide) ? 2 : 1
  }
}
