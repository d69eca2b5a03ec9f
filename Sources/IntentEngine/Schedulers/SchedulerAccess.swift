package import IntentCore
internal import IntentHandlers
internal import IntentPipeline

/// What the machine has to call programs at a time.
package enum Scheduler: String, CaseIterable, Sendable {
  case systemd, crontab

  /// As people say it.
  package var words: String {
    switch self {
    case .systemd: "a timer of systemd"
    case .crontab: "the crontab"
    }
  }
}

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
    if path(of: "systemctl") != nil, unitFolder != nil,
      try await run("systemctl", ["--user", "show-environment"]).exit == .status(0)
    {
      return .systemd
    }
    if path(of: "crontab") != nil { return .crontab }
    throw Failure(.schedulerMissing)
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

  /// How long a program of the scheduler may take.
  private static let patience = Duration.seconds(5)

  /// Runs a program of the machine, found in PATH, in plain English; fails with `run.timed-out`.
  package func run(
    _ program: String, _ words: [String], input: [UInt8]? = nil
  ) async throws(Failure) -> ProcessOutcome {
    guard let path = path(of: program) else { throw Failure(.schedulerMissing) }
    let caller = engine.world.machine.caller
    var environment = caller.environment.filter { $0.name != "LANG" && $0.name != "LC_ALL" }
    environment.append(("LC_ALL", "C"))
    for name in ["XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "XDG_CONFIG_HOME"]
    where !environment.contains(where: { $0.name == name }) {
      if let value = caller.variable(name) { environment.append((name, value)) }
    }
    let request = ProcessRequest(
      executable: path, arguments: words, environment: environment, directory: "/", input: input)
    let world = engine.world
    let outcome = try await withPatience(Self.patience, world.clock, engine.interruption) {
      end throws(Failure) in
      try await world.processes.run(request, end)
    }
    if let outcome { return outcome }
    throw Failure(
      .timedOut, ["program": .text(program), "seconds": .integer(Self.patience.wholeMilliseconds / 1000)])
  }

  func path(of program: String) -> String? { engine.world.program(program) }

  /// Whether there is a crontab that PATH does not lead to.
  var hidesCrontab: Bool {
    path(of: "crontab") == nil
      && ["/usr/bin", "/bin", "/usr/sbin", "/usr/local/bin"].contains {
        engine.world.files.isExecutable("\($0)/crontab")
      }
  }

  private static func refusal(_ program: String, _ outcome: ProcessOutcome) -> Failure {
    let said = outcome.errors.isEmpty ? outcome.output : outcome.errors
    let line = said.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Failure(.schedulerFailed, ["program": .text(program), "reason": .text(line)])
  }
}

/// What the scheduler of this machine gives to what it starts, as far as that can be told without being started by it.
struct TimerEnvironment {
  typealias Variable = (name: String, value: String)

  /// `nil` where this very process was started by one.
  var scheduler: Scheduler?
  /// The variables that programs of intents will see of it.
  var variables: [Variable]
  var directory: String

  /// The variables that tell where and how something runs.
  private static let shown = ["PATH", "LANG", "LC_ALL", "LC_MESSAGES", "HOME", "LOGNAME", "TZ"]

  /// Fails with `scheduler.missing` where there is none.
  static func look(_ engine: Engine) async throws(Failure) -> TimerEnvironment {
    if engine.source() == .timer {
      let caller = engine.world.machine.caller
      return TimerEnvironment(variables: caller.environment, directory: caller.workingDirectory)
    }
    let access = SchedulerAccess(engine)
    let home = engine.library.places.home ?? "/"
    let scheduler = try await access.find()
    let variables =
      switch scheduler {
      case .crontab: try await crontab(access, home, engine.world)
      case .systemd: try await systemd(access)
      }
    return TimerEnvironment(scheduler: scheduler, variables: variables, directory: home)
  }

  /// What cron sets itself, then PAM for it, then the crontab for the lines below (crontab(5), pam_env(8)).
  private static func crontab(
    _ access: SchedulerAccess, _ home: String, _ world: World
  ) async throws(Failure) -> [Variable] {
    let files = ["/etc/environment", "/etc/default/locale"].map { world.files.read($0, 1 << 16) ?? [] }
    var variables: [Variable] = []
    for variable in files.flatMap(assignments) + [("PATH", "/usr/bin:/bin"), ("HOME", home)]
      + assignments(try await access.crontab())
    {
      variables.removeAll { $0.name == variable.name }
      variables.append(variable)
    }
    return variables.filter { shown.contains($0.name) }
  }

  private static func systemd(_ access: SchedulerAccess) async throws(Failure) -> [Variable] {
    let outcome = try await access.run("systemctl", ["--user", "show-environment"])
    return assignments(outcome.output).filter { shown.contains($0.name) }
  }

  /// The lines `NAME = value`, with or without quotes; every other line is none.
  static func assignments(_ bytes: [UInt8]) -> [Variable] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let name = line[..<sign].trimmed
      guard !name.isEmpty, name.allSatisfy({ $0 == UInt8(ascii: "_") || $0.isASCIIAlphanumeric }) else {
        return nil
      }
      var value = line[(sign + 1)...].trimmed
      if value.count > 1, let quote = value.first, quote == value.last, [0x22, 0x27].contains(quote) {
        value = value.dropFirst().dropLast()
      }
      return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
  }
}
