internal import IntentCore

/// A user's crontab, byte for byte, with the block of lines in it that is ours.
struct CrontabText {
  /// The lines of one automation.
  struct Entry: Equatable {
    var id: String
    /// The lines that cron reads.
    var lines: [String]
  }

  static let begin = "# BEGIN runintent automations (`runintent automation install` writes these lines)"
  static let end = "# END runintent automations"
  private static let lead = "# automation "

  /// What stands before and after our block; all of it when there is no block.
  private let before: ArraySlice<UInt8>
  private let after: ArraySlice<UInt8>
  let entries: [Entry]

  /// Fails when our block has no end.
  init(_ bytes: [UInt8]) throws(Failure) {
    var lines: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(start..<end)
      start = end
    }
    func text(_ line: Range<Int>) -> String {
      var slice = bytes[line]
      while let last = slice.last, last == 0x0A || last == 0x0D { slice.removeLast() }
      return String(decoding: slice, as: UTF8.self)
    }
    guard let first = lines.firstIndex(where: { text($0).utf8.elementsEqual(Self.begin.utf8) }) else {
      (before, after, entries) = (bytes[...], [], [])
      return
    }
    guard let last = lines[first...].firstIndex(where: { text($0).utf8.elementsEqual(Self.end.utf8) }) else {
      throw Failure(
        .schedulerFailed,
        [
          "program": "crontab",
          "reason": "the block of runintent has no end; remove its lines with crontab -e",
        ])
    }
    before = bytes[..<lines[first].lowerBound]
    after = bytes[lines[last].upperBound...]
    var entries: [Entry] = []
    for line in lines[(first + 1)..<last] {
      let text = text(line)
      if text.utf8.starts(with: Self.lead.utf8) {
        entries.append(
          Entry(id: String(decoding: text.utf8.dropFirst(Self.lead.utf8.count), as: UTF8.self), lines: []))
      } else if !entries.isEmpty {
        entries[entries.count - 1].lines.append(text)
      }
    }
    self.entries = entries
  }

  /// The whole text with other entries; without any there is no block. Every other line stays as it is; one
  /// without an end gets it when the block comes after it.
  func bytes(_ entries: [Entry]) -> [UInt8] {
    var bytes = Array(before)
    if !entries.isEmpty {
      if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
      let lines = entries.flatMap { [Self.lead + $0.id] + $0.lines }
      for line in [Self.begin] + lines + [Self.end] { bytes += "\(line)\n".utf8 }
    }
    return bytes + after
  }

  /// Whether other lines set the zone that cron goes by, as cronie's `CRON_TZ`.
  var setsZone: Bool {
    before.split(separator: 0x0A).contains { line in
      let name = line.drop { $0 == 0x20 || $0 == 0x09 }
      return name.starts(with: "CRON_TZ".utf8) || name.starts(with: "TZ".utf8)
    }
  }
}
