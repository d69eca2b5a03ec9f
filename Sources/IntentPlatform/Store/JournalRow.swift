internal import IntentCore

/// A row of the table of runs, its columns in the order of the schema.
struct JournalRow {
  let state: RunState
  let intent: String
  let writer: ProcessLiveness.Writer

  init(_ row: borrowing Statement) {
    state = RunState(rawValue: row.text(11)) ?? .unknown
    intent = row.text(5)
    writer = ProcessLiveness.Writer(
      process: Int32(truncatingIfNeeded: row.integer(4)), boot: row.text(3), uptime: row.integer(2))
  }

  var isOpen: Bool { state == .authorised || state == .started }

  func record(_ row: borrowing Statement, _ state: RunState) -> RunRecord {
    let start = RunStart(
      intent: intent, path: row.text(6), source: RunSource(stored: row.text(7)), parameters: row.text(8),
      summary: row.columns > 16 ? row.text(16) : "", capabilities: CapabilityLines.split(row.text(9)),
      rule: row.text(10),
      at: WallTime(microseconds: row.integer(1)))
    var end: RunEnd?
    if !row.isNull(12) {
      end = RunEnd(
        state: state, exitCode: Int32(truncatingIfNeeded: row.integer(13)),
        code: row.isNull(14) ? nil : row.text(14), dialog: row.text(15),
        at: WallTime(microseconds: row.integer(12)),
        effect: row.columns > 17 && !row.isNull(17) ? RunEffect(text: row.text(17)) : nil)
    }
    return RunRecord(run: row.integer(0), start: start, state: state, end: end)
  }
}

/// A list of texts as lines; a line feed within one is written `\n`, a backslash `\\`.
enum CapabilityLines {
  static func join(_ texts: [String]) -> String {
    var lines = ""
    for (index, text) in texts.enumerated() {
      if index > 0 { lines += "\n" }
      lines += text.utf8.contains { $0 == 0x0A || $0 == UInt8(ascii: "\\") } ? escaped(text) : text
    }
    return lines
  }

  static func split(_ lines: String) -> [String] {
    if lines.isEmpty { return [] }
    return lines.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      var bytes: [UInt8] = []
      var isEscape = false
      for byte in line {
        if isEscape {
          bytes.append(byte == UInt8(ascii: "n") ? 0x0A : byte)
          isEscape = false
        } else if byte == UInt8(ascii: "\\") {
          isEscape = true
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x0A: bytes += "\\n".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
