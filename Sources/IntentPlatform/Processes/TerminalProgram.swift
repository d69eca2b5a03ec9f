internal import CPlatform
internal import Glibc
package import IntentCore

/// A program of the person's own choice that takes over the terminal, such as an editor.
package enum TerminalProgram {
  /// Runs the program at the controlling terminal; the executor's thread waits meanwhile.
  ///
  /// Fails with `usage.needs-terminal` when there is no terminal, with `command.cannot-run` when the
  /// program cannot be started.
  /// - Parameters:
  ///   - words: The absolute path of the program and its arguments.
  ///   - environment: All that it gets; this process's own when `nil`.
  ///   - terminal: The controlling terminal where it is open already.
  package static func run(
    _ words: [String], environment: [(name: String, value: String)]? = nil, on terminal: Int32? = nil
  ) throws(Failure) -> IntentResult.HandlerExit {
    let opened = terminal ?? open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard opened >= 0 else { throw Failure(.needsTerminal) }
    defer { if terminal == nil { close(opened) } }
    let inherits = environment == nil
    guard let program = words.first, program.utf8.first == UInt8(ascii: "/"),
      let arguments = CStringList(words),
      let variables = CStringList((environment ?? []).map { "\($0.name)=\($0.value)" })
    else {
      throw Failure(
        .executableFailed,
        ["path": .text(words.first ?? ""), "reason": "its path is not absolute, or a word holds a NUL byte"])
    }
    var status: Int32 = 0
    let error = program.withCString {
      cplatform_run_in_terminal($0, arguments.pointers, inherits ? nil : variables.pointers, opened, &status)
    }
    guard error == 0 else {
      throw Failure(.executableFailed, ["path": .text(program), "reason": .text(ErrorNumber(error).text)])
    }
    return IntentResult.HandlerExit(waitStatus: status)
  }
}
