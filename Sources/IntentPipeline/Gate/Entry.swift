package import IntentCore

/// How a call reached the gate, and what its questions were answered.
package struct Entry: Sendable {
  package var source: RunSource
  /// The word by which a command finds the definition; its id when `nil`.
  package var operand: String?
  /// Worries about who may change the definition's file.
  package var concerns: [Fault]
  package var isConfirmed: Bool
  /// What the workflow that runs it was allowed.
  package var cover: Cover?
  /// The things that a workflow's calls may pick from.
  package var entities: [EntityList]
  /// What a person allowed for this run alone.
  package var allowance: Allowance?
  /// Whether the person proved who they are.
  package var isAuthenticated = false
  /// Whether the screen of the person's login session is not locked.
  package var isUnlocked = false
  /// A key to a door that the caller gave.
  package var key: PresentedKey?

  package init(
    source: RunSource, operand: String? = nil, concerns: [Fault] = [], isConfirmed: Bool = false,
    cover: Cover? = nil, entities: [EntityList] = []
  ) {
    self.source = source
    self.operand = operand
    self.concerns = concerns
    self.isConfirmed = isConfirmed
    self.cover = cover
    self.entities = entities
  }
}

/// The user's word that covers all that a call touches.
package struct Permit: Sendable {
  package var rule = "harmless"
  package var isHarmless = true
  /// The grants of which the run uses one up.
  package var redeems: [Grant] = []
  /// What needs an authentication and was granted without one.
  package var unproven: [Capability] = []
}

extension Capability {
  /// Whether the person must have proved who they are when it was granted, or else does so at the run.
  package var needsAuthentication: Bool { permissionClass >= .unlock }
}
