package import IntentCore

/// A message on the desktop, by the program that desktops have for it.
package struct DesktopNotification: Sendable {
  /// The one place where it is looked for, so that nothing else is started.
  package static let program = "/usr/bin/notify-send"

  package var heading: String
  package var text: String
  /// `low`, `normal` or `critical`.
  package var urgency: String
  /// A name of the Icon Naming Specification.
  package var icon: String?

  package init(heading: String, text: String, urgency: String = "normal", icon: String? = nil) {
    (self.heading, self.text, self.urgency, self.icon) = (heading, text, urgency, icon)
  }

  /// Shows it; `nil` where there is no desktop or no such program.
  package func show(_ world: World, _ cancellation: any Cancellation) async throws(Failure) -> ProcessOutcome?
  {
    let caller = world.machine.caller
    guard !caller.desktop.isEmpty, world.files.isExecutable(Self.program) else { return nil }
    for part in [text, heading] where part.utf8.contains(0) { throw Failure(.valueControl, ["name": "text"]) }
    let icon = icon.map { ["--icon=\($0)"] } ?? []
    return try await world.processes.run(
      ProcessRequest(
        executable: Self.program,
        arguments: ["--app-name=runintent", "--urgency=\(urgency)"] + icon
          + ["--", heading, Self.escaped(text)],
        environment: caller.environment + caller.desktop), cancellation)
  }

  /// The text of a notification is read as markup by desktops, so the message's own signs are escaped
  /// (Desktop Notifications Specification, "Markup").
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
