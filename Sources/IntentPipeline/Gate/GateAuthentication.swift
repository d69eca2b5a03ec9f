package import IntentCore

extension Capability {
  /// Whether the person must have proved who they are when it was granted, or else does so at the run.
  package var needsAuthentication: Bool { permissionClass >= .unlock }
}

extension Gate {
  /// What the run, and what it was granted without an authentication, ask of the person; `nil` when they have it.
  func authentication(
    _ need: IntentDefinition.Authentication, of definition: IntentDefinition, _ permit: Permit, _ entry: Entry
  ) -> Question? {
    if need == .required || !permit.unproven.isEmpty, !entry.isAuthenticated {
      return question(.required, permit.unproven, definition, entry)
    }
    if need == .unlocked, !entry.isUnlocked { return question(.unlocked, [], definition, entry) }
    return nil
  }

  private func question(
    _ need: IntentDefinition.Authentication, _ capabilities: [Capability], _ definition: IntentDefinition,
    _ entry: Entry
  ) -> Question {
    .authentication(
      Question.AuthenticationQuestion(
        intent: definition.id, operand: entry.operand ?? definition.id, path: definition.path, need: need,
        capabilities: capabilities, source: entry.source))
  }
}
