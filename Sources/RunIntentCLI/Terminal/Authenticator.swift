package import IntentCore
internal import IntentEngine
package import IntentPlatform
internal import IntentRendering

/// How a person proves who they are, so that a test can stand in for it.
package struct Authenticator: Sendable {
  /// Has the person prove it; where nobody may be asked, only what is already known counts.
  package var authenticate: @Sendable (_ prompt: String, _ mayAsk: Bool) async -> Proof
  /// Whether the screen of the login session is not locked; `nil` when it cannot be told.
  package var isUnlocked: @Sendable () async -> Bool?
  package var means: @Sendable () async -> AuthenticationMeans

  /// Nobody can prove anything.
  package static let none = Authenticator(
    authenticate: { _, _ in
      .denied("an authentication is needed, and neither polkit's action nor sudo is there")
    }, isUnlocked: { nil }, means: { AuthenticationMeans() })

  var withoutQuestions: Authenticator {
    var copy = self
    copy.authenticate = { [authenticate] prompt, _ in await authenticate(prompt, false) }
    return copy
  }
}
