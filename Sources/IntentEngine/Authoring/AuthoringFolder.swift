package import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline

/// Where people's own definitions lie, and the schema that goes with them.
package enum AuthoringFolder {
  package static let schemaName = DefinitionSchema.fileName

  /// The schema of definitions as this program reads them.
  package static var schema: [UInt8] {
    let schema = DefinitionSchema(
      handlers: HandlerRegistry.live.all().map(\.descriptor), entities: EntityLists.kinds,
      icons: [
        "archivebox", "bell", "bolt", "checkmark.shield", "clock", "folder", "gearshape", "globe", "house",
        "internaldrive", "info.circle", "lock", "network", "terminal", "wifi",
      ])
    return Array(schema.text.utf8)
  }

  /// The folder that `new` writes to: that of `--intents`, else the user's own.
  package static func folder(_ engine: Engine) throws(Failure) -> String {
    if let intents = engine.settings.intents { return engine.library.absolute(intents) }
    guard let config = engine.library.places.config else {
      throw Failure(.fileMissing, ["path": "HOME", "reason": "no home folder is known: set HOME"])
    }
    return "\(config)/runintent/intents"
  }

  /// Puts the schema beside definitions, so that editors find what `$schema` names.
  package static func writeSchema(in folder: String, _ engine: Engine) throws(Failure) {
    let installer = engine.installer
    let path = "\(folder)/\(schemaName)"
    let schema = schema
    if installer.read(path) != schema { try installer.write(path, schema, 0o644) }
  }
}
