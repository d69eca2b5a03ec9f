internal import Glibc
internal import IntentCore

/// A file whose time of modification is never later than the earliest deadline, so that one stat(2)
/// tells that nothing is due.
///
/// Too early a time, or no file, only costs a look into the database.
enum DeadlineMarker {
  static let name = "deadlines"
  /// Stands for no deadline (2100); a file system that ends sooner keeps its last time.
  private static let never = 4_102_444_800

  /// Whether a look is needed; false too when nothing has ever been stored.
  static func mayBeDue(at now: WallTime, stateFolder: String) -> Bool {
    var facts = stat()
    guard stat(stateFolder + "/" + name, &facts) == 0 else { return true }
    return facts.st_mtim.tv_sec * 1_000_000 + facts.st_mtim.tv_nsec / 1000 <= now.microseconds
  }

  /// Moves the marker down to a deadline that is about to be stored, on the disk before that is.
  static func lower(to due: WallTime, _ folder: StoreFolder) throws(Failure) {
    if let facts = try folder.facts(name) {
      let marked = facts.st_mtim.tv_sec * 1_000_000 + facts.st_mtim.tv_nsec / 1000
      if marked <= due.microseconds { return }
    }
    try set(due, folder)
  }

  /// Sets the marker to the earliest deadline there is; the caller keeps all others from storing one.
  static func set(_ due: WallTime?, _ folder: StoreFolder) throws(Failure) {
    let file = try folder.openFile(name)
    defer { close(file) }
    let microseconds = max(0, due?.microseconds ?? never * 1_000_000)
    let time = timespec(tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
    guard futimens(file, [time, time]) == 0, fsync(file) == 0 else {
      throw StoreFailure.unwritable(folder.path + "/" + name, code: errno)
    }
  }
}
