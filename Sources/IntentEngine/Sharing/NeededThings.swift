package import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline

/// What a definition touches and what it needs besides itself, told also where some of it is not there.
package struct NeededThings: Sendable {
  package private(set) var capabilities: [Capability] = []
  /// Scripts, programs and files of somebody's own, which do not go with the definition.
  package private(set) var filesBeside: [String] = []
  package private(set) var secrets: [String]

  package static func of(_ definition: IntentDefinition, _ engine: Engine) async -> NeededThings {
    var things = NeededThings(secrets: definition.secrets)
    var world = engine.world
    let lookUp = ExecutableLookup.path(of: definition, world: world)
    let (real, user) = (world.files, world.machine.caller.user)
    // What is not there counts as if it were in the first place where it is looked for.
    world.files.facts = { path in
      real.facts(path) ?? FileFacts(kind: .regular, owner: user, group: 0, mode: 0o755, size: 0)
    }
    world.files.isExecutable = { path in
      let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
      return real.isExecutable(path) || lookUp.find(name) == nil
    }
    guard
      let claims = try? await Claims.of(definition, registry: .live, entities: .live, world: world)
    else { return things }
    things.capabilities = claims.capabilities
    things.filesBeside = claims.files.filter { name, _ in
      name.utf8.contains(UInt8(ascii: "/")) && !(lookUp.find(name).map(real.isRootsAlone) ?? false)
    }.map(\.name)
    return things
  }
}
