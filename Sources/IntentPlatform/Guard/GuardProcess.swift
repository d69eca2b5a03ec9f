internal import CPlatform
internal import Glibc
internal import IntentCore

/// The guard as a process of its own, which belongs to the deadlines and not to whoever started it.
package enum GuardProcess {
  /// The word that our program becomes a guard by.
  static let word = "guard"

  /// Starts a guard in a session of its own; it ends at once when there is one already.
  package static func start(_ environment: [(name: String, value: String)]) -> Bool {
    guard let program = ProgramFile.path,
      let arguments = CStringList([program, word]),
      let variables = CStringList(environment.map { $0.name + "=" + $0.value })
    else { return false }
    return program.withCString {
      cplatform_start_detached($0, arguments.pointers, variables.pointers) == 0
    }
  }

  /// A terminal that closes does not end this process; to be called before the event loop first waits.
  package static func outliveTerminal() { signal(SIGHUP, SIG_IGN) }

  /// Goes on as the program that has been installed in place of this one: an old one may not know what the new
  /// one stores. Returns where the program is still the same, or the new one cannot be started; the guard's lock
  /// is free in between, and whoever has it is the guard.
  package static func becomeSuccessor() {
    var own = stat()
    var installed = stat()
    guard stat("/proc/self/exe", &own) == 0, let program = ProgramFile.path,
      stat(program, &installed) == 0, access(program, X_OK) == 0,
      own.st_ino != installed.st_ino || own.st_dev != installed.st_dev,
      let arguments = CStringList([program, word])
    else { return }
    _ = program.withCString { cplatform_replace_process($0, arguments.pointers) }
  }

  /// Whether a process is a guard of this very program, which outlives the run that started it.
  static func isGuard(_ process: pid_t) -> Bool {
    var own = stat()
    var other = stat()
    guard stat("/proc/self/exe", &own) == 0, stat("/proc/\(process)/exe", &other) == 0,
      own.st_ino == other.st_ino, own.st_dev == other.st_dev
    else { return false }
    let words = [UInt8](startOf: "/proc/\(process)/cmdline", limit: 4096)
      .split(separator: 0, omittingEmptySubsequences: false)
    // The word alone: what a person runs in the foreground with options is a run like any other.
    return words.count == 3 && words[1].elementsEqual(word.utf8) && words[2].isEmpty
  }
}
