package import IntentCore

/// Turns the bytes of one file into a definition, or says everything that is wrong with it.
package enum DefinitionReader {
  /// Reads a definition called `id`; `descriptors` knows the handlers, and `handlerNames` lists them for the
  /// message when one is unknown.
  package static func read(
    _ file: SourceFile, id: String, descriptors: (String) -> HandlerDescriptor?, handlerNames: () -> [String]
  ) throws(Failure) -> LoadedDefinition {
    try Names.checkFileName(id, of: file)
    let document = try JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
    var log = ReadingLog(document: document)
    var draft = DefinitionDraft(id: id, file: file)
    draft.read(document, &log)
    if case .object = document.root.kind {
      draft.finish(descriptors: descriptors, handlerNames: handlerNames, &log)
    }
    if !log.errors.isEmpty { throw Failure(log.sorted(log.errors) + log.sorted(log.warnings)) }
    return LoadedDefinition(definition: draft.definition, warnings: log.sorted(log.warnings))
  }
}

/// A definition that was read, with what is unwise about it.
package struct LoadedDefinition: Sendable {
  package var definition: IntentDefinition
  package var warnings: [Fault]

  package init(definition: IntentDefinition, warnings: [Fault] = []) {
    self.definition = definition
    self.warnings = warnings
  }
}
