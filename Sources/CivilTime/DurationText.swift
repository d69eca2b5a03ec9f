extension Duration {
  /// Reads ISO 8601 (`PT1H30M`, `P1D`; days of 24 hours, no months or years) or the short form (`1h30m`, `90s`,
  /// `500ms`); `nil` for anything else.
  package init?(text: String) {
    let bytes = Array(text.utf8)
    guard let nanoseconds = bytes.first == UInt8(ascii: "P") ? Self.iso(bytes) : Self.short(bytes) else {
      return nil
    }
    self = .nanoseconds(nanoseconds)
  }

  private static let second = 1_000_000_000

  private static func iso(_ bytes: [UInt8]) -> Int? {
    var reader = UnitReader(bytes: bytes, at: 1)
    var isTime = false
    var total = 0
    var parts = 0
    var smallest = Int.max
    while reader.at < bytes.count {
      if bytes[reader.at] == UInt8(ascii: "T") {
        guard !isTime, reader.at + 1 < bytes.count else { return nil }
        isTime = true
        reader.at += 1
        continue
      }
      guard let (amount, unit) = reader.next() else { return nil }
      let size: Int
      switch (isTime, unit) {
      case (false, "W"): size = 7 * 86_400 * second
      case (false, "D"): size = 86_400 * second
      case (true, "H"): size = 3600 * second
      case (true, "M"): size = 60 * second
      case (true, "S"): size = second
      default: return nil
      }
      guard size < smallest, let sum = Self.add(total, amount, size) else { return nil }
      (total, smallest, parts) = (sum, size, parts + 1)
    }
    return parts > 0 ? total : nil
  }

  private static func short(_ bytes: [UInt8]) -> Int? {
    var reader = UnitReader(bytes: bytes, at: 0)
    var total = 0
    var smallest = Int.max
    while reader.at < bytes.count {
      guard let (amount, unit) = reader.next() else { return nil }
      let size: Int
      switch unit {
      case "w": size = 7 * 86_400 * second
      case "d": size = 86_400 * second
      case "h": size = 3600 * second
      case "m", "min": size = 60 * second
      case "s": size = second
      case "ms": size = 1_000_000
      default: return nil
      }
      guard size < smallest, let sum = Self.add(total, amount, size) else { return nil }
      (total, smallest) = (sum, size)
    }
    return bytes.isEmpty ? nil : total
  }

  private static func add(_ total: Int, _ amount: UnitReader.Amount, _ size: Int) -> Int? {
    let (whole, overflow) = amount.whole.multipliedReportingOverflow(by: size)
    let (sum, second) = total.addingReportingOverflow(whole)
    guard !overflow, !second else { return nil }
    let (fraction, third) = sum.addingReportingOverflow(size / amount.scale * amount.fraction)
    return third ? nil : fraction
  }
}

/// Reads an amount and the letters after it.
private struct UnitReader {
  struct Amount {
    var whole: Int
    /// The digits after the point, over `scale`; at most three are kept.
    var fraction: Int
    var scale: Int
  }

  let bytes: [UInt8]
  var at: Int

  mutating func next() -> (Amount, String)? {
    let start = at
    var amount = Amount(whole: 0, fraction: 0, scale: 1)
    while let digit = digit() {
      let (product, overflow) = amount.whole.multipliedReportingOverflow(by: 10)
      guard !overflow, product <= .max - digit else { return nil }
      amount.whole = product + digit
    }
    guard at > start else { return nil }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: ",") {
      at += 1
      let point = at
      while let digit = digit() {
        if amount.scale < 1000 {
          (amount.fraction, amount.scale) = (amount.fraction * 10 + digit, amount.scale * 10)
        }
      }
      guard at > point else { return nil }
    }
    let letters = at
    while at < bytes.count, (bytes[at] | 0x20) >= UInt8(ascii: "a"), (bytes[at] | 0x20) <= UInt8(ascii: "z"),
      bytes[at] != UInt8(ascii: "T")
    { at += 1 }
    guard at > letters else { return nil }
    return (amount, String(decoding: bytes[letters..<at], as: UTF8.self))
  }

  private mutating func digit() -> Int? {
    guard at < bytes.count, case 0x30...0x39 = bytes[at] else { return nil }
    defer { at += 1 }
    return Int(bytes[at] - 0x30)
  }
}
