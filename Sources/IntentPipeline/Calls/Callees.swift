package import IntentCore

extension IntentDefinition {
  /// The definitions that a workflow can come to run, each once.
  package var callees: [Callee] {
    var found: [Callee] = []
    var known: Set<[UInt8]> = []
    var next = workflow?.callees ?? []
    while let callee = next.popLast() {
      guard known.insert(Array(callee.definition.path.utf8)).inserted else { continue }
      found.append(callee)
      next += callee.definition.workflow?.callees ?? []
    }
    return found
  }

  /// The kinds of things that parameters of called definitions pick from.
  package var calledEntities: [String] {
    var kinds: [String] = []
    for callee in callees {
      for parameter in callee.definition.parameters {
        if let kind = parameter.entity, !kinds.contains(kind) { kinds.append(kind) }
      }
    }
    return kinds
  }
}
