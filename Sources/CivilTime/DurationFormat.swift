/// Durations by the grammar of RFC 3339, appendix A: units without gaps, weeks alone.
package enum DurationFormat {
  package static func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "P") else { return false }
    let parts = bytes.dropFirst().split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let date = units(parts[0]) else { return false }
    if parts.count == 1 { return date == "W".utf8.map { $0 } || isRun(date, of: "YMD") }
    guard let time = units(parts[1]), isRun(time, of: "HMS") else { return false }
    return date.isEmpty || isRun(date, of: "YMD")
  }

  /// The letters of the units, `nil` where a number or its letter is missing.
  private static func units(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var letters: [UInt8] = []
    var hasDigits = false
    for byte in bytes {
      if byte.isDigit {
        hasDigits = true
      } else {
        guard hasDigits else { return nil }
        letters.append(byte)
        hasDigits = false
      }
    }
    return hasDigits ? nil : letters
  }

  /// Whether the letters stand side by side in the order of all.
  private static func isRun(_ letters: [UInt8], of all: StaticString) -> Bool {
    let all = Array(all.description.utf8)
    guard let first = letters.first, let start = all.firstIndex(of: first) else { return false }
    return all[start...].starts(with: letters)
  }
}
