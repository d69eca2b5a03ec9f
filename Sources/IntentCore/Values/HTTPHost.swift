/// The one spelling of a host that a rule, a grant and a program all read alike.
enum HTTPHost {
  /// A name in small letters, or an address of IPv4 as four decimal numbers; `nil` for a name that ends in a dot or that
  /// a resolver could read as a number, such as `127.1`, `0x7f.1` or `2130706433`.
  static func name(_ bytes: some Collection<UInt8>) -> String? {
    guard HTTPAddress.isHost(bytes) else { return nil }
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard !labels.contains(where: \.isEmpty) else { return nil }
    if let last = labels.last, isNumber(last), !isFourth(labels) { return nil }
    return lower(bytes)
  }

  /// An address of IPv6 as RFC 5952 writes it; one that stands for an address of IPv4 becomes that.
  static func sixth(_ bytes: some Collection<UInt8>) -> String? {
    guard let groups = groups(Array(bytes)) else { return nil }
    if groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
      return [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255].map { String($0) }
        .joined(separator: ".")
    }
    return text(groups)
  }

  /// Whether a host in its one spelling is this machine itself.
  static func isLoopback(_ host: String) -> Bool {
    let bytes = host.utf8
    if ["localhost", "::1", "::", "0.0.0.0"].contains(where: { $0.utf8.elementsEqual(bytes) }) {
      return true
    }
    if bytes.suffix(10).elementsEqual(".localhost".utf8) { return true }
    return bytes.starts(with: "127.".utf8)
      && isFourth(bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false))
  }

  /// The one spelling of a host as a rule has it, with or without brackets; `nil` where there is none.
  static func canonical(_ host: some Collection<UInt8>) -> String? {
    let isBracketed = host.first == UInt8(ascii: "[") && Array(host).last == UInt8(ascii: "]")
    if isBracketed { return sixth(Array(host.dropFirst().dropLast(1))) }
    return host.contains(UInt8(ascii: ":")) ? sixth(host) : name(host)
  }

  /// Whether a resolver may read the last part of a name as a number, and so the whole as an address.
  private static func isNumber(_ label: some Collection<UInt8>) -> Bool {
    let isHexadecimal =
      label.first == UInt8(ascii: "0") && label.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
    return isHexadecimal
      ? label.dropFirst(2).allSatisfy { digit($0) != nil } : label.allSatisfy(HTTPAddress.isDigit)
  }

  private static func isFourth(_ labels: [some Collection<UInt8>]) -> Bool {
    labels.count == 4
      && labels.allSatisfy { label in
        (1...3).contains(label.count) && label.allSatisfy(HTTPAddress.isDigit)
          && (label.count == 1 || label.first != UInt8(ascii: "0"))
          && label.reduce(0) { $0 * 10 + Int($1 - 0x30) } < 256
      }
  }

  /// The eight numbers of an address of IPv6, `nil` when it is none.
  private static func groups(_ bytes: [UInt8]) -> [UInt16]? {
    var parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { Array($0) }
    guard parts.count >= 3 else { return nil }
    var tail: [UInt16] = []
    if let last = parts.last, last.contains(UInt8(ascii: ".")) {
      let labels = last.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard isFourth(labels) else { return nil }
      let numbers = labels.map { $0.reduce(UInt16(0)) { $0 * 10 + UInt16($1 - 0x30) } }
      tail = [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
      parts.removeLast()
    }
    // A gap at either end leaves one more empty part there.
    if parts.first?.isEmpty == true {
      guard parts.count > 1, parts[1].isEmpty else { return nil }
      parts.removeFirst()
    }
    if tail.isEmpty, parts.last?.isEmpty == true {
      guard parts.count > 1, parts[parts.count - 2].isEmpty else { return nil }
      parts.removeLast()
    }
    let gaps = parts.indices.filter { parts[$0].isEmpty }
    guard gaps.count <= 1 else { return nil }
    var groups: [UInt16] = []
    for part in parts where !part.isEmpty {
      guard part.count <= 4 else { return nil }
      var number: UInt16 = 0
      for byte in part {
        guard let digit = digit(byte) else { return nil }
        number = number << 4 | digit
      }
      groups.append(number)
    }
    groups += tail
    guard let gap = gaps.first else { return groups.count == 8 ? groups : nil }
    guard groups.count < 8 else { return nil }
    groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap)
    return groups
  }

  /// The longest run of two or more zeros, the first of equals, becomes `::`.
  private static func text(_ groups: [UInt16]) -> String {
    var best = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, groups[end] == 0 { end += 1 }
      if end - start > max(1, best.count) { best = start..<end }
      start = max(end, start + 1)
    }
    func words(_ range: Range<Int>) -> String {
      range.map { String(groups[$0], radix: 16) }.joined(separator: ":")
    }
    return best.isEmpty ? words(0..<8) : words(0..<best.lowerBound) + "::" + words(best.upperBound..<8)
  }

  private static func digit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case 0x30...0x39: UInt16(byte - 0x30)
    case 0x41...0x46: UInt16(byte - 0x37)
    case 0x61...0x66: UInt16(byte - 0x57)
    default: nil
    }
  }

  private static func lower(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
