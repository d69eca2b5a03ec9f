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
    var before: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer { before = scalar }
      if cleaning == .quoted ? !scalar.hides(after: before) : !scalar.mustBeEscaped {
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

  /// Whether a reader of a question could take the scalar for another or for nothing: what must be escaped anywhere,
  /// blanks besides the space, and variation selectors that belong to nothing before them.
  package func hides(after before: Unicode.Scalar = " ") -> Bool {
    if mustBeEscaped { return true }
    switch value {
    case 0..<0xA0: return false
    case 0xFE0E, 0xFE0F: return !(before.value > 0x7F && before.properties.isEmoji)
    case 0xE0100...0xE01EF: return !before.properties.isIdeographic
    case 0x3000: return before.columns < 2
    case 0x2800, 0x16FE4, 0x1D159: return true
    default:
      return properties.generalCategory == .spaceSeparator || properties.isDefaultIgnorableCodePoint
        || properties.isVariationSelector
    }
  }

  /// The columns that the scalar takes on a terminal, once text is clean: none for marks that do not advance
  /// (general categories Mn and Me) and for medial and final Hangul jamo; two for what is wide.
  package var columns: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    default: return value >= 0x1100 && isWide ? 2 : 1
    }
  }

  private var isWide: Bool {
    var (low, high) = (0, Self.wide.count / 2)
    while low < high {
      let middle = (low + high) / 2
      if value > Self.wide[2 * middle + 1] {
        low = middle + 1
      } else if value < Self.wide[2 * middle] {
        high = middle
      } else {
        return true
      }
    }
    return false
  }

  /// Pairs of the first and last scalar that take two columns, ascending: East_Asian_Width W and F (UAX #11) in
  /// version 17.0.0 of the Unicode Character Database, and the blocks that its file gives a default of W. Ambiguous
  /// width is one column. A range may span unassigned scalars.
  private static let wide: [UInt32] = [
    0x1100, 0x115E, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3, 0x25FD,
    0x25FE, 0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267F, 0x267F, 0x268A, 0x268F, 0x2693, 0x2693,
    0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA,
    0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B,
    0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27B0,
    0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x3029, 0x302E, 0x303E,
    0x3041, 0x3096, 0x309B, 0x3247, 0x3250, 0xA4C6, 0xA960, 0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10,
    0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x16FE3, 0x16FF0, 0x1B2FB, 0x1D300,
    0x1D376, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F200, 0x1F320,
    0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0,
    0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D,
    0x1F54B, 0x1F54E, 0x1F550, 0x1F567, 0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB,
    0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6DF, 0x1F6EB, 0x1F6EC,
    0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70,
    0x1FAF8, 0x20000, 0x3FFFD,
  ]
}
