package import IntentCore

/// Reaches the schedulers of this user.
package struct SchedulerAccess {
  private let engine: Engine

  /// The folder of the user's units; `nil` without a home.
  let unitFolder: String?

  package init(_ engine: Engine) {
    self.engine = engine
    unitFolder = engine.library.places.config.map { "\($0)/systemd/user" }
  }

  /// Systemd where it manages this user's units, else crontab.
  package func find() async throws(Failure) -> Scheduler {
    if try await managesUnits() { return .systemd }
    if path(of: "crontab") != nil { return .crontab }
    throw Failure(.schedulerMissing)
  }

  private func managesUnits() async throws(Failure) -> Bool {
    guard path(of: "systemctl") != nil, unitFolder != nil else { return false }
    return try await run("systemctl", ["--user", "show-environment"]).exit == .status(0)
  }

  /// Calls systemctl for this user's units; fails when that says no.
  func systemctl(_ words: [String]) async throws(Failure) {
    let outcome = try await run("systemctl", ["--user", "--quiet"] + words)
    if outcome.exit != .status(0) { throw Self.refusal("systemctl", outcome) }
  }

  /// The crontab of this user, empty when there is none.
  func crontab() async throws(Failure) -> [UInt8] {
    let outcome = try await run("crontab", ["-l"])
    if outcome.exit == .status(0) { return outcome.output }
    // Only for the lack of one is there no other sign than what it says.
    let isMissing = ["no crontab for", "No such file"].contains { outcome.errors.contains(sequence: $0.utf8) }
    if isMissing { return [] }
    throw Self.refusal("crontab", outcome)
  }

  func writeCrontab(_ bytes: [UInt8]) async throws(Failure) {
    // An empty crontab is none.
    let outcome =
      bytes.isEmpty ? try await run("crontab", ["-r"]) : try await run("crontab", ["-"], input: bytes)
    if outcome.exit != .status(0) { throw Self.refusal("crontab", outcome) }
  }

  /// Runs a program of the machine, found in PATH, in plain English.
  package func run(
    _ program: String, _ words: [String], input: [UInt8]? = nil
  ) async throws(Failure) -> ProcessOutcome {
    guard let path = path(of: program) else { throw Failure(.schedulerMissing) }
    let caller = engine.world.machine.caller
    var environment = caller.environment.filter { $0.name != "LANG" && $0.name != "LC_ALL" }
    environment.append(("LC_ALL", "C"))
    for name in ["XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "XDG_CONFIG_HOME"] {
      if let value = caller.variable(name), !environment.contains(where: { $0.name == name }) {
        environment.append((name, value))
      }
    }
    return try await engine.world.processes.run(
      ProcessRequest(
        executable: path, arguments: words, environment: environment, directory: "/", input: input),
      engine.interruption)
  }

  func path(of program: String) -> String? {
    let search = engine.world.machine.caller.environment.first { $0.name == "PATH" }?.value ?? ""
    for folder in search.utf8.split(separator: UInt8(ascii: ":")) where folder.first == UInt8(ascii: "/") {
      let path = "\(Substring(folder))/\(program)"
      if engine.world.files.isExecutable(path) { return path }
    }
    return nil
  }

  private static func refusal(_ program: String, _ outcome: ProcessOutcome) -> Failure {
    let said = outcome.errors.isEmpty ? outcome.output : outcome.errors
    let line = said.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Failure(.schedulerFailed, ["program": .text(program), "reason": .text(line)])
  }
}
