package import IntentCore
internal import IntentHandlers
package import IntentLoading
internal import IntentPipeline

/// The definitions that a caller can run: found, read, linked and translated.
package struct IntentLibrary: Sendable {
  package let world: World
  package let files: DefinitionAccess
  package let places: UserPlaces
  /// The further folders of definitions that the caller's environment names.
  private let further: @Sendable () -> [String]
  /// The names of the front door's own commands, and those too that it keeps for commands to come.
  private let commands: @Sendable () -> [String]
  package let reserved: @Sendable () -> [String]
  package var settings: EngineSettings
  /// The catalog of the folder that was looked into last: lists go folder by folder.
  private var catalog: (folder: String, texts: StringCatalog?)?
  /// What is wrong with catalogs that could not be used.
  private var warnings: [Fault] = []

  package init(
    world: World, files: DefinitionAccess, places: UserPlaces,
    further: @escaping @Sendable () -> [String] = { [] },
    commands: @escaping @Sendable () -> [String] = { [] },
    reserved: @escaping @Sendable () -> [String] = { [] }, settings: EngineSettings = EngineSettings()
  ) {
    (self.world, self.files, self.places, self.further) = (world, files, places, further)
    (self.commands, self.reserved, self.settings) = (commands, reserved, settings)
  }

  /// The language that people read: of the call or its environment, else of the configuration, which only then is
  /// looked at; one with a fault says nothing here.
  package var language: LanguageTag {
    settings.language ?? (try? world.configuration().language).flatMap { LanguageTag($0) } ?? .english
  }

  /// The folders of definitions in the order of the search.
  package var folders: DefinitionFolders {
    typealias Folder = DefinitionFolders.Folder
    var folders: [Folder] = []
    if let intents = settings.intents {
      folders.append(Folder(path: absolute(intents), isNamed: true))
    } else {
      folders.append(Folder(path: places.rootsIntents))
      folders += further().map { Folder(path: absolute($0), isNamed: true) }
      if let own = places.ownIntents { folders.append(Folder(path: own)) }
      let project = absolute("intents")
      let isOwn = places.ownIntents.map { $0.utf8.elementsEqual(project.utf8) } ?? false
      folders.append(Folder(path: project, project: isOwn ? nil : places.working))
    }
    return DefinitionFolders(folders: folders, access: files)
  }

  /// A path as the caller means it, from the working directory.
  package func absolute(_ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    return places.working == "/" ? "/\(path)" : "\(places.working)/\(path)"
  }

  /// A path as people like to read it: from the working directory where it lies below.
  package func display(_ path: String) -> String {
    let prefix = places.working + "/"
    return path.utf8.starts(with: prefix.utf8) ? String(path.utf8.dropFirst(prefix.utf8.count)) ?? path : path
  }

  package func open(_ path: String) throws(Failure) -> SourceFile { try files.open(path) }

  /// The definition of an id, opened; where none is near, a command may have been meant.
  package func find(_ id: String) throws(Failure) -> SourceFile {
    do throws(Failure) {
      return try folders.find(id)
    } catch {
      guard error.faults.first?.code == .intentUnknown, error.faults.first?["suggestion"] == .text(""),
        let near = Suggestion.nearest(to: id, among: commands()), near != id
      else { throw error }
      throw Failure(.intentUnknown, ["intent": .text(id), "suggestion": .text(near)])
    }
  }

  /// Refuses what cannot be an id, and the names of commands.
  package func checkFree(_ id: String) throws(Failure) {
    guard Names.isIntent(id) else { throw .noIdentifier(id) }
    if reserved().contains(id) {
      throw Failure(.valueIdentifier, ["reason": "command", "id": .text(id), "hint": "choose another name"])
    }
  }

  /// A definition by its id, or by the path of its file.
  package func definition(_ operand: String) throws(Failure) -> (file: SourceFile, id: String) {
    guard operand.utf8.contains(UInt8(ascii: "/")) || operand.jsonStem != nil else {
      return (try find(operand), operand)
    }
    let id = operand.fileName.jsonStem ?? operand.fileName
    guard Names.isIntent(id) else {
      throw Failure(.fileName, ["path": .text(operand), "name": .text(id)])
    }
    return (try open(absolute(operand)), id)
  }

  /// The absolute path of a definition, also when its file is gone.
  package func definitionPath(_ operand: String) throws(Failure) -> String {
    do throws(Failure) {
      return try definition(operand).file.path
    } catch  where error.faults.first?.code == .fileMissing {
      return absolute(operand)
    }
  }

  /// Reads a definition, with those that it runs where it is a workflow.
  package func load(_ file: SourceFile, id: String) throws(Failure) -> LoadedDefinition {
    var loaded = try read(file, id: id)
    if loaded.definition.workflow == nil { return loaded }
    let linker = WorkflowLinker(
      find: { id throws(Failure) in try folders.find(id) },
      read: { file, id throws(Failure) in
        let loaded = try read(file, id: id)
        // Answers are in the caller's language, also those of steps; values that scripts read are not.
        guard !settings.isUntranslated else { return loaded }
        var library = self
        return library.localisedForRun(loaded)
      })
    loaded.definition = try linker.link(loaded.definition, file)
    return loaded
  }

  /// Reads a definition alone.
  package func read(_ file: SourceFile, id: String) throws(Failure) -> LoadedDefinition {
    try DefinitionReader.read(
      file, id: id, descriptors: { HandlerRegistry.live.find($0)?.descriptor },
      handlerNames: { HandlerRegistry.live.all().map(\.descriptor.name) })
  }

  /// The definition in the language of the caller, as far as the catalog beside it goes.
  package mutating func localised(_ definition: IntentDefinition) -> IntentDefinition {
    let (folder, language) = (definition.folder, language)
    if catalog?.folder != folder { catalog = (folder, openCatalog(in: folder, language)) }
    return catalog?.texts.map { definition.localised(with: $0, language: language) } ?? definition
  }

  /// The catalog in a folder; `nil` when there is none, or none with texts in the language.
  private mutating func openCatalog(in folder: String, _ language: LanguageTag) -> StringCatalog? {
    let path = "\(folder)/\(DefinitionTexts.fileName)"
    if world.files.facts(path) == nil { return nil }
    do throws(Failure) {
      let file = try files.catalog(path)
      guard file.concerns.isEmpty else { throw Failure(file.concerns) }
      // One that is cut short or no JSON at all is read in full, for its fault.
      guard StringCatalog.holds(language, in: file.bytes) || !file.bytes.isEnclosed else { return nil }
      return try StringCatalog(bytes: file.bytes, file: file.displayPath)
    } catch {
      guard var fault = error.faults.first, fault.code != .fileMissing else { return nil }
      fault.arguments.removeAll { $0.name == "hint" }
      fault.arguments.append(("hint", "the texts of the definitions themselves are used"))
      warnings.append(fault.with(.warning))
      return nil
    }
  }

  /// The same for a run; the value that a script reads is made of the definition's own words.
  package mutating func localisedForRun(_ loaded: LoadedDefinition) -> LoadedDefinition {
    var localised = localised(loaded.definition)
    localised.wording = catalog.flatMap(\.texts)?.wording(of: loaded.definition)
    if settings.isUntranslated { localised.with = loaded.definition.with }
    return LoadedDefinition(definition: localised, warnings: loaded.warnings)
  }

  /// What the catalog beside a definition says for its texts, for a person's word to cover; `nil` when nothing.
  func trustedWording(of definition: IntentDefinition) -> TrustedFile? {
    let own = SourceFile(displayPath: definition.path, path: definition.path, bytes: definition.source)
    guard let file = catalogFile(in: definition.folder),
      let texts = try? StringCatalog(bytes: file.bytes, file: file.displayPath),
      let wording = (try? read(own, id: definition.id)).map({ texts.wording(of: $0.definition) }),
      !wording.isEmpty
    else { return nil }
    return TrustedFile(wording: wording, in: file.path)
  }

  /// The file of texts in a folder; `nil` where there is none that is to be used.
  func catalogFile(in folder: String) -> SourceFile? {
    guard let file = try? files.catalog("\(folder)/\(DefinitionTexts.fileName)"), file.concerns.isEmpty else {
      return nil
    }
    return file
  }

  /// What is wrong with catalogs that could not be used, as far as it was not handed out yet.
  package mutating func takeWarnings() -> [Fault] {
    defer { warnings = [] }
    return warnings
  }
}

extension [UInt8] {
  /// Whether the text begins and ends as a JSON object does.
  fileprivate var isEnclosed: Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    return first { !isSpace($0) } == UInt8(ascii: "{") && last { !isSpace($0) } == UInt8(ascii: "}")
  }
}

/// The string catalogs beside definitions.
package enum DefinitionTexts {
  package static let fileName = "Localizable.xcstrings"
}

/// What a call says about definitions and answers.
package struct EngineSettings: Sendable {
  /// The only folder in which definitions are looked for, as the caller named it.
  package var intents: String?
  /// The language of the call, else of the environment.
  package var language: LanguageTag?
  /// Whether answers stay in the definitions' own words, as scripts read them.
  package var isUntranslated = false

  package init(language: LanguageTag? = nil) { self.language = language }
}
