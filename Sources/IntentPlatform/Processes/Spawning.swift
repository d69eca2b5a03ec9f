internal import CPlatform
internal import Glibc
internal import IntentCore

extension ProcessRequest {
  /// Starts the program on these descriptors; fails with the reason why it cannot run.
  func spawn(
    input: Int32, output: Int32, errors: Int32, progress: Int32 = -1
  ) throws(Failure) -> pid_t {
    guard executable.utf8.first == UInt8(ascii: "/") else { throw cannotRun("its path is not absolute") }
    guard directory.utf8.first == UInt8(ascii: "/") else {
      throw cannotRun("its working directory is not an absolute path")
    }
    guard let arguments = CStringList([name ?? executable] + arguments) else {
      throw cannotRun("an argument contains a NUL byte")
    }
    var variables: [String] = []
    variables.reserveCapacity(environment.count)
    for (name, value) in environment {
      guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")) else {
        throw cannotRun("a variable's name is empty or contains \"=\"")
      }
      variables.append(name + "=" + value)
    }
    guard let environment = CStringList(variables) else {
      throw cannotRun("an environment variable contains a NUL byte")
    }
    guard !directory.utf8.contains(0) else { throw cannotRun("its working directory contains a NUL byte") }
    let handed = try HandedDescriptors(of: self, progress: progress)
    let program = try contents.map { contents throws(Failure) in try VerifiedProgram(contents, of: self) }
    var pid: pid_t = 0
    let error = executable.withCString { path in
      directory.withCString { folder in
        var request = cplatform_spawn(
          executable: path, arguments: arguments.pointers, environment: environment.pointers,
          directory: folder, input: input, output: output, errors: errors,
          handed: handed.entries.baseAddress, handed_count: handed.entries.count,
          program: program?.descriptor ?? -1)
        return program == nil ? cplatform_spawn(&request, &pid) : cplatform_spawn_open_program(&request, &pid)
      }
    }
    if error != 0 { throw explained(error) }
    return pid
  }

  func cannotRun(_ reason: String) -> Failure {
    Failure(.executableFailed, ["path": .text(executable), "reason": .text(reason)])
  }

  /// posix_spawn(3) answers one number for the program, its interpreter and the working directory.
  private func explained(_ error: Int32) -> Failure {
    let reason = SystemError(number: error).text
    if error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP || error == ENAMETOOLONG {
      var facts = stat()
      if stat(directory, &facts) != 0 {
        return cannotRun("its working directory \(directory): \(SystemError(number: errno).text)")
      }
      if facts.st_mode & S_IFMT != S_IFDIR || access(directory, X_OK) != 0 {
        return cannotRun("its working directory \(directory) cannot be entered")
      }
    }
    if error == ENOENT, access(executable, F_OK) == 0 {
      return cannotRun("the interpreter that its first line or header names is missing")
    }
    return cannotRun(reason)
  }
}
