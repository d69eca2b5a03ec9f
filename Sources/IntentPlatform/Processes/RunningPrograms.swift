internal import CPlatform
internal import Glibc
internal import Synchronization

/// The programs that this process started and whose processes are not all gone yet.
enum RunningPrograms {
  private static let roots = Mutex<[pid_t]>([])
  private static let ownsDescendants: Void = cplatform_own_descendants()

  /// Starts a program and enters it, as one step for whoever lists our children meanwhile.
  static func add<E: Error>(_ start: () throws(E) -> pid_t) throws(E) -> pid_t {
    _ = ownsDescendants
    return try roots.withLock { roots throws(E) in
      let pid = try start()
      roots.append(pid)
      return pid
    }
  }

  static func remove(_ pid: pid_t) {
    roots.withLock { roots in roots.removeAll { $0 == pid } }
  }

  static func withAll<T>(_ read: ([pid_t]) -> T) -> T {
    roots.withLock { read($0) }
  }
}
