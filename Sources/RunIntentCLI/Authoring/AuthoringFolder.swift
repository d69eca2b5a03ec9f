internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline

/// Where people's own definitions lie, and the schema that goes with them.
enum AuthoringFolder {
  static let schemaName = DefinitionSchema.fileName

  /// The schema of definitions as this program reads them.
  static var schema: [UInt8] {
    let schema = DefinitionSchema(
      handlers: HandlerRegistry.live.all().map(\.descriptor), entities: EntityLists.kinds,
      icons: [
        "archivebox", "bell", "bolt", "checkmark.shield", "clock", "folder", "gearshape", "globe", "house",
        "internaldrive", "info.circle", "lock", "network", "terminal", "wifi",
      ])
    return Array(schema.text.utf8)
  }

  /// The folder that `new` writes to: that of `--intents`, else the user's own.
  static func folder(_ session: Session) throws(Failure) -> String {
    if let intents = session.engine.settings.intents { return session.absolute(intents) }
    guard let config = session.environment.folders.config else {
      throw Failure(.fileMissing, ["path": "HOME", "reason": "no home folder is known: set HOME"])
    }
    return "\(config)/runintent/intents"
  }

  /// Puts the schema beside definitions, so that editors find what `$schema` names.
  static func writeSchema(in folder: String, _ session: Session) throws(Failure) {
    let installer = session.environment.installer
    let path = "\(folder)/\(schemaName)"
    let schema = schema
    if installer.read(path) != schema { try installer.write(path, schema, 0o644) }
  }
}
