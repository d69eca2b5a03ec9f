internal import IntentCore
internal import IntentEngine
internal import IntentLoading

/// `runintent desktop install`: writes an entry for each intent that a launcher could start.
enum DesktopInstall {
  static let command = Command(
    name: "desktop install", usage: "desktop install [ID…]",
    summary:
      "Put intents among the programs of the desktop; all that can be started there when none is named.",
    options: [], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let desktop = try DesktopEntries(session.engine)
    var report = DesktopReport()
    for (id, file) in try files(options.operands, &session) {
      let definition = try session.load(file, id: id).definition
      if definition.isHidden, options.operands.isEmpty { continue }
      if let obstacle = try DesktopOffer.obstacle(definition, session.engine) {
        guard options.operands.isEmpty else {
          throw Failure(.desktopImpossible, ["intent": .text(id), "reason": .text(obstacle)])
        }
        report.add(id, state: "not offered", reason: obstacle)
        continue
      }
      let change = try desktop.write(try DesktopOffer.entry(definition, session.engine))
      report.add(id, state: change.rawValue, path: desktop.path(of: id))
    }
    report.write(&session)
  }

  /// The named ones, all of them before anything is written; else every intent without a fault.
  private static func files(
    _ ids: [String], _ session: inout Session
  ) throws(Failure) -> [(id: String, file: SourceFile)] {
    var files: [(String, SourceFile)] = []
    if !ids.isEmpty {
      for id in ids { files.append((id, try session.find(id))) }
      return files
    }
    var faults: [Fault] = []
    for entry in session.catalog.entries().entries where !entry.isShadowed {
      do throws(Failure) {
        let file = try entry.open()
        _ = try session.load(file, id: entry.id)
        files.append((entry.id, file))
      } catch {
        faults += error.faults
      }
    }
    if !faults.isEmpty { session.report(Failure(faults)) }
    return files.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
  }
}

/// What became of each intent, as it is written.
struct DesktopReport {
  private var rows: [(id: String, state: String, path: String?, reason: String?)] = []

  mutating func add(_ id: String, state: String, path: String? = nil, reason: String? = nil) {
    rows.append((id, state, path, reason))
  }

  func write(_ session: inout Session) {
    if session.settings.output == .json || session.settings.output == .jsonl {
      let entries = rows.map { row -> Value in
        .object([
          "intent": .string(row.id), "state": .string(row.state),
          "path": row.path.map { .string($0) } ?? .null, "reason": row.reason.map { .string($0) } ?? .null,
        ])
      }
      return session.write(json: .object(["schemaVersion": 1, "entries": .array(entries)]))
    }
    if session.settings.isQuiet { return }
    for row in rows {
      let detail = row.reason.map { ": \($0)" } ?? ""
      session.print("\(row.id): \(session.text(row.state))\(detail)")
    }
  }
}
