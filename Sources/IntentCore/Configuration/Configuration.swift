/// What `config.json` says: the user's file over root's, and in what protects both together.
package struct Configuration: Sendable {
  /// The language that people read, as a tag such as `ru`; `nil` where the environment decides.
  package var language: String?
  /// Values of parameters that a caller left out, by the intent's id.
  package var defaults: [(intent: String, values: ValueObject)]
  package var secrets: [(name: String, secret: SecretReference)]
  /// Root's rules and then the user's; each only tightens.
  package var policy: [PolicyRule]
  /// Root's session rules and then the user's; each only tightens.
  package var sessions: [SessionRule]

  package init(
    language: String? = nil, defaults: [(intent: String, values: ValueObject)] = [],
    secrets: [(name: String, secret: SecretReference)] = [], policy: [PolicyRule] = [],
    sessions: [SessionRule] = []
  ) {
    self.language = language
    self.defaults = defaults
    self.secrets = secrets
    self.policy = policy
    self.sessions = sessions
  }

  package func secret(named name: String) -> SecretReference? {
    secrets.first { $0.name.utf8.elementsEqual(name.utf8) }?.secret
  }
}
