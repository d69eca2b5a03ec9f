package import IntentCore

/// What a workflow was allowed, for the steps that it runs: a step may touch nothing else.
package final class Cover: Sendable {
  let definition: IntentDefinition
  let operand: String
  /// As bytes: equal strings may be of other paths and names.
  private let texts: Set<[UInt8]>
  private let standing: Standing
  /// What a person allowed for the workflow's run alone: it counts for the bytes of what the workflow runs.
  package let allowance: Allowance?

  /// - Parameter standing: What the store says of the workflow's definition.
  package init(_ workflow: AuthorizedInvocation, operand: String?, standing: Standing) {
    definition = workflow.definition
    self.operand = operand ?? workflow.definition.id
    texts = Set(workflow.capabilities.map { Array($0.text.utf8) })
    self.standing = standing
    allowance = workflow.allowance
  }

  /// What was not known before the step, such as the door that another step named, needs the workflow's own permission.
  func covers(_ capability: Capability, from source: RunSource, at now: WallTime) -> Bool {
    if capability.isOpen { return false }
    if texts.contains(Array(capability.text.utf8)) { return true }
    guard case .allowed(let grant) = standing.verdict(on: capability, from: source, at: now) else {
      return false
    }
    return grant.usesLeft == nil
  }
}

extension Gate {
  /// A step is allowed what its workflow is; the denials and the bytes of its own were looked at before.
  func covered(_ needed: [Capability], _ cover: Cover, _ entry: Entry) -> Resolution<Permit> {
    let now = world.clock.wall()
    let missing = needed.filter { !cover.covers($0, from: entry.source, at: now) }
    guard !missing.isEmpty else {
      return .ready(Permit(rule: "allowed: \(cover.definition.id)", isHarmless: false))
    }
    var blamed = entry
    blamed.operand = cover.operand
    return .needs([question(.notAllowed, missing, cover.definition, blamed)])
  }

  /// The definitions that a workflow runs and whose bytes must be allowed.
  func trustedCallees(of workflow: IntentDefinition) throws(Failure) -> [Callee] {
    var callees: [Callee] = []
    for callee in workflow.callees {
      let handler = try registry.handler(of: callee.definition)
      if handler.descriptor.hasOutput || isHarmful(callee.definition, handler) { callees.append(callee) }
    }
    return callees
  }

  /// Whether some call of it may touch what needs permission.
  private func isHarmful(_ definition: IntentDefinition, _ handler: any DescribedHandler) -> Bool {
    let call = HandlerCall(
      definition: definition, parameters: ValueObject(), lookUp: .path(of: definition, world: world))
    guard let capabilities = try? handler.claims(call) else { return true }
    return capabilities.contains { $0.permissionClass != .harmless }
  }

  /// The definitions that a workflow runs, and what they name, must be as they were when the workflow was allowed:
  /// looked at before its first step.
  func refuseDistrusted(_ workflow: IntentDefinition, _ entry: Entry) throws(Failure) {
    var faults: [Fault] = []
    for callee in try trustedCallees(of: workflow) {
      let definition = callee.definition
      try callee.concerns.refuseConcerns()
      guard try standing(of: definition, entry).distrust(of: definition, world) != nil else { continue }
      faults.append(
        Fault(
          .fileChanged,
          [
            "path": .text(definition.path), "intent": .text(workflow.id),
            "command": .list(
              ["runintent", "allow", entry.operand ?? workflow.id] + entry.source.who.options),
          ]))
    }
    if !faults.isEmpty { throw Failure(faults) }
  }
}
