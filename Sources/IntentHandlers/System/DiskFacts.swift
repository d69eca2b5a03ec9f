internal import IntentCore

extension FileSystemSpace {
  var used: UInt64 { total > free ? total - free : 0 }

  /// How full it is for an ordinary user, rounded up, as df(1) computes it.
  var percent: Int {
    let (whole, overflow) = used.addingReportingOverflow(available)
    guard whole > 0, !overflow else { return 0 }
    let (quotient, remainder) = whole.dividingFullWidth(used.multipliedFullWidth(by: 100))
    return Int(quotient) + (remainder > 0 ? 1 : 0)
  }

  func members(path: String) -> ValueObject {
    [
      "path": .string(path), "total": .integer(total.clamped), "used": .integer(used.clamped),
      "available": .integer(available.clamped), "percent": .integer(percent),
    ]
  }
}
