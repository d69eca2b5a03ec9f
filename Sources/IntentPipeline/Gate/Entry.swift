package import IntentCore

/// How a call reached the gate, and what its questions were answered.
package struct Entry: Sendable {
  package var source: RunSource
  /// The word by which a command finds the definition; its id when `nil`.
  package var operand: String?
  /// Worries about who may change the definition's file.
  package var concerns: [Fault] = []
  package var isConfirmed = false
  /// What the workflow that runs it was allowed.
  package var cover: Cover?
  /// The things that a workflow's calls may pick from.
  package var entities: [EntityList] = []
  /// What a person allowed for this run alone.
  package var allowance: Allowance?
  /// Whether the person proved who they are.
  package var isAuthenticated = false
  /// Whether the screen of the person's login session is not locked.
  package var isUnlocked = false
  /// A key to a door that the caller gave.
  package var key: PresentedKey?

  package init(source: RunSource) { self.source = source }
}

/// Why a call may touch all that it touches.
package struct Permit: Sendable {
  package var rule = "harmless"
  package var isHarmless = true
  /// The grants of which the run uses one up.
  package var redeems: [Grant] = []
  /// What needs an authentication and was granted without one.
  package var unproven: [Capability] = []
}

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
    (self.callees, self.trust, self.capabilities, self.values) = (callees, trust, capabilities, values)
  }

  func trust(of path: String) -> TrustRecord? {
    ([trust] + callees).first { $0.path.utf8.elementsEqual(path.utf8) }
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

/// A shared key stands for the grant, and for the authentication that goes with it, of one act at one door. All else
/// holds as without it: rules of the configuration, denials, trust for the definition's bytes, its mode, and what it
/// asks for itself.
extension PresentedKey {
  /// The one act at one door that the key is for.
  func use(
    in capabilities: [Capability], by handler: any DescribedHandler, of definition: IntentDefinition,
    from source: RunSource
  ) throws(Failure) -> KeyUse {
    let useless = Failure(.keyUseless, ["intent": .text(definition.id)])
    var use: KeyUse?
    for case .lock(let action, let provider, let target) in capabilities where action != .lock {
      guard use == nil, case .exact(let door) = target else { throw useless }
      use = KeyUse(self, action, KeyDoor(provider: provider, id: door), from: source)
    }
    guard handler.takesKeys, let use else { throw useless }
    return use
  }
}
