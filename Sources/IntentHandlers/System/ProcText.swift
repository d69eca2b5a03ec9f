/// Reads the tables of /proc.
enum ProcText {
  /// The words of each line.
  static func rows(_ bytes: [UInt8]) -> [[String]] {
    bytes.split(separator: 0x0A).map { line in
      line.split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The first numbers of a file such as /proc/loadavg; `nil` when it holds fewer.
  static func numbers(_ bytes: [UInt8], count: Int) -> [Double]? {
    let numbers = rows(bytes).first?.prefix(count).compactMap { Double($0) } ?? []
    return numbers.count == count ? numbers : nil
  }

  /// A size of /proc/meminfo, in bytes.
  static func memory(_ rows: [[String]], _ name: String) -> Int? {
    rows.first { $0.first == name }.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 * 1024 }
  }
}
