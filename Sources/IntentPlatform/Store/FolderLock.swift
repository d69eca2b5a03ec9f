internal import Glibc
internal import IntentCore

/// Who may have databases of a folder open: many at once, or one alone that writes the logs back.
///
/// Before 3.51.3 a checkpoint that meets a commit which restarts the log can lose it; alone in the
/// folder it meets none.
enum FolderLock {
  private static let step: UInt32 = 1000

  /// Waits for the right to open databases; fails with `run.busy` after two seconds.
  static func share(_ folder: StoreFolder) throws(Failure) {
    var waited: UInt32 = 0
    while flock(folder.descriptor, LOCK_SH | LOCK_NB) != 0 {
      // A file system without locks: then nobody can be alone either.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      guard waited < UInt32(Database.patience) * 1000 else {
        throw Failure(.busy, ["resource": .text(folder.path)])
      }
      usleep(step)
      waited += step
    }
  }

  /// Takes the folder alone if nobody else has it; what was shared is lost either way.
  static func takeAlone(_ folder: StoreFolder) -> Bool { flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0 }
}
