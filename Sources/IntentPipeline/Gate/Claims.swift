package import IntentCore

/// What a definition can come to touch, over every value its parameters can enumerate.
package struct Claims: Sendable {
  package var capabilities: [Capability]
  /// The files that trust covers, with the paths they stand for now (`nil` when nothing is there).
  package var files: [(name: String, path: String?)]
  /// Where programs were looked up.
  package var searchPath: String
  /// The programs that write the secrets which the definition and its handler need, as far as they are there.
  package var helpers: [HelperFile] = []

  /// - Parameter trusted: The files of the user's trust, whose recorded paths then count.
  package static func of(
    _ definition: IntentDefinition, registry: HandlerRegistry, entities: EntityLists, world: World,
    trusted: [TrustedFile] = []
  ) async throws(Failure) -> Claims {
    let registry = registry.served(world)
    let handler = try registry.handler(of: definition)
    var choices: [(name: String, values: [Value?])] = []
    for parameter in definition.parameters where definition.mentions(parameter.name) {
      var values = try await Self.values(of: parameter, entities: entities, world: world)
      if !parameter.isRequired, parameter.defaultValue == nil { values.append(nil) }
      choices.append((parameter.name, values))
    }
    let lookUp = ExecutableLookup.trusted(trusted, else: .path(of: definition, world: world))
    var claims = Claims(capabilities: [], files: [], searchPath: lookUp.searchPath)
    let called = await entities.called(by: definition, world)
    for values in ValueObject.combinations(of: choices) {
      let call = HandlerCall(definition: definition, parameters: values, lookUp: lookUp)
      do throws(Failure) {
        try claims.add(call, handler)
        for helper in try world.helpers(of: call, handler)
        where !claims.helpers.contains(where: { $0.name.utf8.elementsEqual(helper.name.utf8) }) {
          claims.helpers.append(helper)
        }
      } catch  where values.count < choices.count && error.faults.first?.code == .executableMissing {
        // Without a value there is nothing to run, and a call without it is refused.
        continue
      }
      guard definition.workflow != nil else { continue }
      for capability in try registry.capabilities(of: call, world, entities: called) {
        claims.add(capability)
      }
    }
    for listing in definition.listings {
      let call = HandlerCall(definition: listing, parameters: ValueObject(), lookUp: lookUp)
      try claims.add(call, try registry.handler(of: listing))
    }
    return claims
  }

  private mutating func add(_ capability: Capability) {
    let text = capability.text
    // Equal strings may be of other paths.
    if !capabilities.contains(where: { $0.text.utf8.elementsEqual(text.utf8) }) {
      capabilities.append(capability)
    }
  }

  private mutating func add(_ call: HandlerCall, _ handler: any DescribedHandler) throws(Failure) {
    let reach = try handler.claimsAndFiles(call)
    for capability in reach.capabilities { add(capability) }
    for name in reach.files
    where !files.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      files.append((name, call.lookUp.find(name)))
    }
  }

  private static func values(
    of parameter: Parameter, entities: EntityLists, world: World
  ) async throws(Failure) -> [Value?] {
    if let kind = parameter.entity { return try await entities.list(kind, world).map { .string($0.id) } }
    return parameter.enumerated ?? [parameter.defaultValue ?? .string("${\(parameter.name)}")]
  }
}

extension IntentDefinition {
  /// Whether the handler's input depends on the parameter.
  fileprivate func mentions(_ name: String) -> Bool {
    let isName: (Template.Reference) -> Bool = {
      if case .parameter(name, _) = $0 { true } else { false }
    }
    return with.contains { $0.value.references.contains(where: isName) }
      || ((sandbox?.read ?? []) + (sandbox?.write ?? [])).contains { $0.references.contains(where: isName) }
      || workflow?.references.contains(where: isName) ?? false
  }
}
