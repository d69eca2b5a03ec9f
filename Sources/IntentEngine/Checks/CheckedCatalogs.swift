internal import IntentCore
internal import IntentLoading

/// The catalogs that `check` has looked into, each read and checked once.
struct CheckedCatalogs {
  private var catalogs: [String: StringCatalog] = [:]
  private var looked: Set<String> = []

  /// The catalog in a folder that was looked into.
  func catalog(in folder: String) -> StringCatalog? { catalogs[folder] }

  /// What is wrong with the catalog beside a definition, when it is met for the first time, and what it lacks
  /// for the definition.
  mutating func faults(
    of definition: IntentDefinition, _ file: SourceFile, _ files: DefinitionAccess
  ) -> [Fault] {
    var faults: [Fault] = []
    if looked.insert(definition.folder).inserted {
      do throws(Failure) {
        let source = try files.catalog("\(definition.folder)/\(DefinitionTexts.fileName)")
        faults += source.concerns
        let catalog = try StringCatalog(bytes: source.bytes, file: source.displayPath)
        catalogs[definition.folder] = catalog
        faults += CatalogCheck.faults(in: catalog)
      } catch {
        faults += error.faults.filter { $0.code != .fileMissing }
      }
    }
    guard let catalog = catalogs[definition.folder] else { return faults }
    return faults + CatalogCheck.faults(of: definition, file: file.displayPath, in: catalog)
  }
}
