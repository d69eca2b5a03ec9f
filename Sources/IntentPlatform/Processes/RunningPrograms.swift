internal import CPlatform
internal import Glibc
internal import Synchronization

/// The programs that this process started and whose processes are not all gone yet.
struct RunningPrograms: ~Copyable, Sendable {
  private static let shared = Mutex(RunningPrograms())
  private static let ownsDescendants: Void = cplatform_own_descendants()
  private static let leavesNoCore: Void = cplatform_leave_no_core()

  private var roots = PlainQueue<pid_t>()
  /// The children that we had when nothing of ours ran: whoever executed us may have started some.
  private var strangers = PlainQueue<pid_t>()

  /// Starts a program and enters it, as one step for whoever lists our children meanwhile.
  static func add<E: Error>(adopting: Bool, _ start: () throws(E) -> pid_t) throws(E) -> pid_t {
    _ = leavesNoCore
    if adopting { _ = ownsDescendants }
    return try shared.withLock { programs throws(E) in
      if programs.roots.isEmpty { programs.rememberStrangers() }
      let pid = try start()
      programs.roots.append(pid)
      return pid
    }
  }

  static func remove(_ pid: pid_t) {
    shared.withLock { programs in
      for _ in 0..<programs.roots.count {
        guard let root = programs.roots.takeFirst() else { return }
        if root != pid { programs.roots.append(root) }
      }
    }
  }

  static func withLock<T>(_ read: (borrowing RunningPrograms) -> T) -> T {
    shared.withLock { read($0) }
  }

  /// Whether only one program is running.
  var isAlone: Bool { roots.count == 1 }

  /// Whether a child of ours can only be an orphan that some program left.
  func isOrphan(_ child: pid_t) -> Bool { !roots.contains(child) && !strangers.contains(child) }

  private mutating func rememberStrangers() {
    strangers.removeAll()
    guard cplatform_has_children() else { return }
    for child in ProcessTree.ownChildren() ?? [] { strangers.append(child) }
  }
}

extension PlainQueue where Element == pid_t {
  fileprivate func contains(_ pid: pid_t) -> Bool {
    for index in 0..<count where self[index] == pid { return true }
    return false
  }
}
