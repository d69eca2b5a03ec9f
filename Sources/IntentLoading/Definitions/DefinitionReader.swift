package import IntentCore
internal import JSON

/// Turns the bytes of one file into a definition, or says everything that is wrong with it.
package enum DefinitionReader {
  static let keys = [
    "$schema", "title", "description", "summary", "icon", "category", "phrases", "keywords", "hidden",
    "search", "suggest", "parameters", "required", "handler", "with", "result", "modes", "authentication",
    "confirm", "limits", "uses", "idempotent",
  ]

  /// Reads a definition called `id`; `descriptors` knows the handlers, and `handlerNames` lists them for the
  /// message when one is unknown.
  package static func read(
    _ file: SourceFile, id: String, descriptors: (String) -> HandlerDescriptor?,
    handlerNames: () -> [String]
  ) throws(Failure) -> LoadedDefinition {
    guard Names.isIdentifier(id) else {
      throw Failure(
        .fileName, ["name": .text(id), "limit": .integer(Names.limit)],
        at: SourceLocation(file: file.displayPath, line: 1, column: 1))
    }
    let document = try JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
    var log = ReadingLog(document: document)
    var draft = DefinitionDraft(id: id, file: file)
    if case .object(let members) = document.root.kind {
      for member in members { draft.take(member, &log) }
      draft.finish(descriptors: descriptors, handlerNames: handlerNames, &log)
    } else {
      log.wrongType("", document.root, expected: "an object")
    }
    if !log.errors.isEmpty { throw Failure(log.sorted(log.errors) + log.sorted(log.warnings)) }
    return LoadedDefinition(definition: draft.definition, warnings: log.sorted(log.warnings))
  }
}
