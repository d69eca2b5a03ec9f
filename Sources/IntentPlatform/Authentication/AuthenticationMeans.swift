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
}

/// Runs a program of the system by its absolute path; its output, `nil` unless it ended with 0 in time.
package typealias ProgramAnswer = @Sendable (_ words: [String]) async -> String?

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
