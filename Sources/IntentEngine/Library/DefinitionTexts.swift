internal import IntentCore
internal import IntentLoading

/// The string catalogs beside definitions, each opened once.
package struct DefinitionTexts: Sendable {
  // No table: most calls look into one folder, and to make the type of one costs each run more than all else
  // here. `list` goes folder by folder.
  private var folder: String?
  private var catalog: StringCatalog?
  /// What is wrong with catalogs that could not be used.
  private(set) var warnings: [Fault] = []

  package static let fileName = "Localizable.xcstrings"

  /// The catalog in a folder; `nil` when there is none, or none with texts in the language.
  mutating func catalog(
    in folder: String, _ language: LanguageTag, _ files: World.Files, _ access: DefinitionAccess
  ) -> StringCatalog? {
    if self.folder == folder { return catalog }
    let path = "\(folder)/\(Self.fileName)"
    catalog = files.facts(path) == nil ? nil : open(path, language, access)
    self.folder = folder
    return catalog
  }

  private mutating func open(
    _ path: String, _ language: LanguageTag, _ files: DefinitionAccess
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
