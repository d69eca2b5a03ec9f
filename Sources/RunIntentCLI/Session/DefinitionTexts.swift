internal import IntentCore
internal import IntentLoading
internal import StringCatalogs

/// The string catalogs beside definitions, each opened once.
struct DefinitionTexts {
  // No table: most calls look into one folder, and to make the type of one costs each run more than all else
  // here. `list` goes folder by folder.
  private var folder: String?
  private var catalog: StringCatalog?
  /// What is wrong with catalogs that could not be used.
  private(set) var warnings: [Fault] = []

  static let fileName = "Localizable.xcstrings"

  /// The catalog in a folder; `nil` when there is none, or none with texts in the language.
  mutating func catalog(
    in folder: String, _ language: LanguageTag, _ environment: ToolEnvironment
  ) -> StringCatalog? {
    if self.folder == folder { return catalog }
    let path = "\(folder)/\(Self.fileName)"
    catalog = environment.world.files.facts(path) == nil ? nil : open(path, language, environment.files)
    self.folder = folder
    return catalog
  }

  private mutating func open(
    _ path: String, _ language: LanguageTag, _ files: ToolEnvironment.DefinitionAccess
  ) -> StringCatalog? {
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

  /// Hands out the warnings that were not shown yet.
  mutating func takeWarnings() -> [Fault] {
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

extension Session {
  /// The definition in the language of the caller, as far as the catalog beside it goes.
  mutating func localised(_ definition: IntentDefinition) -> IntentDefinition {
    guard let catalog = texts.catalog(in: definition.folder, language, environment) else {
      return definition
    }
    return definition.localised(with: catalog, language: language)
  }

  /// The same for a run; the value that a script reads is made of the definition's own words.
  mutating func localisedForRun(_ loaded: LoadedDefinition) -> LoadedDefinition {
    var localised = localised(loaded.definition)
    if settings.output == .value { localised.with = loaded.definition.with }
    return LoadedDefinition(definition: localised, warnings: loaded.warnings)
  }
}
