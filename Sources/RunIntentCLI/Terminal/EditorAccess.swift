package import IntentCore
internal import IntentPlatform

/// What editing needs of the machine: a private folder for the copy, and the person's editor at the terminal.
package struct EditorAccess: Sendable {
  /// Makes a folder that only its owner may enter; the caller discards it.
  package var makeFolder: @Sendable () throws(Failure) -> String
  /// Removes such a folder with all that is in it.
  package var discardFolder: @Sendable (_ path: String) -> Void
  /// Runs a program at the terminal to its end: its absolute path and its arguments.
  package var run: @Sendable (_ words: [String]) throws(Failure) -> IntentResult.HandlerExit

  /// No terminal.
  package static let none = EditorAccess(
    makeFolder: { () throws(Failure) in throw Failure(.needsTerminal) }, discardFolder: { _ in },
    run: { _ throws(Failure) in throw Failure(.needsTerminal) })

  /// The editor of this machine; copies lie in the folder that `parent` tells, `$TMPDIR`, or else in /tmp.
  package static func live(in parent: @escaping @Sendable () -> String?) -> EditorAccess {
    EditorAccess(
      makeFolder: { () throws(Failure) in
        let named = parent().flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
        return try PrivateFolder.make(in: named ?? "/tmp")
      },
      discardFolder: { PrivateFolder.discard($0) },
      run: { words throws(Failure) in try TerminalProgram.run(words) })
  }
}
