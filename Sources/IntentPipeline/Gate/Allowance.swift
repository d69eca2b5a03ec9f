package import IntentCore

/// What a person allowed for one run: exactly what was shown, and nothing of it is recorded.
package struct Allowance: Sendable {
  /// The rule as the journal has it.
  static let rule = "allowed once"

  /// The bytes and the files that were shown.
  package var trust: TrustRecord
  package var capabilities: [Capability]
  /// The values that were shown; what a caller chooses is allowed with these alone.
  package var values: ValueObject?
  /// The bytes and the files of the definitions that a workflow runs.
  package var callees: [TrustRecord]

  package init(
    trust: TrustRecord, capabilities: [Capability], values: ValueObject?, callees: [TrustRecord] = []
  ) {
    self.callees = callees
    self.trust = trust
    self.capabilities = capabilities
    self.values = values
  }

  func trust(of path: String) -> TrustRecord? {
    if trust.path.utf8.elementsEqual(path.utf8) { return trust }
    return callees.first { $0.path.utf8.elementsEqual(path.utf8) }
  }

  /// Texts and values are compared byte for byte.
  func covers(_ capability: Capability, _ values: ValueObject?) -> Bool {
    let text = capability.text
    guard capabilities.contains(where: { $0.text.utf8.elementsEqual(text.utf8) }) else { return false }
    if !capability.isOpen { return true }
    guard let shown = self.values, let values else { return false }
    return Value.object(shown).json().utf8.elementsEqual(Value.object(values).json().utf8)
  }
}
