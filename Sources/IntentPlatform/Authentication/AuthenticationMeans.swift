internal import IntentCore

/// By what this system lets a person prove who they are, and what is missing.
package struct AuthenticationMeans: Sendable, Equatable {
  package enum Way: Sendable, Equatable {
    /// Root need prove nothing, as for sudo(8).
    case root
    case polkit(pkcheck: String)
    case sudo(String)
  }

  /// What is used; `nil` when there is nothing.
  package var way: Way?
  /// The absolute paths of the programs, `nil` where one is not there or others than root may write it.
  package var pkcheck: String?
  package var pkaction: String?
  package var sudo: String?
  /// Whether `PolkitAction.path` is there, and whether polkit has read it.
  package var isActionInstalled = false
  package var isActionKnown = false

  package init() {}

  /// Where a system keeps its programs; never the caller's `PATH`.
  private static let folders = [
    "/usr/bin", "/bin", "/usr/local/bin", "/run/wrappers/bin", "/run/current-system/sw/bin",
  ]

  /// - Parameter run: Runs a program and answers its output, `nil` unless it ended with 0.
  static func find(user: UInt32, files: World.Files, run: ProgramAnswer) async -> AuthenticationMeans {
    var means = AuthenticationMeans()
    means.pkcheck = program("pkcheck", files)
    means.pkaction = program("pkaction", files)
    means.sudo = program("sudo", files, mode: 0o4000)
    means.isActionInstalled = files.facts(PolkitAction.path)?.isRootsAlone ?? false
    if means.isActionInstalled, means.pkcheck != nil, let pkaction = means.pkaction {
      means.isActionKnown = await run([pkaction, "--action-id", PolkitAction.id]) != nil
    }
    if user == 0 {
      means.way = .root
    } else if means.isActionKnown, let pkcheck = means.pkcheck {
      means.way = .polkit(pkcheck: pkcheck)
    } else {
      means.way = means.sudo.map { .sudo($0) }
    }
    return means
  }

  /// A program of root's alone.
  ///
  /// - Parameter mode: Bits that it must have, such as the set-user-ID bit.
  static func program(_ name: String, _ files: World.Files, mode: UInt32 = 0) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first { path in
      guard let facts = files.facts(path), facts.isRootsAlone else { return false }
      return facts.mode & 0o111 != 0 && facts.mode & mode == mode
    }
  }
}

/// Runs a program of the system by its absolute path; its output, `nil` unless it ended with 0 in time.
package typealias ProgramAnswer = @Sendable (_ words: [String]) async -> String?

/// The login session of a user, as logind knows it (loginctl(1)).
enum LoginSession {
  /// Whether the person is at an unlocked screen: the session of the user's display, or where there is none any
  /// session of theirs, is active and not locked. `nil` when it cannot be told.
  static func isUnlocked(user: UInt32, files: World.Files, run: ProgramAnswer) async -> Bool? {
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

/// The action that polkit is asked about, and the file by which an administrator makes it known (polkit(8)).
package enum PolkitAction {
  package static let id = "org.runintent.authenticate"
  package static let path = "/usr/share/polkit-1/actions/org.runintent.policy"

  /// Each time the person's own password: how long it counts is ours.
  package static let file = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE policyconfig PUBLIC "-//freedesktop//DTD PolicyKit Policy Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/PolicyKit/1/policyconfig.dtd">
    <policyconfig>
      <action id="org.runintent.authenticate">
        <description>Allow an intent what opens doors or raises rights</description>
        <message>Authentication is required to go on with runintent</message>
        <defaults>
          <allow_any>auth_self</allow_any>
          <allow_inactive>auth_self</allow_inactive>
          <allow_active>auth_self</allow_active>
        </defaults>
      </action>
    </policyconfig>

    """
}
