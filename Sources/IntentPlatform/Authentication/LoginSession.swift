package import IntentCore

/// The login session of a user, as logind knows it (loginctl(1)).
package enum LoginSession {
  /// Whether the person is at an unlocked screen: the session of the user's display, or where there is none any
  /// session of theirs, is active and not locked. `nil` when it cannot be told.
  package static func isUnlocked(
    user: UInt32, files: World.Files, run: ProgramAnswer
  ) async -> Bool? {
    guard let loginctl = AuthenticationMeans.program("loginctl", files),
      let about = await run([
        loginctl, "show-user", String(user), "--property=Display", "--property=Sessions",
      ])
    else { return nil }
    let display = value("Display", in: about)
    let sessions = display.isEmpty ? value("Sessions", in: about) : display
    var answer: Bool?
    for session in sessions.utf8.split(separator: UInt8(ascii: " ")) {
      guard
        let about = await run([
          loginctl, "show-session", String(Substring(session)), "--property=LockedHint", "--property=Active",
        ])
      else { continue }
      let isLocked = value("LockedHint", in: about)
      if isLocked == "no", value("Active", in: about) == "yes" { return true }
      if !isLocked.isEmpty { answer = false }
    }
    return answer
  }

  /// The value of a line `NAME=value`, empty where there is none.
  private static func value(_ name: String, in text: String) -> String {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.starts(with: "\(name)=".utf8) {
      return String(Substring(line.dropFirst(name.utf8.count + 1)))
    }
    return ""
  }
}
