internal import IntentCore
internal import IntentEngine

/// `runintent edit ID`: a definition in the person's editor, checked before it takes its place.
enum EditCommand {
  static let command = Command(
    name: "edit", usage: "edit ID|PATH",
    summary: "Change a definition in your editor; it is checked, shown and allowed again.",
    operands: .one("ID"), completion: .definitions, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let (file, id) = try session.library.definition(options.operand)
    guard session.environment.source() == .terminal else {
      throw Failure(.consentRefused, ["intent": .text(id), "reason": "no-editor"])
    }
    let copy = try EditedCopy(of: file, id: id, session)
    do throws(Failure) {
      try await edit(file, id, copy, &session)
    } catch {
      guard copy.isWorthKeeping else {
        copy.discard()
        throw error
      }
      throw error.keeping(copy.path, intent: id)
    }
    copy.discard()
  }

  private static func edit(
    _ file: SourceFile, _ id: String, _ copy: EditedCopy, _ session: inout Session
  ) async throws(Failure) {
    let place: ValueObject = ["file": .string(session.shown(file.path))]
    guard let revision = try await editUntilGood(file, id, copy, session) else {
      return session.tell("nothing changed: ${file}", place)
    }
    let question = revision.text(session) + session.text("Put it in place?")
    guard let answer = session.environment.ask(question, session.text) else {
      throw Failure(.editAbandoned, ["intent": .text(id), "reason": "there was no answer"])
    }
    guard answer else { throw Failure(.editAbandoned, ["intent": .text(id), "reason": "the answer was no"]) }
    let own = session
    try await revision.install(session.engine) { capabilities throws(Failure) in
      try await own.authenticate(for: [id], capabilities)
    }
    session.tell(revision.proposal == nil ? "changed: ${file}" : "changed and allowed: ${file}", place)
  }

  /// Opens the editor until the text is a definition; `nil` when it is as it was.
  private static func editUntilGood(
    _ file: SourceFile, _ id: String, _ copy: EditedCopy, _ session: Session
  ) async throws(Failure) -> DefinitionRevision? {
    while true {
      try copy.open(session)
      let bytes = try copy.read()
      if bytes == file.bytes { return nil }
      var edited = file
      edited.bytes = bytes
      do throws(Failure) {
        return try await DefinitionRevision(from: file, to: edited, id: id, session.engine)
      } catch {
        let faults = session.faults(error, session.questionStyle)
        guard session.environment.ask(faults + session.text("Edit it again?"), session.text) == true else {
          throw Failure(.editAbandoned, ["intent": .text(id), "reason": "it has faults"])
        }
      }
    }
  }
}

extension Failure {
  /// The same failure, which also says where the person's text is kept.
  fileprivate func keeping(_ path: String, intent: String) -> Failure {
    var failure = self
    if !failure.faults.contains(where: { $0.code == .editAbandoned }) {
      failure.faults.append(Fault(.editAbandoned, ["intent": .text(intent)]))
    }
    for index in failure.faults.indices where failure.faults[index].code == .editAbandoned {
      failure.faults[index].arguments.append(("path", .text(path)))
    }
    return failure
  }
}

extension DefinitionRevision {
  /// What is to be judged before it takes its place.
  fileprivate func text(_ session: Session) -> String {
    "\(session.shown(old.path))\n" + difference.text(session)
      + (warnings.isEmpty ? "" : session.faults(Failure(warnings), session.questionStyle))
      + (proposal?.text(session) ?? "")
  }
}

/// The copy of a definition that the person edits: in a private folder, with the schema beside it.
struct EditedCopy {
  let path: String
  private let id: String
  private let folder: String
  private let original: [UInt8]
  private let environment: ToolEnvironment

  init(of file: SourceFile, id: String, _ session: Session) throws(Failure) {
    environment = session.environment
    self.id = id
    original = file.bytes
    folder = try environment.editor.makeFolder()
    path = "\(folder)/\(id).json"
    do throws(Failure) {
      try environment.installer.write(path, file.bytes, 0o600)
      let schema = "\(folder)/\(AuthoringFolder.schemaName)"
      try environment.installer.write(schema, AuthoringFolder.schema, 0o600)
    } catch {
      discard()
      throw error
    }
  }

  /// Lets the person edit; fails when the editor says that it failed.
  func open(_ session: Session) throws(Failure) {
    let exit = try environment.editor.run(editor(session))
    if exit == .status(0) { return }
    let end =
      switch exit {
      case .status(let status): "the editor ended with status \(String(status))"
      case .signal(let number): "the editor was ended by signal \(String(number))"
      }
    throw Failure(.editAbandoned, ["intent": .text(id), "reason": .text(end)])
  }

  func read() throws(Failure) -> [UInt8] {
    if let bytes = environment.installer.read(path) { return bytes }
    throw Failure(.fileUnreadable, ["path": .text(path)])
  }

  /// Whether the person has written something that is not in the definition.
  var isWorthKeeping: Bool {
    guard let bytes = environment.installer.read(path) else { return false }
    return bytes != original
  }

  func discard() { environment.editor.discardFolder(folder) }

  /// Editors that are looked for where neither VISUAL nor EDITOR names one.
  private static let customary = ["sensible-editor", "vi", "nano"]

  /// A shell reads VISUAL and EDITOR, which may hold options, as for git and crontab; it outlives the keys that
  /// an editor takes for itself.
  private func editor(_ session: Session) throws(Failure) -> [String] {
    for name in ["VISUAL", "EDITOR"] {
      guard let editor = environment.variables.find(name),
        editor.utf8.contains(where: { $0 > 0x20 })
      else { continue }
      return ["/bin/sh", "-c", "trap : INT QUIT; \(editor) \"$@\"", editor, path]
    }
    let folders = environment.variables.folders("PATH").filter { $0.utf8.first == UInt8(ascii: "/") }
    for name in Self.customary {
      let program = folders.lazy.map { "\($0)/\(name)" }.first(where: session.world.files.isExecutable)
      if let program { return [program, path] }
    }
    throw Failure(
      .executableMissing,
      [
        "program": .text(Self.customary.joined(separator: ", ")),
        "searchPath": .text(environment.variables.find("PATH") ?? ""),
        "hint": "name an editor in EDITOR",
      ])
  }
}
