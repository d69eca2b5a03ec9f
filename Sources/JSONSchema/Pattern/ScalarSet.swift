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
