import Foundation
import Testing

/// Runs every file of `Tests/Golden`; `RUNINTENT_RECORD=1` writes anew what is expected, and then fails.
@Suite struct GoldenTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RUNINTENT_RECORD"] == "1"

  @Test(arguments: GoldenCase.all) func `says what is expected`(_ name: String) async throws {
    let url = GoldenCase.url(name)
    let expected = GoldenCase(try String(contentsOf: url, encoding: .utf8))
    let actual = try await GoldenRun.perform(expected)
    if Self.isRecording {
      if actual.text != expected.text { try Data(actual.text.utf8).write(to: url) }
      Issue.record("recorded \(name); a recording never passes")
      return
    }
    #expect(actual.sections.contains { $0.kind == "status" }, "\(name) runs nothing")
    if actual.text != expected.text {
      Issue.record(
        "\(name) differs (RUNINTENT_RECORD=1 records it anew)\n\(difference(expected.text, actual.text))")
    }
  }

  /// The lines that are gone and that have come, with their numbers.
  private func difference(_ expected: String, _ actual: String) -> String {
    let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false) }
    return lines(actual).difference(from: lines(expected)).map { change in
      switch change {
      case .remove(let offset, let line, _): "- \(offset + 1): \(line)"
      case .insert(let offset, let line, _): "+ \(offset + 1): \(line)"
      }
    }.joined(separator: "\n")
  }
}
