internal import IntentCore
internal import IntentEngine

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
    let words = try EditorChoice.words(for: path, session)
    let exit = try environment.editor.run(words)
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
}
