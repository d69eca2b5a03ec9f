internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// A definition from elsewhere on its way into a folder: checked, and shown before it is written.
struct Arrival {
  let id: String
  /// Where it goes.
  let path: String
  private(set) var warnings: [Fault]
  private let folder: String
  private let bytes: [UInt8]
  private let old: [UInt8]?
  private let definition: IntentDefinition
  private let things: NeededThings
  private let strings: StringCatalog?
  /// The texts of the folder with those that come along; `nil` when none does.
  private let catalog: [UInt8]?

  private var catalogPath: String { "\(folder)/\(DefinitionTexts.fileName)" }

  /// Whether the same bytes are there already.
  var isThere: Bool { old == bytes }

  /// Fails with every fault that `check` would find, and when the name is taken and not to be replaced.
  init(
    of shared: SharedDefinition, as id: String, from display: String, replaces: Bool, again: [String],
    _ session: Session
  ) async throws(Failure) {
    self.id = id
    let folder = try AuthoringFolder.folder(session)
    self.folder = folder
    let path = "\(folder)/\(id).json"
    self.path = path
    bytes = shared.bytes
    let file = SourceFile(displayPath: display, path: path, bytes: shared.placed)
    let loaded = try session.load(file, id: id)
    definition = loaded.definition
    var faults = loaded.warnings
    // What lies beside the definition at its home does not come along, and is listed.
    faults += await DefinitionCheck.faults(definition, file, session).filter {
      !($0.code == .definitionExecutable && $0.severity == .error)
    }
    strings = shared.strings
    if let strings { faults += CatalogCheck.faults(of: definition, file: display, in: strings) }
    let errors = faults.filter { $0.severity == .error }
    if !errors.isEmpty { throw Failure(errors) }
    warnings = faults
    things = await NeededThings.of(definition, session)
    let installer = session.environment.installer
    old = installer.read(path)
    if let old, old != bytes, !replaces {
      throw Failure(
        .fileExists, ["path": .text(session.display(path)), "replace": .list(again + ["--replace"])])
    }
    let place = "\(folder)/\(DefinitionTexts.fileName)"
    catalog = try strings.flatMap { strings throws(Failure) in
      try CatalogMerge.adding(
        strings.entries(for: loaded.definition), in: strings.sourceLanguage, to: installer.read(place),
        file: session.display(place))
    }
  }

  /// What is to be judged before it is written.
  func text(_ session: Session) async -> String {
    let say = session.text
    func line(_ words: String, _ values: ValueObject) -> String { "  \(say(words, values))\n" }
    var text = "\(definition.title.cleaned(.quoted))\n"
    text += line("as ${file}", ["file": .string(session.display(path).cleaned(.quoted))])
    if let old {
      let file = SourceFile(displayPath: session.display(path), path: path, bytes: bytes)
      text += await TrustDifference(from: old, to: file, id: id, session.engine).text(session)
    }
    let needed = things.capabilities.filter { $0.permissionClass != .harmless }
    if needed.isEmpty { text += "  \(say("touches nothing that needs permission"))\n" }
    for capability in needed {
      let act = CapabilityPhrase.text(capability, say).cleaned(.quoted)
      text += line("may ${act}", ["act": .string(act)])
    }
    for name in things.filesBeside {
      text += line("not included: ${file}", ["file": .string(name.cleaned(.quoted))])
    }
    return text
  }

  /// Writes the texts and then the definition; what was trusted of these very bytes is not trusted any more.
  func install(_ session: Session) throws(Failure) {
    let installer = session.environment.installer
    try installer.makeFolder(folder, 0o700)
    if let catalog { try installer.write(catalogPath, catalog, 0o600) }
    let store = session.world.store
    if try store.standing(of: path).trust?.source == bytes { _ = try store.removeTrust(of: path) }
    try installer.write(path, bytes, 0o600)
    try AuthoringFolder.writeSchema(in: folder, session)
  }

  /// Says what was done and what is next.
  func tell(_ session: inout Session) {
    let needsTrust =
      HandlerRegistry.live.find(definition.handler)?.descriptor.hasOutput ?? true
      || things.capabilities.contains { $0.permissionClass != .harmless }
    let operand = session.engine.settings.intents.map { ["--intents", $0, id] } ?? [id]
    let next = ["runintent"] + (needsTrust ? ["trust"] : []) + operand
    if session.settings.isJSON {
      session.write(
        json: .object([
          "schemaVersion": 1, "id": .string(id), "path": .string(path), "trusted": false,
          "capabilities": .array(things.capabilities.map { .string($0.text) }),
          "secrets": .array(things.secrets.map { .string($0) }),
          "notIncluded": .array(things.filesBeside.map { .string($0) }),
          "next": .array([.array(next.map { .string($0) })]),
        ]))
    } else if !session.settings.isQuiet {
      let say = session.text
      let place = session.display(path).cleaned(.quoted)
      session.print(say("imported, and not trusted: ${file}", ["file": .string(place)]))
      let command: ValueObject = ["command": .string(ShellWords.join(next))]
      session.print(
        needsTrust ? say("to allow it: ${command}", command) : say("to run it: ${command}", command))
    }
  }
}
