package import IntentCore

/// Starts a guard where none is running, so that it outlives whoever asked for it.
package struct GuardStart: Sendable {
  /// The folder of the store, by whose lock a running guard is known.
  package var stateFolder: String
  /// The whole environment of the guard.
  package var environment: [(name: String, value: String)]
  /// What /proc/self/cgroup says.
  package var controlGroups: @Sendable () -> [UInt8]?
  /// systemd-run(1), by which a unit's process starts something that is not ended with the unit.
  package var systemdRun: String
  package var processes: World.Processes
  package var files: World.Files

  package init(
    stateFolder: String, environment: [(name: String, value: String)], processes: World.Processes,
    files: World.Files = .live,
    controlGroups: @escaping @Sendable () -> [UInt8]? = SourceFacts.live.controlGroups,
    systemdRun: String = "/usr/bin/systemd-run"
  ) {
    self.stateFolder = stateFolder
    self.environment = environment
    self.processes = processes
    self.files = files
    self.controlGroups = controlGroups
    self.systemdRun = systemdRun
  }

  package func wake(_ cancellation: any Cancellation) async {
    if GuardLock.holder(stateFolder: stateFolder) != nil { return }
    if isEndedWithUnit, await startAsUnit(cancellation) { return }
    _ = GuardProcess.start(environment)
  }

  /// Whether systemd ends what is left of the unit that we are in: work of its own, such as a timer's.
  private var isEndedWithUnit: Bool {
    guard let groups = controlGroups(), let unit = ServiceUnit(controlGroups: groups) else { return false }
    return unit.isWork && files.isExecutable(systemdRun)
  }

  private func startAsUnit(_ cancellation: any Cancellation) async -> Bool {
    guard let program = ProgramFile.path else { return false }
    let variables = environment.map { "--setenv=\($0.name)=\($0.value)" }
    let request = ProcessRequest(
      executable: systemdRun,
      arguments: ["--user", "--quiet", "--collect"] + variables + ["--", program, GuardProcess.word],
      environment: environment)
    do throws(Failure) {
      return try await processes.run(request, cancellation).exit == .status(0)
    } catch {
      return false
    }
  }
}

extension CallerFacts {
  /// What a guard gets of the caller's environment: what programs get, the places of our own files, and the buses.
  package var guardEnvironment: [(name: String, value: String)] {
    var variables = caller.environment
    for name in [
      "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "DBUS_SYSTEM_BUS_ADDRESS",
      "DBUS_SESSION_BUS_ADDRESS",
    ] {
      if let value = environment[name] { variables.append((name, value)) }
    }
    return variables
  }
}
