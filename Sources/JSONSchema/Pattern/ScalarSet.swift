/// A set of Unicode scalars: ranges and properties, perhaps all but those.
struct ScalarSet: Sendable {
  private var ranges: [ClosedRange<UInt32>] = []
  private var properties: [(property: ScalarProperty, isNegated: Bool)] = []
  private var others: [ScalarSet] = []
  var isNegated = false

  init() {}

  init(_ ranges: [ClosedRange<UInt32>], negated: Bool = false) {
    self.ranges = ranges
    isNegated = negated
  }

  init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

  mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }

  mutating func insert(_ property: ScalarProperty, negated: Bool) { properties.append((property, negated)) }

  mutating func insert(_ other: ScalarSet) { others.append(other) }

  func contains(_ scalar: Unicode.Scalar) -> Bool { isMember(scalar) != isNegated }

  /// One bit for each of the 64 scalars from `first` on.
  func bits(from first: UInt8) -> UInt64 {
    var bits: UInt64 = 0
    for offset in UInt8(0)..<64 where contains(Unicode.Scalar(first + offset)) { bits |= 1 << offset }
    return bits
  }

  private func isMember(_ scalar: Unicode.Scalar) -> Bool {
    for range in ranges where range.contains(scalar.value) { return true }
    for (property, isNegated) in properties where property.includes(scalar) != isNegated { return true }
    for other in others where other.contains(scalar) { return true }
    return false
  }

  static let digit = ScalarSet([0x30...0x39])
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// White space and line ends of ECMA-262.
  static let space = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  static let notLineEnd = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], negated: true)

  var negated: ScalarSet {
    var set = self
    set.isNegated.toggle()
    return set
  }
}

/// A property of scalars that `\p{…}` names.
enum ScalarProperty: Sendable {
  case any, assigned, ascii, alphabetic, uppercase, lowercase, whiteSpace, emoji
  case categories([Unicode.GeneralCategory])

  init?(_ name: String) {
    var name = Substring(name)
    for prefix in ["General_Category=", "gc="] where name.utf8.starts(with: prefix.utf8) {
      name = name.dropFirst(prefix.utf8.count)
    }
    switch name {
    case "Any": self = .any
    case "Assigned": self = .assigned
    case "ASCII": self = .ascii
    case "Alphabetic", "Alpha": self = .alphabetic
    case "Uppercase", "Upper": self = .uppercase
    case "Lowercase", "Lower": self = .lowercase
    case "White_Space", "space": self = .whiteSpace
    case "Emoji": self = .emoji
    default:
      guard let categories = Self.categories(name) else { return nil }
      self = .categories(categories)
    }
  }

  func includes(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .any: true
    case .assigned: scalar.properties.generalCategory != .unassigned
    case .ascii: scalar.isASCII
    case .alphabetic: scalar.properties.isAlphabetic
    case .uppercase: scalar.properties.isUppercase
    case .lowercase: scalar.properties.isLowercase
    case .whiteSpace: scalar.properties.isWhitespace
    case .emoji: scalar.properties.isEmoji
    case .categories(let categories): categories.contains(scalar.properties.generalCategory)
    }
  }

  private static func categories(_ name: Substring) -> [Unicode.GeneralCategory]? {
    switch name {
    case "L", "Letter":
      [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
    case "LC", "Cased_Letter": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
    case "Lu", "Uppercase_Letter": [.uppercaseLetter]
    case "Ll", "Lowercase_Letter": [.lowercaseLetter]
    case "Lt", "Titlecase_Letter": [.titlecaseLetter]
    case "Lm", "Modifier_Letter": [.modifierLetter]
    case "Lo", "Other_Letter": [.otherLetter]
    case "M", "Mark", "Combining_Mark": [.nonspacingMark, .spacingMark, .enclosingMark]
    case "Mn", "Nonspacing_Mark": [.nonspacingMark]
    case "Mc", "Spacing_Mark": [.spacingMark]
    case "Me", "Enclosing_Mark": [.enclosingMark]
    case "N", "Number": [.decimalNumber, .letterNumber, .otherNumber]
    case "Nd", "Decimal_Number", "digit": [.decimalNumber]
    case "Nl", "Letter_Number": [.letterNumber]
    case "No", "Other_Number": [.otherNumber]
    default: marks(name)
    }
  }

  private static func marks(_ name: Substring) -> [Unicode.GeneralCategory]? {
    switch name {
    case "P", "Punctuation", "punct":
      [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation,
      ]
    case "Pc", "Connector_Punctuation": [.connectorPunctuation]
    case "Pd", "Dash_Punctuation": [.dashPunctuation]
    case "Ps", "Open_Punctuation": [.openPunctuation]
    case "Pe", "Close_Punctuation": [.closePunctuation]
    case "Pi", "Initial_Punctuation": [.initialPunctuation]
    case "Pf", "Final_Punctuation": [.finalPunctuation]
    case "Po", "Other_Punctuation": [.otherPunctuation]
    case "S", "Symbol": [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
    case "Sm", "Math_Symbol": [.mathSymbol]
    case "Sc", "Currency_Symbol": [.currencySymbol]
    case "Sk", "Modifier_Symbol": [.modifierSymbol]
    case "So", "Other_Symbol": [.otherSymbol]
    case "Z", "Separator": [.spaceSeparator, .lineSeparator, .paragraphSeparator]
    case "Zs", "Space_Separator": [.spaceSeparator]
    case "Zl", "Line_Separator": [.lineSeparator]
    case "Zp", "Paragraph_Separator": [.paragraphSeparator]
    case "C", "Other": [.control, .format, .surrogate, .privateUse, .unassigned]
    case "Cc", "Control", "cntrl": [.control]
    case "Cf", "Format": [.format]
    case "Co", "Private_Use": [.privateUse]
    case "Cn", "Unassigned": [.unassigned]
    default: nil
    }
  }
}
