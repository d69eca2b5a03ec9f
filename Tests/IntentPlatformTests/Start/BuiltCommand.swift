import Glibc

/// The command as it was built beside these tests, run with a home and definitions of its own.
struct BuiltCommand {
  /// What one run wrote, and its status as a shell tells it.
  struct Answer {
    var status: Int32
    var output: String
    var errors: String
  }

  static let path: String? = {
    guard let tests = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(tests) }
    let words = String(cString: tests).split(separator: "/").dropLast()
    let path = "/" + (words + ["runintent"]).joined(separator: "/")
    return access(path, X_OK) == 0 ? path : nil
  }()

  /// Whether a process may be given a /proc that is empty.
  static let canHideProc =
    (try? IntentPlatformTests.run(hidingProc(["/bin/test", "!", "-e", "/proc/self"]))) == 0

  let folder = ScratchFolder()

  init(definitions: [String: String]) {
    folder.folder("home")
    folder.folder("intents")
    for (name, text) in definitions { folder.file("intents/\(name).json", text) }
  }

  /// Runs the command through the shell, which finds it with its arguments as `"$@"`.
  func run(_ arguments: [String], hidesProc: Bool, shell: String = "\"$@\"") throws -> Answer {
    let script =
      "cd \"$1\" || exit; exec 7>status </dev/null >output 2>errors; shift; "
      + "(exec 7>&-; \(shell)); echo $? >&7"
    var words = ["/bin/sh", "-c", script, "sh", folder.path, BuiltCommand.path ?? ""] + arguments
    if hidesProc { words = BuiltCommand.hidingProc(words) }
    let environment = ["HOME=\(folder["home"])", "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"]
    try IntentPlatformTests.run(["/usr/bin/env", "-i"] + environment + words)
    return Answer(
      status: folder.text("status").flatMap { Int32($0.filter { !$0.isWhitespace }) } ?? -1,
      output: folder.text("output") ?? "", errors: folder.text("errors") ?? "")
  }

  private static func hidingProc(_ words: [String]) -> [String] {
    let hide = "mount -t tmpfs none /proc && exec \"$@\""
    return ["/usr/bin/unshare", isRoot ? "-m" : "-rm", "/bin/sh", "-c", hide, "sh"] + words
  }
}

/// Runs a program to its end; returns its status.
@discardableResult
private func run(_ words: [String]) throws -> Int32 {
  let process = try start(words)
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
}
