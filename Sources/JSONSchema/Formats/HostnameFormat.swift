internal import CivilTime

/// Host names of RFC 1123, §2.1; labels that begin with `xn--` must be valid in IDNA 2008 (RFC 5890).
enum HostnameFormat {
  static func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard (1...253).contains(bytes.count) else { return false }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

  private static func isLabel(_ bytes: ArraySlice<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    guard (1...63).contains(bytes.count), bytes.first != hyphen, bytes.last != hyphen,
      bytes.allSatisfy({ $0.isLetter || $0.isDigit || $0 == hyphen })
    else { return false }
    guard bytes.count >= 4, Array(bytes.prefix(4)).map({ $0 | 0x20 }) == Array("xn--".utf8) else {
      return true
    }
    guard let scalars = Punycode.decode(bytes.dropFirst(4)) else { return false }
    return InternationalLabel.isValid(scalars)
  }
}

/// Decodes Punycode (RFC 3492).
enum Punycode {
  private static let base = 36
  private static let leastThreshold = 1
  private static let mostThreshold = 26

  /// The scalars of an encoded label without its prefix, `nil` when it is malformed.
  static func decode(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    var output: [Unicode.Scalar] = []
    var at = bytes.startIndex
    if let delimiter = bytes.lastIndex(of: UInt8(ascii: "-")) {
      output = bytes[..<delimiter].map { Unicode.Scalar($0) }
      at = delimiter + 1
    }
    guard at < bytes.endIndex else { return nil }
    var value = 128
    var index = 0
    var bias = 72
    while at < bytes.endIndex {
      let old = index
      var weight = 1
      var position = base
      while true {
        guard at < bytes.endIndex, let digit = digit(bytes[at]) else { return nil }
        at += 1
        index += digit * weight
        let threshold = min(max(position - bias, leastThreshold), mostThreshold)
        if digit < threshold { break }
        weight *= base - threshold
        position += base
        guard index < 1 << 32, weight < 1 << 32 else { return nil }
      }
      bias = adapt(index - old, output.count + 1, isFirst: old == 0)
      value += index / (output.count + 1)
      index %= output.count + 1
      guard value <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
      output.insert(scalar, at: index)
      index += 1
    }
    return output
  }

  private static func digit(_ byte: UInt8) -> Int? {
    if byte.isDigit { return Int(byte - 0x30) + 26 }
    return byte.isLetter ? Int((byte | 0x20) - 0x61) : nil
  }

  private static func adapt(_ difference: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = difference / (isFirst ? 700 : 2)
    delta += delta / count
    var steps = 0
    while delta > (base - leastThreshold) * mostThreshold / 2 {
      delta /= base - leastThreshold
      steps += base
    }
    return steps + (base - leastThreshold + 1) * delta / (delta + 38)
  }
}

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
    if scalar.isASCII { return scalar == "-" || UInt8(scalar.value).isDigit || ("a"..."z").contains(scalar) }
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
