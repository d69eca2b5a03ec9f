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
  /// The names that the front door keeps for its own commands.
  package let names: CommandNames
  package var settings: EngineSettings
  private var texts = DefinitionTexts()

  package init(
    world: World, files: DefinitionAccess, places: UserPlaces,
    further: @escaping @Sendable () -> [String] = { [] }, names: CommandNames = CommandNames(),
    settings: EngineSettings = EngineSettings()
  ) {
    self.world = world
    self.files = files
    self.places = places
    self.further = further
    self.names = names
    self.settings = settings
  }

  /// The language that people read: of the call or its environment, else of the configuration, which only then is
  /// looked at; one with a fault says nothing here.
  package var language: LanguageTag {
    settings.language ?? (try? world.configuration().language).flatMap { LanguageTag($0) } ?? .english
  }

  /// The folders of definitions in the order of the search.
  package var folders: DefinitionFolders {
    var folders: [DefinitionFolders.Folder] = []
    if let intents = settings.intents {
      folders = [DefinitionFolders.Folder(path: absolute(intents), isNamed: true)]
    } else {
      folders.append(DefinitionFolders.Folder(path: "\(places.system)/intents", isNamed: false))
      for path in further() { folders.append(DefinitionFolders.Folder(path: absolute(path), isNamed: true)) }
      if let config = places.config {
        folders.append(DefinitionFolders.Folder(path: "\(config)/runintent/intents", isNamed: false))
      }
      folders.append(DefinitionFolders.Folder(path: absolute("intents"), isNamed: false))
    }
    return DefinitionFolders(folders: folders, open: files.open, openFolder: files.folder)
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
        let near = Suggestion.nearest(to: id, among: names.known()), near != id
      else { throw error }
      throw Failure(.intentUnknown, ["intent": .text(id), "suggestion": .text(near)])
    }
  }

  /// Refuses what cannot be an id, and the names of commands.
  package func checkFree(_ id: String) throws(Failure) {
    guard Names.isIdentifier(id) else { throw .noIdentifier(id) }
    if names.reserved().contains(id) {
      throw Failure(.valueIdentifier, ["reason": "command", "id": .text(id), "hint": "choose another name"])
    }
  }

  /// A definition by its id, or by the path of its file.
  package func definition(_ operand: String) throws(Failure) -> (file: SourceFile, id: String) {
    guard operand.utf8.contains(UInt8(ascii: "/")) || operand.hasJSONSuffix else {
      return (try find(operand), operand)
    }
    let name = operand.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? operand
    let id = name.hasJSONSuffix ? String(decoding: name.utf8.dropLast(5), as: UTF8.self) : name
    guard Names.isIdentifier(id) else {
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
        return LoadedDefinition(definition: library.localised(loaded.definition), warnings: loaded.warnings)
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
    let language = language
    guard let catalog = texts.catalog(in: definition.folder, language, world.files, files) else {
      return definition
    }
    return definition.localised(with: catalog, language: language)
  }

  /// The same for a run; the value that a script reads is made of the definition's own words.
  package mutating func localisedForRun(_ loaded: LoadedDefinition) -> LoadedDefinition {
    var localised = localised(loaded.definition)
    if settings.isUntranslated { localised.with = loaded.definition.with }
    return LoadedDefinition(definition: localised, warnings: loaded.warnings)
  }

  /// What is wrong with catalogs that could not be used, as far as it was not handed out yet.
  package mutating func takeWarnings() -> [Fault] { texts.takeWarnings() }
}

/// What a call says about definitions and answers.
package struct EngineSettings: Sendable {
  /// The only folder in which definitions are looked for, as the caller named it.
  package var intents: String?
  /// The language of the call, else of the environment.
  package var language: LanguageTag?
  /// Whether answers stay in the definitions' own words, as scripts read them.
  package var isUntranslated = false

  package init(intents: String? = nil, language: LanguageTag? = nil) {
    self.intents = intents
    self.language = language
  }
}

/// The names by which a front door calls its own commands.
package struct CommandNames: Sendable {
  package let known: @Sendable () -> [String]
  /// Those too that are kept for commands to come.
  package let reserved: @Sendable () -> [String]

  package init(
    known: @escaping @Sendable () -> [String] = { [] }, reserved: @escaping @Sendable () -> [String] = { [] }
  ) {
    self.known = known
    self.reserved = reserved
  }
}

extension String {
  package var hasJSONSuffix: Bool { utf8.count > 5 && utf8.suffix(5).elementsEqual(".json".utf8) }
}
