internal import IntentCore

/// The timer and the service by which systemd calls for an automation (systemd.timer(5)).
struct UnitFiles {
  let id: String
  /// The folder of the user's units.
  let folder: String

  var timerName: String { "runintent-\(id).timer" }
  var timerPath: String { "\(folder)/\(timerName)" }
  var servicePath: String { "\(folder)/runintent-\(id).service" }

  func timer(_ automation: Automation, _ calendars: [String]) -> String {
    let lines = calendars.map { "OnCalendar=\($0)\n" }.joined()
    let catchUp = automation.catchUp == .once
    return """
      # Written by `runintent automation install`.
      [Unit]
      Description=runintent automation \(id)

      [Timer]
      \(lines)Persistent=\(catchUp)
      AccuracySec=1s

      [Install]
      WantedBy=timers.target

      """
  }

  func service(_ call: ScheduledCall) -> String {
    let variables = call.unitVariables.map { "\($0)\n" }.joined()
    return """
      # Written by `runintent automation install`.
      [Unit]
      Description=runintent automation \(id)

      [Service]
      Type=oneshot
      \(variables)ExecStart=\(call.unitLine)

      """
  }
}
