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
  private let strings: StringCatalog?
  /// What changes where a definition has the name already.
  package let difference: TrustDifference?
  /// The texts of the folder with those that come along; `nil` when none does.
  private let catalog: [UInt8]?

  private var catalogPath: String { "\(folder)/\(DefinitionTexts.fileName)" }

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
    strings = shared.strings
    if let strings { faults += CatalogCheck.faults(of: definition, file: display, in: strings) }
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
    difference =
      if let old {
        await TrustDifference(
          from: old, to: SourceFile(displayPath: engine.library.display(path), path: path, bytes: bytes),
          id: id, engine)
      } else {
        nil
      }
    let place = "\(folder)/\(DefinitionTexts.fileName)"
    catalog = try strings.flatMap { strings throws(Failure) in
      try CatalogMerge.adding(
        strings.entries(for: loaded.definition), in: strings.sourceLanguage, to: installer.read(place),
        file: engine.library.display(place))
    }
  }

  /// Writes the texts and then the definition; what was trusted of these very bytes is not trusted any more.
  package func install(_ engine: Engine) throws(Failure) {
    let installer = engine.installer
    try installer.makeFolder(folder, 0o700)
    if let catalog { try installer.write(catalogPath, catalog, 0o600) }
    let store = engine.world.store
    if try store.standing(of: path).trust?.source == bytes { _ = try store.removeTrust(of: path) }
    try installer.write(path, bytes, 0o600)
    try AuthoringFolder.writeSchema(in: folder, engine)
  }

  /// Whether it cannot be run before it is trusted.
  package var needsTrust: Bool {
    HandlerRegistry.live.find(definition.handler)?.descriptor.hasOutput ?? true
      || things.capabilities.contains { $0.permissionClass != .harmless }
  }
}
