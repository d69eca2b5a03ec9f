internal import IntentCore

/// What a workflow was allowed, for the steps that it runs: a step may touch nothing else.
package final class Cover: Sendable {
  let definition: IntentDefinition
  let operand: String
  /// As bytes: equal strings may be of other paths and names.
  private let texts: Set<[UInt8]>
  private let standing: Standing
  /// What a person allowed for the workflow's run alone: it counts for the bytes of what the workflow runs.
  package let allowance: Allowance?

  init(
    definition: IntentDefinition, operand: String, capabilities: [Capability], standing: Standing,
    allowance: Allowance?
  ) {
    self.definition = definition
    self.operand = operand
    texts = Set(capabilities.map { Array($0.text.utf8) })
    self.standing = standing
    self.allowance = allowance
  }

  /// What was not known before the step, such as the door that another step named, needs the workflow's own grant.
  func covers(_ capability: Capability, from source: RunSource, at now: WallTime) -> Bool {
    if capability.isOpen { return false }
    if texts.contains(Array(capability.text.utf8)) { return true }
    if case .granted(let grant) = standing.verdict(on: capability, from: source, at: now) {
      return grant.usesLeft == nil
    }
    return false
  }
}
