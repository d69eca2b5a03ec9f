internal import CivilTime

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
