extension PatternParser {
  /// What stands after a backslash outside of a class.
  mutating func escape(_ start: Int) throws(PatternError) -> PatternNode {
    switch peek {
    case "b":
      at += 1
      return .assertion(.wordBoundary)
    case "B":
      at += 1
      return .assertion(.noWordBoundary)
    case "k", "1", "2", "3", "4", "5", "6", "7", "8", "9":
      throw error("back-references are not supported", at: start)
    default: return .scalars(try escapedSet(start, inClass: false))
    }
  }

  /// A class after its opening bracket.
  mutating func characterClass(_ start: Int) throws(PatternError) -> ScalarSet {
    var set = ScalarSet()
    let isNegated = take("^")
    while true {
      guard peek != nil else { throw error("\"[\" is not closed", at: start) }
      if take("]") { break }
      let from = at
      let first = try classAtom()
      guard peek == "-", at + 1 < scalars.count, scalars[at + 1] != "]" else {
        insert(first, into: &set)
        continue
      }
      at += 1
      let last = try classAtom()
      guard case .scalar(let low) = first, case .scalar(let high) = last else {
        throw error("a range goes from one character to another", at: from)
      }
      guard low <= high else { throw error("the range is out of order", at: from) }
      set.insert(low.value...high.value)
    }
    set.isNegated = isNegated
    return set
  }

  private enum ClassAtom {
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
  }

  private func insert(_ atom: ClassAtom, into set: inout ScalarSet) {
    switch atom {
    case .scalar(let scalar): set.insert(scalar.value...scalar.value)
    case .set(let other): set.insert(other)
    }
  }

  private mutating func classAtom() throws(PatternError) -> ClassAtom {
    let start = at
    guard let scalar = peek else { throw error("\"[\" is not closed") }
    at += 1
    guard scalar == "\\" else { return .scalar(scalar) }
    switch peek {
    case "b":
      at += 1
      return .scalar("\u{8}")
    case "d", "D", "w", "W", "s", "S", "p", "P": return .set(try escapedSet(start, inClass: true))
    default: return .scalar(try escapedScalar(start, inClass: true))
    }
  }

  private mutating func escapedSet(_ start: Int, inClass: Bool) throws(PatternError) -> ScalarSet {
    guard let scalar = peek else { throw error("a backslash ends the pattern", at: start) }
    switch scalar {
    case "d", "D", "w", "W", "s", "S":
      at += 1
      switch scalar {
      case "d": return .digit
      case "D": return .digit.negated
      case "w": return .word
      case "W": return .word.negated
      case "s": return .space
      default: return .space.negated
      }
    case "p", "P":
      at += 1
      return try property(start, negated: scalar == "P")
    default: return ScalarSet(try escapedScalar(start, inClass: inClass))
    }
  }

  private mutating func property(_ start: Int, negated: Bool) throws(PatternError) -> ScalarSet {
    guard take("{"), let end = scalars[at...].firstIndex(of: "}") else {
      throw error("a property is written \\p{…}", at: start)
    }
    let name = String(String.UnicodeScalarView(scalars[at..<end]))
    guard let property = ScalarProperty(name) else {
      throw error("the property \"\(name)\" is not supported", at: start)
    }
    at = end + 1
    var set = ScalarSet()
    set.insert(property, negated: negated)
    return set
  }

  private mutating func escapedScalar(_ start: Int, inClass: Bool) throws(PatternError) -> Unicode.Scalar {
    guard let scalar = peek else { throw error("a backslash ends the pattern", at: start) }
    at += 1
    switch scalar {
    case "t": return "\t"
    case "n": return "\n"
    case "v": return "\u{B}"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "0":
      if let next = peek, ("0"..."9").contains(next) {
        throw error("octal escapes are not supported", at: start)
      }
      return "\0"
    case "c":
      guard let letter = peek, ("a"..."z").contains(letter) || ("A"..."Z").contains(letter) else {
        throw error("\\c is followed by a letter", at: start)
      }
      at += 1
      return Unicode.Scalar(UInt8(letter.value % 32))
    case "x":
      guard let value = hexadecimal(2), let scalar = Unicode.Scalar(value) else {
        throw error("\\x is followed by two hexadecimal digits", at: start)
      }
      return scalar
    case "u": return try unicodeEscape(start)
    case "a"..."z", "A"..."Z", "1"..."9":
      throw error("\"\\\(String(scalar))\" means nothing", at: start)
    default: return scalar
    }
  }

  private mutating func unicodeEscape(_ start: Int) throws(PatternError) -> Unicode.Scalar {
    var value: UInt32?
    if take("{") {
      let digits = at
      while at < scalars.count, scalars[at] != "}" { at += 1 }
      let text = String(String.UnicodeScalarView(scalars[digits..<at]))
      if take("}"), text.utf8.first != UInt8(ascii: "+") { value = UInt32(text, radix: 16) }
    } else if let unit = hexadecimal(4) {
      value = unit
      if (0xD800..<0xDC00).contains(unit), take("\\"), take("u"), let low = hexadecimal(4),
        (0xDC00..<0xE000).contains(low)
      {
        value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      }
    }
    guard let scalar = value.flatMap(Unicode.Scalar.init) else {
      throw error("\\u is followed by four hexadecimal digits", at: start)
    }
    return scalar
  }

  private mutating func hexadecimal(_ count: Int) -> UInt32? {
    guard at + count <= scalars.count else { return nil }
    var value: UInt32 = 0
    for scalar in scalars[at..<at + count] {
      guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    at += count
    return value
  }
}
