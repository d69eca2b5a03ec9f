internal import IntentCore
internal import IntentRendering

/// The editor that the person wants, as the words that start it on a file.
enum EditorChoice {
  /// Editors that are looked for where neither VISUAL nor EDITOR names one.
  static let customary = ["sensible-editor", "vi", "nano"]

  /// A shell reads VISUAL and EDITOR, which may hold options, as for git and crontab; it outlives the keys that
  /// an editor takes for itself.
  static func words(for file: String, _ session: Session) throws(Failure) -> [String] {
    for name in ["VISUAL", "EDITOR"] {
      guard let editor = session.environment.variables.find(name),
        editor.utf8.contains(where: { $0 > 0x20 })
      else { continue }
      return ["/bin/sh", "-c", "trap : INT QUIT; \(editor) \"$@\"", editor, file]
    }
    for name in customary {
      if let path = session.program(named: name) { return [path, file] }
    }
    throw Failure(
      .executableMissing,
      [
        "program": .text(customary.joined(separator: ", ")), "searchPath": .text(session.searchPath),
        "hint": "name an editor in EDITOR",
      ])
  }
}

extension Session {
  var searchPath: String { environment.variables.find("PATH") ?? "" }

  /// The absolute path of a program that PATH finds.
  func program(named name: String) -> String? {
    for folder in searchPath.utf8.split(separator: UInt8(ascii: ":"))
    where folder.first == UInt8(ascii: "/") {
      let path = "\(Substring(folder))/\(name)"
      if world.files.isExecutable(path) { return path }
    }
    return nil
  }
}
