internal import CPlatform
internal import Glibc
package import IntentCore

/// The guard as a process of its own, which belongs to the deadlines and not to whoever started it.
package enum GuardProcess {
  /// The word that our program becomes a guard by.
  static let word = "guard"

  /// A terminal that closes does not end this process; to be called before the event loop first waits.
  package static func outliveTerminal() { signal(SIGHUP, SIG_IGN) }

  /// Goes on as the program that has been installed in place of this one: an old one may not know what the new
  /// one stores. Returns where the program is still the same, or the new one cannot be started; the guard's lock
  /// is free in between, and whoever has it is the guard.
  package static func becomeSuccessor() {
    guard let program = ProgramFile.path, isOwnProgram(program) == false, access(program, X_OK) == 0,
      let arguments = CStringList([program, word])
    else { return }
    _ = program.withCString { cplatform_replace_process($0, arguments.pointers) }
  }

  /// Whether a path leads to the file that this process runs; `nil` where that cannot be told.
  private static func isOwnProgram(_ path: String) -> Bool? {
    var (own, other) = (stat(), stat())
    guard stat("/proc/self/exe", &own) == 0, stat(path, &other) == 0 else { return nil }
    return own.isSameFile(as: other)
  }

  /// Whether a process is a guard of this very program, which outlives the run that started it.
  static func isGuard(_ process: pid_t) -> Bool {
    guard isOwnProgram("/proc/\(process)/exe") == true else { return false }
    let words = [UInt8](startOf: "/proc/\(process)/cmdline", limit: 4096)
      .split(separator: 0, omittingEmptySubsequences: false)
    // The word alone: what a person runs in the foreground with options is a run like any other.
    return words.count == 3 && words[1].elementsEqual(word.utf8) && words[2].isEmpty
  }
}

/// What makes a guard the only one of its user: a lock on a file of the state folder, which holds its process
/// number; the kernel frees it with the process (flock(2)).
package enum GuardLock {
  private static let name = "guard.lock"

  /// `nil` when another guard has it.
  package static func take(stateFolder: String) throws(Failure) -> (any Lease)? {
    guard let folder = try StoreFolder.open(stateFolder, creating: true) else { return nil }
    // Whoever only looks whether there is a guard has the file locked for that moment.
    for attempt in 0..<10 {
      if attempt > 0 { usleep(5000) }
      guard let file = try FileLease.take(name, folder) else { continue }
      file.write("\(getpid())\n")
      return file
    }
    return nil
  }

  /// The process number of the guard that runs, 0 when it has not said it yet; `nil` when there is none.
  package static func holder(stateFolder: String) -> Int? {
    let descriptor = open(stateFolder + "/" + name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return nil }
    guard errno == EWOULDBLOCK else { return nil }
    let bytes = [UInt8](startOf: descriptor, limit: 32)
    return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 0
  }
}

extension GuardProcess {
  /// systemd-run(1), by which a unit's process starts something that is not ended with the unit.
  private static let systemdRun = "/usr/bin/systemd-run"

  /// How long a guard may take until it is known to be there, and how often it is started.
  private static let patience = Duration.milliseconds(500)
  private static let attempts = 3

  /// Starts a guard where none is running, so that it outlives whoever asked for it; answers whether there is one.
  ///
  /// - Parameters:
  ///   - stateFolder: The folder of the store, by whose lock a running guard is known.
  ///   - environment: The whole environment of the guard.
  ///   - controlGroups: What /proc/self/cgroup says.
  package static func wake(
    stateFolder: String, _ environment: [(name: String, value: String)], _ processes: World.Processes,
    _ cancellation: any Cancellation, clock: World.Clock, files: World.Files = .live,
    controlGroups: @Sendable () -> [UInt8]? = SourceFacts.live.controlGroups
  ) async -> Bool {
    if GuardLock.holder(stateFolder: stateFolder) != nil { return true }
    guard let program = ProgramFile.path else { return false }
    // systemd ends what is left of a unit that is work of its own, such as a timer's.
    if let groups = controlGroups(), let unit = ServiceUnit(controlGroups: groups), unit.isWork,
      files.isExecutable(systemdRun)
    {
      let variables = environment.map { "--setenv=\($0.name)=\($0.value)" }
      let request = ProcessRequest(
        executable: systemdRun,
        arguments: ["--user", "--quiet", "--collect"] + variables + ["--", program, word],
        environment: environment)
      if (try? await processes.run(request, cancellation))?.exit == .status(0),
        await appears(stateFolder, clock)
      {
        return true
      }
    }
    // In a session of its own; it ends at once when there is one by now.
    guard let arguments = CStringList([program, word]),
      let variables = CStringList(environment.map { $0.name + "=" + $0.value })
    else { return false }
    for _ in 1...attempts {
      _ = program.withCString { cplatform_start_detached($0, arguments.pointers, variables.pointers) }
      if await appears(stateFolder, clock) { return true }
    }
    return false
  }

  /// Waits until a guard has the lock.
  private static func appears(_ stateFolder: String, _ clock: World.Clock) async -> Bool {
    let end = clock.monotonic() + patience
    repeat {
      try? await clock.wait(clock.monotonic() + .milliseconds(2), Uncancelled())
      if GuardLock.holder(stateFolder: stateFolder) != nil { return true }
    } while clock.monotonic() < end
    return false
  }
}

extension CallerFacts {
  /// What a guard gets of the caller's environment: what programs get, the places of our own files, and the buses.
  package var guardEnvironment: [(name: String, value: String)] {
    caller.environment
      + environment.those([
        "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "DBUS_SYSTEM_BUS_ADDRESS",
        "DBUS_SESSION_BUS_ADDRESS",
      ])
  }
}
