package import IntentCore

/// The timer and the service by which systemd calls for an automation (systemd.timer(5)).
package struct UnitFiles {
  private let id: String
  /// The folder of the user's units.
  private let folder: String

  package init(id: String, folder: String) {
    self.id = id
    self.folder = folder
  }

  package var timerName: String { "runintent-\(id).timer" }
  package var timerPath: String { "\(folder)/\(timerName)" }
  package var servicePath: String { "\(folder)/runintent-\(id).service" }

  package func timer(_ automation: Automation, _ calendars: [String]) -> String {
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

  package func service(_ call: ScheduledCall) -> String {
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
