internal import CSQLite

/// The settings of SQLite as a whole, made once, before the first database is opened.
enum DatabaseLibrary {
  /// Locks guard what connections share and nobody counts memory; each connection is guarded by its owner.
  static let isConfigured: Bool = csqlite_configure() == SQLITE_OK
}
