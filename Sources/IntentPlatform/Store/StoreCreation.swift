internal import CSQLite
internal import Glibc
internal import IntentCore

/// Makes a file of the store beside its place and moves it there whole, one process at a time.
enum StoreCreation {
  private static let lockName = "creation.lock"

  static func create(_ schema: StoreSchema, _ folder: StoreFolder) throws(Failure) {
    let lock = try folder.openFile(lockName)
    defer { close(lock) }
    try wait(for: lock, folder)
    if try folder.facts(schema.fileName) != nil { return }
    try setAside(schema.logName, folder)
    let name = schema.fileName + ".new"
    for leftover in [name, name + "-journal", name + "-wal", name + "-shm"] {
      unlinkat(folder.descriptor, leftover, 0)
    }
    do throws(Failure) {
      try fill(schema, name, folder)
      guard renameat(folder.descriptor, name, folder.descriptor, schema.fileName) == 0 else {
        throw StoreFailure.unwritable(folder.path, code: errno)
      }
      fsync(folder.descriptor)
    } catch {
      for leftover in [name, name + "-journal"] { unlinkat(folder.descriptor, leftover, 0) }
      throw error
    }
  }

  private static func fill(_ schema: StoreSchema, _ name: String, _ folder: StoreFolder) throws(Failure) {
    // Made without being opened: the files that SQLite makes beside it take its mode.
    guard mknodat(folder.descriptor, name, S_IFREG | 0o600, 0) == 0 else {
      throw StoreFailure.unwritable(folder.path, code: errno)
    }
    let database = try Database(
      folder.path + "/" + name, path: folder.path + "/" + schema.fileName, flags: SQLITE_OPEN_READWRITE)
    try schema.create(database)
  }

  /// A log without its database is kept, but never read into a new one.
  private static func setAside(_ log: String, _ folder: StoreFolder) throws(Failure) {
    guard let facts = try folder.facts(log) else { return }
    let kept = "\(log).broken-\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
    guard renameat(folder.descriptor, log, folder.descriptor, kept) == 0 else {
      throw StoreFailure.unwritable(folder.path + "/" + log, code: errno)
    }
  }

  private static func wait(for lock: Int32, _ folder: StoreFolder) throws(Failure) {
    var waited: Int32 = 0
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, waited < Database.patience else {
        throw errno == EWOULDBLOCK
          ? Failure(.busy, ["resource": .text(folder.path)])
          : StoreFailure.unwritable(folder.path, code: errno)
      }
      usleep(1000)
      waited += 1
    }
  }
}
