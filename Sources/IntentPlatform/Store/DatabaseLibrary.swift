internal import CSQLite
internal import Synchronization

/// The settings of SQLite as a whole, made once, before the first database is opened.
enum DatabaseLibrary {
  private static let hasOneThread = Atomic(false)

  /// Promises that this process never has a second thread, so that locks inside SQLite are left out;
  /// has no effect once a database has been opened.
  static func assumeOneThread() { hasOneThread.store(true, ordering: .relaxed) }

  static let configured: Bool = csqlite_configure(hasOneThread.load(ordering: .relaxed) ? 1 : 0) == SQLITE_OK
}
