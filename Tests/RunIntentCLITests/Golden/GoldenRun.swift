import Foundation
import IntentCore
import Synchronization
import TestSupport

@testable import RunIntentCLI

/// Performs the sections of a case, and answers the case as it really is.
struct GoldenRun {
  let machine = GoldenMachine()
  private(set) var actual: GoldenCase

  init(_ golden: GoldenCase) {
    actual = golden
    actual.sections = []
  }

  static func perform(_ golden: GoldenCase) async throws -> GoldenCase {
    var run = GoldenRun(golden)
    for section in golden.sections where !section.isExpected { try await run.perform(section) }
    return run.actual
  }

  private mutating func perform(_ section: GoldenCase.Section) async throws {
    actual.sections.append(section)
    switch section.kind {
    case "run": await call(section.body)
    case "input": machine.settings.withLock { $0.input = Array(section.body.utf8) }
    case "lines":
      machine.settings.withLock { settings in
        settings.lines = section.body.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map
        {
          String($0)
        }
      }
    case "env": section.lines.forEach(setVariable)
    case "set": try section.lines.forEach(set)
    case "samples":
      for name in Repository.files(below: Repository.intents, ending: "") {
        let file = Repository.intents.appending(path: name)
        guard !file.hasDirectoryPath, let bytes = try? Data(contentsOf: file) else { continue }
        write(bytes, to: "intents/\(name)", name.hasSuffix(".sh") ? 0o755 : 0o644)
      }
    case "file": write(section.body.utf8, to: section.header[1], section.mode)
    case "bytes": write(GoldenText.bytes(section.body), to: section.header[1], section.mode)
    case "program": write(section.body.utf8, to: "/usr/bin/\(section.header[1])", 0o755)
    case "folder": machine.folder.makeFolder(inFolder(section.header[1]), mode: section.mode)
    case "fifo": mkfifo(machine.real(section.header[1]), 0o600)
    case "link": symlink(section.header[2], machine.real(section.header[1]))
    case "mode": chmod(machine.real(section.header[1]), section.mode)
    case "remove": unlink(machine.real(section.header[1]))
    default: throw GoldenError(description: "unknown section \(section.kind)")
    }
  }

  private mutating func call(_ line: String) async {
    let outcome = await machine.run(Array(GoldenText.words(line).dropFirst(2)))
    let root = machine.folder.path
    for (kind, bytes) in [
      ("asked", Array(machine.takeAsked().utf8)), ("stdout", outcome.output), ("stderr", outcome.errors),
    ] where !bytes.isEmpty {
      actual.sections.append(.init(header: [kind], body: GoldenText.shown(bytes, root: root)))
    }
    actual.sections.append(.init(header: ["status", String(outcome.status.code)], body: ""))
  }

  private func setVariable(_ line: String) {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    machine.settings.withLock { $0.variables[parts[0]] = parts.count > 1 ? parts[1] : nil }
  }

  private func set(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let value = words.count > 1 ? words[1] : ""
    if words[0] == "time" { return machine.clock.pass(Duration(text: value) ?? .zero) }
    try machine.settings.withLock { settings in
      switch words[0] {
      case "source": settings.source = RunSource(text: value) ?? .script
      case "terminal": settings.width = Int(value)
      case "unicode": settings.isUnicode = value == "yes"
      case "user": settings.user = UInt32(value) ?? 1000
      case "home": settings.hasHome = value == "yes"
      case "answers":
        settings.answers = words.dropFirst().map { $0 == "none" ? nil : ["yes": "y", "no": "n"][$0] ?? $0 }
      case "proves": settings.proves = ["yes": true, "no": false][value]
      case "unlocked": settings.isUnlocked = ["yes": true, "no": false][value]
      default: throw GoldenError(description: "unknown setting \(line)")
      }
    }
  }

  private func inFolder(_ path: String) -> String {
    path.hasPrefix("/") ? String(path.dropFirst()) : String("\(GoldenMachine.working)/\(path)".dropFirst())
  }

  private func write(_ bytes: some Sequence<UInt8>, to path: String, _ mode: mode_t) {
    machine.folder.write(bytes, to: inFolder(path), mode: mode)
  }
}

struct GoldenError: Error, CustomStringConvertible {
  var description: String
}

extension GoldenCase.Section {
  fileprivate var lines: [String] { body.split(separator: "\n").map(String.init) }

  /// The permission bits that the header names last.
  fileprivate var mode: mode_t {
    header.count > 2 ? mode_t(header[2], radix: 8) ?? 0o644 : kind == "folder" ? 0o755 : 0o644
  }
}
