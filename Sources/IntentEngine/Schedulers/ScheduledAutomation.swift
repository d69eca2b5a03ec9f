package import IntentCore
internal import Schedules

/// An automation with what a scheduler is told of it.
package struct ScheduledAutomation: Sendable {
  package let automation: Automation
  package let times: SchedulerTimes
  let call: ScheduledCall
}

extension ScheduledAutomation {
  /// - Parameter folder: The folder of definitions that the automation is in when a search would not find it.
  init(_ automation: Automation, folder: String?, logsTo log: String?, _ engine: Engine) throws(Failure) {
    self.automation = automation
    call = try ScheduledCall(automation.id, folder: folder, logsTo: log, engine)
    times = SchedulerTimes(
      schedule: automation.schedule, zone: engine.library.rules(of: automation.schedule),
      machine: engine.library.zones.machine, now: engine.world.clock.wall())
  }

  /// The lines for crontab(5). What is caught up is looked for after the start of the machine, and each hour.
  func crontabLines(knowsZone: Bool) -> [String] {
    let missed = automation.catchUp == .once ? ["@reboot", "11 * * * *"] : []
    return (times.crontab(knowsZone: knowsZone) + missed).map { "\($0) \(call.shellLine)" }
  }

  /// The timer and the service by which systemd calls for it (systemd.timer(5)), by their paths.
  func units(in folder: String) -> [(path: String, text: String)] {
    let units = UnitFiles(id: automation.id, folder: folder)
    let head = """
      # Written by `runintent automation install`.
      [Unit]
      Description=runintent automation \(automation.id)


      """
    let service = """
      [Service]
      Type=oneshot
      \(call.unitVariables.map { "\($0)\n" }.joined())ExecStart=\(call.unitLine)

      """
    let timer = """
      [Timer]
      \(times.calendars.map { "OnCalendar=\($0)\n" }.joined())Persistent=\(automation.catchUp == .once)
      AccuracySec=1s

      [Install]
      WantedBy=timers.target

      """
    return [(units.service, head + service), (units.timer, head + timer)]
  }
}

/// Where the units of an automation are.
struct UnitFiles {
  let id: String
  /// The folder of the user's units.
  let folder: String

  var timerName: String { "runintent-\(id).timer" }
  var timer: String { "\(folder)/\(timerName)" }
  var service: String { "\(folder)/runintent-\(id).service" }
}

/// The command that a scheduler calls for an automation: all that it needs, whoever calls and from where.
struct ScheduledCall: Sendable {
  /// Variables that decide where files of the user are, where the caller set them.
  var variables: [(name: String, value: String)]
  /// The absolute path of the program, and its words.
  var words: [String]
}

extension ScheduledCall {
  fileprivate init(_ id: String, folder: String?, logsTo log: String?, _ engine: Engine) throws(Failure) {
    variables = engine.carried(["XDG_CONFIG_HOME", "XDG_STATE_HOME", "RUNINTENT_PATH"]).map { name, value in
      if name != "RUNINTENT_PATH" { return (name, value) }
      let folders = value.utf8.split(separator: UInt8(ascii: ":"))
      return (name, folders.map { engine.library.absolute(String(Substring($0))) }.joined(separator: ":"))
    }
    words =
      [try engine.program, "--quiet"] + (folder.map { ["--intents", $0] } ?? [])
      + ["automation", "run", id, "--due"] + (log.map { ["--log-to", $0] } ?? [])
    try (words + variables.map(\.value)).refuseControls(in: "crontab")
  }

  /// For crontab(5): quoted for a shell, and each `%`, which cron would take for a newline, escaped.
  var shellLine: String {
    let set = variables.map { "\($0.name)=\(ShellWords.quote($0.value))" }
    let line = (set.isEmpty ? [] : ["env"] + set) + words.map(ShellWords.quote)
    return line.joined(separator: " ").replacing([UInt8(ascii: "%"): "\\%"])
  }

  /// For `ExecStart=` (systemd.service(5)).
  var unitLine: String {
    // In the path of the program itself no variable is looked for.
    words.enumerated().map { Self.quoted($0.element, isCommand: $0.offset > 0) }.joined(separator: " ")
  }

  /// Lines of `Environment=` (systemd.exec(5)).
  var unitVariables: [String] {
    variables.map { "Environment=\(Self.quoted("\($0.name)=\($0.value)", isCommand: false))" }
  }

  /// `%` starts a specifier everywhere, `$` a variable in commands.
  private static func quoted(_ text: String, isCommand: Bool) -> String {
    let escaped = text.replacing([
      UInt8(ascii: "\""): "\\\"", UInt8(ascii: "\\"): "\\\\", UInt8(ascii: "%"): "%%",
      UInt8(ascii: "$"): isCommand ? "$$" : "$",
    ])
    return "\"\(escaped)\""
  }
}
