internal import Glibc
internal import IntentCore

/// A file whose time of modification is never later than the earliest deadline, and whose time of access is
/// never later than the earliest one by the time since the boot, so that one stat(2) tells that nothing is due.
///
/// Too early a time, or no file, only costs a look into the database; so does a time of an earlier boot. Nobody
/// reads the file, which would change the time of access. Whoever waits for changes watches it.
enum DeadlineMarker {
  static let name = "deadlines"
  /// Stands for no deadline (2100); a file system that ends sooner keeps its last time.
  private static let never = 4_102_444_800 * 1_000_000

  /// Whether a look is needed; false too when nothing has ever been stored.
  static func mayBeDue(at now: WallTime, uptime: Duration, stateFolder: String) -> Bool {
    var facts = stat()
    guard stat(stateFolder + "/" + name, &facts) == 0 else { return true }
    return facts.due <= now.microseconds || facts.latest <= uptime.wholeMicroseconds
  }

  /// Whether the marker says that there is no deadline at all.
  static func tellsOfNone(stateFolder: String) -> Bool {
    var facts = stat()
    guard stat(stateFolder + "/" + name, &facts) == 0 else { return false }
    return facts.due >= never && facts.latest >= never
  }

  /// Whether there can be session windows: the marker has a byte once one was kept.
  static func tellsOfWindows(stateFolder: String) -> Bool {
    var facts = stat()
    return stat(stateFolder + "/" + name, &facts) == 0 && facts.st_size > 0
  }

  /// Notes that there are session windows; its time is then to be set.
  static func noteWindows(_ folder: StoreFolder) throws(Failure) {
    if let facts = try folder.facts(name), facts.st_size > 0 { return }
    let file = try folder.openFile(name)
    defer { close(file) }
    guard ftruncate(file, 1) == 0 else {
      throw StoreFailure.unwritable(folder.path + "/" + name, code: errno)
    }
  }

  /// Moves the marker down to a deadline that is about to be stored, on the disk before that is.
  static func lower(to due: WallTime, latest: Int?, _ folder: StoreFolder) throws(Failure) {
    let facts = try folder.facts(name)
    if let facts, facts.due <= due.microseconds, facts.latest <= latest ?? never { return }
    try set(
      WallTime(microseconds: min(facts?.due ?? never, due.microseconds)),
      latest: min(facts?.latest ?? never, latest ?? never), folder)
  }

  /// Sets the marker to the earliest deadline there is; the caller keeps all others from storing one.
  static func set(_ due: WallTime?, latest: Int?, _ folder: StoreFolder) throws(Failure) {
    let file = try folder.openFile(name)
    defer { close(file) }
    func time(_ microseconds: Int?) -> timespec {
      let microseconds = max(0, microseconds ?? never)
      return timespec(tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
    }
    guard futimens(file, [time(latest), time(due?.microseconds)]) == 0, fsync(file) == 0 else {
      throw StoreFailure.unwritable(folder.path + "/" + name, code: errno)
    }
  }
}

extension stat {
  fileprivate var due: Int { st_mtim.tv_sec * 1_000_000 + st_mtim.tv_nsec / 1000 }
  fileprivate var latest: Int { st_atim.tv_sec * 1_000_000 + st_atim.tv_nsec / 1000 }
}
