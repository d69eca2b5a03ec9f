internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

enum DesktopCommand {
  static let command = Command(
    name: "desktop", usage: "desktop install [ID…] | desktop list | desktop remove [ID…]",
    summary: "Put intents among the programs of the desktop, see them, and take them out.",
    .verbs([DesktopInstall.command, DesktopList.command, DesktopRemove.command]))
}

enum DesktopInstall {
  static let command = Command(
    name: "desktop install", usage: "desktop install [ID…]",
    summary:
      "Put intents among the programs of the desktop; all that can be started there when none is named.",
    operands: .any, completion: .definitions, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let desktop = try DesktopEntries(session.engine)
    var report = DesktopReport()
    for (id, file) in try files(options.operands, &session) {
      let definition = try session.library.load(file, id: id).definition
      if definition.isHidden, options.operands.isEmpty { continue }
      if let obstacle = try DesktopOffer.obstacle(definition, session.engine) {
        guard options.operands.isEmpty else {
          throw Failure(.desktopImpossible, ["intent": .text(id), "reason": .text(obstacle)])
        }
        report.rows.append((id, "not offered", nil, obstacle))
        continue
      }
      let change = try desktop.write(try DesktopOffer.entry(definition, session.engine))
      report.rows.append((id, change.rawValue, desktop.path(of: id), nil))
    }
    report.write(&session)
  }

  /// The named ones, all of them before anything is written; else every intent without a fault.
  private static func files(
    _ ids: [String], _ session: inout Session
  ) throws(Failure) -> [(id: String, file: SourceFile)] {
    var files: [(String, SourceFile)] = []
    for id in ids { files.append((id, try session.library.find(id))) }
    if !ids.isEmpty { return files }
    var faults: [Fault] = []
    for entry in session.library.folders.entries().entries where !entry.isShadowed {
      do throws(Failure) {
        let file = try entry.open()
        _ = try session.library.load(file, id: entry.id)
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
private struct DesktopReport {
  var rows: [(id: String, state: String, path: String?, reason: String?)] = []

  func write(_ session: inout Session) {
    if session.settings.isJSON {
      let entries = rows.map { row -> Value in
        .object([
          "intent": .string(row.id), "state": .string(row.state), "path": Value(row.path),
          "reason": Value(row.reason),
        ])
      }
      return session.write(json: ["entries": .array(entries)])
    }
    for row in rows { session.note(row.id, session.text(row.state) + (row.reason.map { ": \($0)" } ?? "")) }
  }
}

enum DesktopList {
  static let command = Command(
    name: "desktop list", summary: "Show which intents the desktop knows.",
    .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let desktop = try DesktopEntries(session.engine)
    let entries = desktop.ids.map { id in
      (id: id, path: desktop.path(of: id), isThere: (try? session.library.folders.find(id)) != nil)
    }
    if session.settings.isJSON {
      let rows = entries.map { entry -> Value in
        .object(["intent": .string(entry.id), "path": .string(entry.path), "found": .boolean(entry.isThere)])
      }
      return session.write(json: ["entries": .array(rows)])
    }
    if entries.isEmpty { return session.tell("No desktop entries.") }
    var columns = Columns(plain: 3, style: session.style())
    for entry in entries {
      columns.append([
        entry.id, session.display(entry.path), entry.isThere ? "" : session.text("no such intent"),
      ])
    }
    session.write(columns)
  }
}

/// `runintent desktop remove`: takes entries of ours out of the desktop, and nobody else's.
enum DesktopRemove {
  static let command = Command(
    name: "desktop remove", usage: "desktop remove [ID…]",
    summary: "Take intents out of the desktop; all of them when none is named.", operands: .any,
    completion: OperandWords { session, _ in (try? DesktopEntries(session.engine).ids) ?? [] }, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let desktop = try DesktopEntries(session.engine)
    var report = DesktopReport()
    for id in options.operands.isEmpty ? desktop.ids : options.operands {
      let state = try desktop.remove(id) ? "removed" : "was not installed"
      report.rows.append((id, state, desktop.path(of: id), nil))
    }
    report.write(&session)
  }
}
