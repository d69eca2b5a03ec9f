extension UInt64 {
  /// A number of bytes in binary units with one decimal, as in `1.5 GiB`.
  var bytesText: String {
    var size = self
    var rest: UInt64 = 0
    var unit = 0
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    while size >= 1024, unit + 1 < units.count {
      (rest, size, unit) = (size % 1024, size / 1024, unit + 1)
    }
    return unit == 0 ? "\(String(size)) B" : "\(String(size)).\(String(rest * 10 / 1024)) \(units[unit])"
  }

  /// The number as a JSON integer; what does not fit is the largest that does.
  var clamped: Int { Int(clamping: self) }
}
