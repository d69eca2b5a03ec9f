import IntentCore
import Testing

@testable import IntentEngine

/// Our block in a crontab; every other byte stays as it is.
@Suite struct CrontabTextTests {
  static let entry = CrontabText.Entry(id: "a", lines: ["0 3 * * * run a"])
  static let block = "\(CrontabText.begin)\n# automation a\n0 3 * * * run a\n\(CrontabText.end)\n"

  static let crontabs: [(name: String, text: String, isEnded: Bool)] = [
    ("empty", "", true), ("a line", "5 4 * * * x\n", true), ("no final newline", "5 4 * * * x", false),
    ("CRLF", "5 4 * * * x\r\nMAILTO=a@b\r\n", true), ("CR alone at the end", "5 4 * * * x\r", false),
    ("variables and percents", "SHELL=/bin/bash\nPATH=\"/a b\"\n0 0 * * * date +\\%F%in%put\n", true),
    ("comments and blanks", "# m h  dom\n\n\n   # x\n\t\n", true),
    ("not UTF-8", "# caf\u{E9}\n0 0 * * * x\n", true),
    ("a marker that is not ours", " \(CrontabText.begin)\n# END\n", true),
  ]

  @Test(arguments: crontabs) func `foreign lines stay`(_ item: (name: String, text: String, isEnded: Bool))
    throws
  {
    let bytes = Array(item.text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    let text = try CrontabText(bytes)
    #expect(text.entries.isEmpty)
    #expect(text.bytes([]) == bytes)
    let installed = text.bytes([Self.entry])
    #expect(installed == bytes + (item.isEnded ? [] : [0x0A]) + Array(Self.block.utf8))
    let again = try CrontabText(installed)
    #expect(again.entries == [Self.entry])
    #expect(again.bytes([Self.entry]) == installed)
    #expect(again.bytes([]) == bytes + (item.isEnded ? [] : [0x0A]))
  }

  @Test func `a block in the middle stays there`() throws {
    let bytes = Array("1 * * * * x\n\(Self.block)2 * * * * y".utf8)
    let text = try CrontabText(bytes)
    #expect(text.entries == [Self.entry])
    #expect(text.bytes(text.entries) == bytes)
    #expect(text.bytes([]) == Array("1 * * * * x\n2 * * * * y".utf8))
  }

  @Test func `a block that an editor gave CRLF is known`() throws {
    let text = try CrontabText(Array(Self.block.replacing("\n", with: "\r\n").utf8))
    #expect(text.entries == [Self.entry])
  }

  @Test func `a block without an end is refused`() {
    #expect(throws: Failure.self) { try CrontabText(Array("\(CrontabText.begin)\n0 0 * * * x\n".utf8)) }
  }

  @Test(arguments: [
    ("CRON_TZ=UTC\n", true), ("  TZ = UTC\n", true), ("MAILTO=x\n", false), ("# TZ=UTC\n", false),
  ])
  func `knows whether a zone is set`(_ text: String, _ sets: Bool) throws {
    #expect(try CrontabText(Array(text.utf8)).setsZone == sets)
  }
}
