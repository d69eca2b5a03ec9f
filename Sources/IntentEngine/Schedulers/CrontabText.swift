internal import IntentCore

/// A user's crontab, byte for byte, with the block of lines in it that is ours.
struct CrontabText {
  struct Entry: Equatable {
    var id: String
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
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let texts = lines.map { line in
      let end = line.lastIndex { $0 != 0x0D }.map { $0 + 1 } ?? line.startIndex
      return String(decoding: line[..<end], as: UTF8.self)
    }
    guard let first = texts.firstIndex(where: { $0.utf8.elementsEqual(Self.begin.utf8) }) else {
      (before, after, entries) = (bytes[...], [], [])
      return
    }
    guard let last = texts[first...].firstIndex(where: { $0.utf8.elementsEqual(Self.end.utf8) }) else {
      throw Failure(
        .schedulerFailed,
        [
          "program": "crontab",
          "reason": "the block of runintent has no end; remove its lines with crontab -e",
        ])
    }
    before = bytes[..<lines[first].startIndex]
    after = bytes[min(lines[last].endIndex + 1, bytes.count)...]
    var entries: [Entry] = []
    for text in texts[(first + 1)..<last] {
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
