internal import IntentCore

/// What the scheduler of this machine gives to what it starts, as far as that can be told without being started by it.
struct TimerEnvironment {
  /// `nil` where this very process was started by one.
  var scheduler: Scheduler?
  /// The variables that programs of intents will see of it.
  var variables: [(name: String, value: String)]
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
  ) async throws(Failure) -> [(name: String, value: String)] {
    var variables: [(name: String, value: String)] = []
    for file in ["/etc/environment", "/etc/default/locale"] {
      for (name, value) in assignments(world.files.read(file, 1 << 16) ?? []) { set(name, value, &variables) }
    }
    set("PATH", "/usr/bin:/bin", &variables)
    set("HOME", home, &variables)
    for (name, value) in assignments(try await access.crontab()) { set(name, value, &variables) }
    return variables.filter { shown.contains($0.name) }
  }

  private static func systemd(
    _ access: SchedulerAccess
  ) async throws(Failure) -> [(name: String, value: String)] {
    let outcome = try await access.run("systemctl", ["--user", "show-environment"])
    return assignments(outcome.output).filter { shown.contains($0.name) }
  }

  private static func set(
    _ name: String, _ value: String, _ variables: inout [(name: String, value: String)]
  ) {
    variables.removeAll { $0.name == name }
    variables.append((name, value))
  }

  /// The lines `NAME = value`, with or without quotes; every other line is none.
  static func assignments(_ bytes: [UInt8]) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = trimmed(line[..<sign])
      guard !name.isEmpty, name.allSatisfy({ $0 == UInt8(ascii: "_") || $0.isASCIIAlphanumeric }) else {
        continue
      }
      var value = trimmed(line[(sign + 1)...])
      if value.count > 1, let quote = value.first, quote == value.last, [0x22, 0x27].contains(quote) {
        value = value.dropFirst().dropLast()
      }
      found.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    return found
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
  }
}

extension UInt8 {
  fileprivate var isASCIIAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
