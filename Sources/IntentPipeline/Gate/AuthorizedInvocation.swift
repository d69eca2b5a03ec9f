package import IntentCore

/// A call that the gate let pass; nothing else can make one.
package struct AuthorizedInvocation: Sendable {
  package let resolved: ResolvedInvocation
  package let capabilities: [Capability]
  /// The rule that let it pass, for the journal.
  package let rule: String
  package let warnings: [Fault]

  package var call: HandlerCall { resolved.call }

  fileprivate init(resolved: ResolvedInvocation, capabilities: [Capability], rule: String, warnings: [Fault])
  {
    self.resolved = resolved
    self.capabilities = capabilities
    self.rule = rule
    self.warnings = warnings
  }
}
