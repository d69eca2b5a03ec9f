package import IntentCore
internal import IntentHandlers
package import IntentLoading
internal import IntentPipeline

/// A definition from elsewhere on its way into a folder: checked, and shown before it is written.
package struct DefinitionImport {
  package let id: String
  /// Where it goes.
  package let path: String
  package private(set) var warnings: [Fault]
  private let folder: String
  private let bytes: [UInt8]
  private let old: [UInt8]?
  package let definition: IntentDefinition
  package let things: NeededThings
  /// What changes where a definition has the name already.
  package let difference: TrustDifference?
  /// The texts of the folder with those that come along; `nil` when none does.
  private let catalog: [UInt8]?

  /// Whether the same bytes are there already.
  package var isThere: Bool { old == bytes }

  /// Fails with every fault that `check` would find, and when the name is taken and not to be replaced.
  package init(
    of shared: SharedDefinition, as id: String, from display: String, replaces: Bool, again: [String],
    _ engine: Engine
  ) async throws(Failure) {
    self.id = id
    let folder = try AuthoringFolder.folder(engine)
    self.folder = folder
    let path = "\(folder)/\(id).json"
    self.path = path
    bytes = shared.bytes
    let file = SourceFile(displayPath: display, path: path, bytes: shared.placed)
    let loaded = try engine.library.load(file, id: id)
    definition = loaded.definition
    var faults = loaded.warnings
    // What lies beside the definition at its home does not come along, and is listed.
    faults += await DefinitionCheck.faults(definition, file, engine).filter {
      !($0.code == .definitionExecutable && $0.severity == .error)
    }
    if let strings = shared.strings {
      faults += CatalogCheck.faults(of: definition, file: display, in: strings)
    }
    let errors = faults.filter { $0.severity == .error }
    if !errors.isEmpty { throw Failure(errors) }
    warnings = faults
    things = await NeededThings.of(definition, engine)
    let installer = engine.installer
    old = installer.read(path)
    if let old, old != bytes, !replaces {
      throw Failure(
        .fileExists, ["path": .text(engine.library.display(path)), "replace": .list(again + ["--replace"])])
    }
    let new = SourceFile(displayPath: engine.library.display(path), path: path, bytes: bytes)
    difference = if let old { await TrustDifference(from: old, to: new, id: id, engine) } else { nil }
    let place = "\(folder)/\(DefinitionTexts.fileName)"
    catalog = try shared.strings.flatMap { strings throws(Failure) in
      let others = engine.library.definitions(in: folder, besides: id)
      return try CatalogMerge.adding(
        CatalogMerge.entries(of: loaded.definition, in: strings, beside: others), in: strings.sourceLanguage,
        to: installer.read(place),
        file: engine.library.display(place))
    }
  }

  /// Writes the texts and then the definition; what was allowed of these very bytes is not allowed any more.
  package func install(_ engine: Engine) throws(Failure) {
    let installer = engine.installer
    try installer.makeFolder(folder, 0o700)
    if let catalog { try installer.write("\(folder)/\(DefinitionTexts.fileName)", catalog, 0o600) }
    let store = engine.world.store
    if try store.standings(of: path).contains(where: { $0.trust?.source == bytes }) {
      _ = try store.removeTrust(of: path)
    }
    try installer.write(path, bytes, 0o600)
    try AuthoringFolder.writeSchema(in: folder, engine)
  }

  /// Whether it cannot be run before it is allowed.
  package var needsWord: Bool {
    definition.startsPrograms ?? true || things.capabilities.contains { $0.permissionClass != .harmless }
  }
}

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
    world.files.isExecutable = { path in real.isExecutable(path) || lookUp.find(path.fileName) == nil }
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
