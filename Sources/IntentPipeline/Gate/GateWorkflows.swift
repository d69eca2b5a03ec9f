internal import IntentCore

extension Gate {
  /// A step is allowed what its workflow is; the denials and the trust of its own were looked at before.
  func covered(_ needed: [Capability], _ cover: Cover, _ entry: Entry) -> Resolution<Permit> {
    let now = world.clock.wall()
    let missing = needed.filter { !cover.covers($0, from: entry.source, at: now) }
    guard !missing.isEmpty else {
      return .ready(Permit(rule: "trusted, granted to \(cover.definition.id)", isHarmless: false))
    }
    var blamed = entry
    blamed.operand = cover.operand
    return .needs([question(.notGranted, missing, cover.definition, blamed)])
  }

  /// The definitions that a workflow runs and that need trust of their own.
  func trustedCallees(of workflow: IntentDefinition) throws(Failure) -> [Callee] {
    var callees: [Callee] = []
    for callee in workflow.callees {
      let handler = try registry.handler(of: callee.definition)
      if handler.descriptor.hasOutput || callee.definition.isHarmful(handler, world) {
        callees.append(callee)
      }
    }
    return callees
  }

  /// The definitions that a workflow runs, and what they name, must be as they were when the workflow was trusted:
  /// looked at before its first step.
  func refuseDistrusted(_ workflow: IntentDefinition, _ entry: Entry) throws(Failure) {
    var faults: [Fault] = []
    for callee in try trustedCallees(of: workflow) {
      let definition = callee.definition
      try refuseConcerns(callee.concerns)
      guard try standing(of: definition, entry).distrust(of: definition, world) != nil else { continue }
      faults.append(
        Fault(
          .fileChanged,
          [
            "path": .text(definition.path), "intent": .text(workflow.id),
            "command": .list(["runintent", "trust", entry.operand ?? workflow.id]),
          ]))
    }
    if !faults.isEmpty { throw Failure(faults) }
  }
}

extension IntentDefinition {
  /// Whether some call of it may touch what needs permission.
  fileprivate func isHarmful(_ handler: any DescribedHandler, _ world: World) -> Bool {
    let call = HandlerCall(definition: self, parameters: ValueObject(), lookUp: .path(of: self, world: world))
    guard let capabilities = try? handler.claims(call) else { return true }
    return capabilities.contains { $0.permissionClass != .harmless }
  }
}
