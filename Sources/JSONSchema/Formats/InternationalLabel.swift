internal import CivilTime

/// Checks a decoded label by IDNA 2008: permitted scalars (RFC 5892) and the rules for those that
/// depend on their neighbours (appendix A there).
enum InternationalLabel {
  static func isValid(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first, scalars.contains(where: { !$0.isASCII }) else { return false }
    switch first.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    if first == "-" || scalars.last == "-" { return false }
    if scalars.count > 3, scalars[2] == "-", scalars[3] == "-" { return false }
    for index in scalars.indices where !isPermitted(scalars, index) { return false }
    return true
  }

  private static func isPermitted(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let before = index > 0 ? scalars[index - 1] : nil
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    switch scalars[index].value {
    case 0x00DF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007: return true
    case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0x00B7: return before == "l" && after == "l"
    case 0x0375: return after.map { isGreek($0) } ?? false
    case 0x05F3, 0x05F4: return before.map { isHebrew($0) } ?? false
    case 0x30FB: return scalars.contains { isJapanese($0) }
    case 0x0660...0x0669: return !scalars.contains { (0x06F0...0x06F9).contains($0.value) }
    case 0x06F0...0x06F9: return !scalars.contains { (0x0660...0x0669).contains($0.value) }
    case 0x200C: return isVirama(before) || joins(scalars, index)
    case 0x200D: return isVirama(before)
    default: return isProtocolValid(scalars[index])
    }
  }

  /// Letters, marks and digits that case folding and compatibility leave as they are.
  private static func isProtocolValid(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "-" || UInt8(scalar.value).isDigit || ("a"..."z").contains(scalar)
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return false }
    switch properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber:
      return !properties.changesWhenNFKCCaseFolded
    default: return false
    }
  }

  private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.canonicalCombiningClass == .virama
  }

  /// Whether the non-joiner stands between letters that would join, as in Arabic; marks do not count.
  private static func joins(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .nonspacingMark }
    guard let before = scalars[..<index].last(where: { !isMark($0) }),
      let after = scalars[(index + 1)...].first(where: { !isMark($0) })
    else { return false }
    return isCursive(before) && !joinsRightOnly(before) && isCursive(after)
  }

  private static func isCursive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0620...0x064A, 0x066E...0x06D3, 0x06FA...0x06FC, 0x0710...0x072F, 0x074D...0x077F, 0x07CA...0x07EA,
      0x0840...0x0858, 0x0860...0x086A, 0x08A0...0x08C7, 0x1820...0x1878:
      scalar.properties.isAlphabetic
    default: false
    }
  }

  /// Letters such as alef, dal, reh and waw, which join only with the one before them.
  private static func joinsRightOnly(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0621...0x0625, 0x0627, 0x0629, 0x062F...0x0632, 0x0648, 0x0671...0x0677, 0x0688...0x0699, 0x06C0,
      0x06C3...0x06CB, 0x06CD, 0x06CF, 0x06D2, 0x06D3, 0x0710, 0x0715...0x0719, 0x071E, 0x0728, 0x072A,
      0x072C,
      0x072F:
      true
    default: false
    }
  }

  private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
    (0x0370...0x03FF).contains(scalar.value) || (0x1F00...0x1FFF).contains(scalar.value)
  }

  private static func isHebrew(_ scalar: Unicode.Scalar) -> Bool {
    (0x0591...0x05F4).contains(scalar.value) || (0xFB1D...0xFB4F).contains(scalar.value)
  }

  /// Hiragana, Katakana or Han.
  private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isIdeographic { return true }
    switch scalar.value {
    case 0x3005, 0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF,
      0xFF66...0xFF9D:
      return true
    default: return false
    }
  }
}
