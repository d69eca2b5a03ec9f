package import IntentCore
internal import IntentPipeline
package import IntentPlatform
internal import IntentRendering

/// How a person proves who they are, so that a test can stand in for it.
package struct Authenticator: Sendable {
  /// Has the person prove it; where nobody may be asked, only what is already known counts.
  package var authenticate: @Sendable (_ prompt: String, _ mayAsk: Bool) async -> Proof
  /// Whether the screen of the login session is not locked; `nil` when it cannot be told.
  package var isUnlocked: @Sendable () async -> Bool?
  package var means: @Sendable () async -> AuthenticationMeans

  package init(
    authenticate: @escaping @Sendable (_ prompt: String, _ mayAsk: Bool) async -> Proof,
    isUnlocked: @escaping @Sendable () async -> Bool?,
    means: @escaping @Sendable () async -> AuthenticationMeans
  ) {
    self.authenticate = authenticate
    self.isUnlocked = isUnlocked
    self.means = means
  }

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

extension Session {
  /// Has the person prove who they are before what needs it is recorded; nothing to do where nothing does.
  func authenticate(for intents: [String], _ capabilities: [Capability]) async throws(Failure) {
    let needing = capabilities.filter(\.needsAuthentication)
    if needing.isEmpty { return }
    let names = intents.joined(separator: ", ")
    if case .denied(let reason) = await environment.authenticator.authenticate(password(for: names), true) {
      throw Failure(
        .permissionDenied,
        ["intent": .text(names), "missing": .capabilities(needing), "reason": .text(reason)])
    }
  }

  /// What sudo asks; `%p` is the user whose password it wants.
  func password(for intents: String) -> String {
    let names = intents.cleaned(.quoted).replacingPercent
    return text("Password of ${user} for ${intent}:", ["user": "%p", "intent": .string(names)]) + " "
  }
}

extension String {
  /// With `%%` for `%`, as sudo's prompt wants it.
  fileprivate var replacingPercent: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      bytes.append(byte)
      if byte == UInt8(ascii: "%") { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
