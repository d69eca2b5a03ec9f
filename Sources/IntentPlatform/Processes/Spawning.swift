internal import CPlatform
internal import Glibc
internal import IntentCore

extension ProcessRequest {
  /// Starts the program on these descriptors; fails with the reason why it cannot run.
  func spawn(
    input: Int32, output: Int32, errors: Int32, progress: Int32 = -1, session: SandboxSession? = nil
  ) throws(Failure) -> pid_t {
    guard sandbox == nil || session != nil else { throw cannotRun("it would run outside its sandbox") }
    guard executable.utf8.first == UInt8(ascii: "/") else { throw cannotRun("its path is not absolute") }
    guard directory.utf8.first == UInt8(ascii: "/") else {
      throw cannotRun("its working directory is not an absolute path")
    }
    guard let arguments = CStringList([name ?? executable] + arguments) else {
      throw cannotRun("an argument contains a NUL byte")
    }
    guard environment.allSatisfy({ !$0.name.isEmpty && !$0.name.utf8.contains(UInt8(ascii: "=")) }) else {
      throw cannotRun("a variable's name is empty or contains \"=\"")
    }
    let variables = session?.environment(environment) ?? environment
    guard let environment = CStringList(variables.map { $0.name + "=" + $0.value }) else {
      throw cannotRun("an environment variable contains a NUL byte")
    }
    guard !directory.utf8.contains(0) else { throw cannotRun("its working directory contains a NUL byte") }
    let handed = try handed(progress: progress)
    let program = try verifiedProgram()
    if let program { try session?.rules.allow(open: program.descriptor) }
    let entries = handed.map { cplatform_handed(descriptor: $0.held.descriptor, number: $0.number) }
    var pid: pid_t = 0
    let error = executable.withCString { path in
      directory.withCString { folder in
        entries.withUnsafeBufferPointer { entries in
          var request = cplatform_spawn(
            executable: path, arguments: arguments.pointers, environment: environment.pointers,
            directory: folder, input: input, output: output, errors: errors, handed: entries.baseAddress,
            handed_count: entries.count, program: program?.descriptor ?? -1, sandbox: nil)
          if let session { return session.rules.spawn(&request, &pid) }
          return program == nil ? cplatform_spawn(&request, &pid) : cplatform_fork(&request, &pid)
        }
      }
    }
    withExtendedLifetime((handed, program)) {}
    if error < 0, let session { throw session.rules.failed(ErrorNumber(-error).text) }
    if error != 0 { throw explained(error) }
    return pid
  }

  func cannotRun(_ reason: String) -> Failure {
    Failure(.executableFailed, ["path": .text(executable), "reason": .text(reason)])
  }

  /// posix_spawn(3) answers one number for the program, its interpreter and the working directory.
  private func explained(_ error: Int32) -> Failure {
    let reason = ErrorNumber(error).text
    if error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP || error == ENAMETOOLONG {
      var facts = stat()
      if stat(directory, &facts) != 0 {
        return cannotRun("its working directory \(directory): \(ErrorNumber.current.text)")
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

  /// What the program finds open besides its streams, with the number that each has there.
  ///
  /// - Parameter progress: What becomes descriptor 3, or -1.
  private func handed(progress: Int32) throws(Failure) -> [(held: HeldDescriptor, number: Int32)] {
    var handed: [(held: HeldDescriptor, number: Int32)] = []
    if progress >= 0 {
      let copy = fcntl(progress, F_DUPFD_CLOEXEC, Int32(cplatform_last_handed) + 1)
      if copy < 0 { throw cannotRun(ErrorNumber.current.text) }
      handed.append((HeldDescriptor(copy), ProgressPipe.number))
    }
    func check(_ number: Int32) throws(Failure) {
      guard (cplatform_first_handed...cplatform_last_handed).contains(Int(number)),
        !handed.contains(where: { $0.number == number })
      else { throw cannotRun("it cannot be given the descriptor \(number)") }
    }
    for one in descriptors {
      try check(one.number)
      handed.append((try sealed(one.contents), one.number))
    }
    for place in places {
      try check(place.number)
      handed.append((try place.open(), place.number))
    }
    return handed
  }

  /// The program, open with exactly the bytes that it must have; `nil` where it may have any.
  ///
  /// The file itself is run, so that the program finds what lies beside it; where writers cannot be kept out of
  /// it until it has begun, a sealed copy is.
  private func verifiedProgram() throws(Failure) -> HeldDescriptor? {
    guard let contents else { return nil }
    let file = try opened { cplatform_open_program(executable, $0) }
    // The writers first: what is compared then stays.
    let keepsWritersOut = cplatform_keep_writers_out(file.descriptor)
    guard contents.withUnsafeBytes({ cplatform_holds(file.descriptor, $0.baseAddress, $0.count) }) else {
      throw Failure(.fileChanged, ["path": .text(executable)])
    }
    return keepsWritersOut ? file : try sealed(contents)
  }

  private func sealed(_ contents: [UInt8]) throws(Failure) -> HeldDescriptor {
    try opened { descriptor in
      contents.withUnsafeBytes { cplatform_sealed_contents($0.baseAddress, $0.count, descriptor) }
    }
  }

  private func opened(by open: (UnsafeMutablePointer<Int32>) -> Int32) throws(Failure) -> HeldDescriptor {
    var descriptor: Int32 = -1
    let error = open(&descriptor)
    if error != 0 { throw cannotRun(ErrorNumber(error).text) }
    return HeldDescriptor(descriptor)
  }
}

extension HandedPlace {
  var place: ProcessSandbox.Place { ProcessSandbox.Place(path, made: made) }

  /// Opens it for no more than being named, which has no effect on a device or a FIFO: the program opens it anew by
  /// the descriptor's path, with its own rights.
  fileprivate func open() throws(Failure) -> HeldDescriptor {
    let place = path.utf8.contains(0) ? -1 : cplatform_real_open(path)
    guard place >= 0 else {
      let number = ErrorNumber.current
      // What was a folder and is none any more was swapped too.
      if number.means(ELOOP, ENOTDIR, EXDEV) { throw Failure([fault]) }
      throw FileProblem.system(number).failure(file: path)
    }
    defer { close(place) }
    let copy = fcntl(place, F_DUPFD_CLOEXEC, Int32(cplatform_last_handed) + 1)
    guard copy >= 0 else { throw FileProblem.current.failure(file: path) }
    return HeldDescriptor(copy)
  }
}

/// A NULL-ended list of NUL-ended strings, as execve(2) takes it.
struct CStringList: ~Copyable {
  private let list: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

  var pointers: UnsafePointer<UnsafeMutablePointer<CChar>?> { UnsafePointer(list.baseAddress!) }

  /// `nil` when a string holds a NUL, which would cut it short.
  init?(_ strings: [String]) {
    if strings.contains(where: { $0.utf8.contains(0) }) { return nil }
    list = .allocate(capacity: strings.count + 1)
    list.initialize(repeating: nil)
    for (index, string) in strings.enumerated() { list[index] = strdup(string) }
  }

  deinit {
    for string in list { free(string) }
    list.deallocate()
  }
}
