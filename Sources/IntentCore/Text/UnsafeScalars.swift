extension Unicode.Scalar {
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
