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
