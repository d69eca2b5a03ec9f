internal import CPlatform
internal import Glibc
internal import IntentCore
internal import Synchronization

/// Lists the processes that a program started, directly or not.
///
/// As a subreaper we become the parent of every process whose own parent is gone, so each one is
/// either below a living one or our own child.
enum ProcessTree {
  struct Member {
    let pid: pid_t
    let group: pid_t
    /// Nobody but us can wait for it, so its number stays its own until we do.
    let isOwnChild: Bool
  }

  /// How many process numbers are tried where /proc cannot say which children we have.
  private static let probedNumbers: pid_t = 1 << 16

  /// The living processes of a program; waits for orphans that have ended. While other programs run
  /// too, an orphan that left the program's group cannot be told from theirs and falls to the last of them.
  static func members(of root: pid_t, isRunning: Bool) -> [Member] {
    RunningPrograms.withLock { programs in
      var members: [Member] = isRunning ? [Member(pid: root, group: root, isOwnChild: true)] : []
      for pid in ownChildren() ?? probedChildren(after: root)
      where programs.isOrphan(pid) && !GuardProcess.isGuard(pid) {
        let group = getpgid(pid)
        guard programs.isAlone || group == root else { continue }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == 0 else { continue }
        members.append(Member(pid: pid, group: group, isOwnChild: true))
      }
      var next = 0
      while next < members.count {
        for pid in children(of: members[next].pid)
        where !members.contains(where: { $0.pid == pid }) && !GuardProcess.isGuard(pid) {
          members.append(Member(pid: pid, group: getpgid(pid), isOwnChild: false))
        }
        next += 1
      }
      return members
    }
  }

  /// Our children, `nil` when /proc does not say. Orphans come to the first thread of a process.
  static func ownChildren() -> [pid_t]? { numbers(inFile: "/proc/self/task/\(getpid())/children") }

  private static func probedChildren(after root: pid_t) -> [pid_t] {
    let (last, overflow) = root.addingReportingOverflow(probedNumbers)
    return (root...(overflow ? .max : last)).filter { cplatform_is_own_child($0) }
  }

  private static func children(of pid: pid_t) -> [pid_t] {
    let folder = "/proc/\(pid)/task"
    guard let threads = opendir(folder) else { return [] }
    var children: [pid_t] = []
    try? visitNames(threads) { bytes in
      if bytes[0] == UInt8(ascii: ".") { return }
      children += numbers(inFile: "\(folder)/\(String(decoding: bytes, as: UTF8.self))/children") ?? []
    }
    return children
  }

  /// The numbers in a file that holds nothing else, `nil` when it cannot be read.
  private static func numbers(inFile path: String) -> [pid_t]? {
    guard let file = try? Descriptor(open(path, O_RDONLY | O_CLOEXEC)),
      let bytes = try? Descriptor.readAll(file.number, atMost: .max)
    else { return nil }
    return bytes.split { !$0.isDigit }.compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
  }
}

/// The programs that this process started and whose processes are not all gone yet.
struct RunningPrograms: ~Copyable, Sendable {
  private static let shared = Mutex(RunningPrograms())
  private static let ownsDescendants: Void = cplatform_own_descendants()
  private static let leavesNoCore: Void = cplatform_leave_no_core()

  private var roots: [pid_t] = []
  /// The children that we had when nothing of ours ran: whoever executed us may have started some.
  private var strangers: [pid_t] = []

  /// Starts a program and enters it, as one step for whoever lists our children meanwhile.
  static func add<E: Error>(adopting: Bool, _ start: () throws(E) -> pid_t) throws(E) -> pid_t {
    _ = leavesNoCore
    if adopting { _ = ownsDescendants }
    return try shared.withLock { programs throws(E) in
      if programs.roots.isEmpty {
        programs.strangers = cplatform_has_children() ? ProcessTree.ownChildren() ?? [] : []
      }
      let pid = try start()
      programs.roots.append(pid)
      return pid
    }
  }

  static func remove(_ pid: pid_t) { shared.withLock { programs in programs.roots.removeAll { $0 == pid } } }

  static func withLock<T>(_ read: (borrowing RunningPrograms) -> T) -> T { shared.withLock { read($0) } }

  /// Whether only one program is running.
  var isAlone: Bool { roots.count == 1 }

  /// Whether a child of ours can only be an orphan that some program left.
  func isOrphan(_ child: pid_t) -> Bool { !roots.contains(child) && !strangers.contains(child) }
}

/// Ends a program with all that it started: SIGTERM, two seconds, SIGKILL, until nothing is left.
struct ProcessSweep {
  static let grace = Duration.seconds(2)
  /// How long a killed process may take to go; one that hangs in the kernel, or belongs to another
  /// user, is left then.
  static let patience = Duration.seconds(2)

  let program: Program
  let loop: EventLoop
  let adoptsOrphans: Bool
  /// Ends the grace early.
  var hurry: (any Cancellation)?

  func run() async {
    if program.hasEnded, adoptsOrphans, !cplatform_has_children() { return }
    var told: [pid_t] = []
    let isGone = await repeatUntilGone(for: Self.grace, hurry) { members in
      let new = members.filter { !told.contains($0.pid) }
      signal(new, SIGTERM)
      signal(new, SIGCONT)
      told += new.map(\.pid)
    }
    if !isGone { _ = await repeatUntilGone(for: Self.patience, nil) { signal($0, SIGKILL) } }
  }

  /// Acts on what is left again and again; false when something still is after the time.
  private func repeatUntilGone(
    for limit: Duration, _ hurry: (any Cancellation)?, _ act: ([ProcessTree.Member]) -> Void
  ) async -> Bool {
    let end = EventLoop.now() + limit
    var pause = Duration.milliseconds(1)
    while true {
      let members = members
      if members.isEmpty { return true }
      act(members)
      await loop.sleep(Wake(), until: EventLoop.now() + pause, hurry)
      if EventLoop.now() >= end || hurry?.reason != nil { return false }
      pause = min(pause * 2, .milliseconds(20))
    }
  }

  /// What is left; the group stands for all of it where what left it is nobody's to find.
  private var members: [ProcessTree.Member] {
    if adoptsOrphans { return ProcessTree.members(of: program.pid, isRunning: !program.hasEnded) }
    return kill(-program.pid, 0) == 0
      ? [ProcessTree.Member(pid: program.pid, group: program.pid, isOwnChild: true)] : []
  }

  /// Signals the program's group as one, then each process that left it. A group's number stays its own
  /// as long as one of our children is in it.
  private func signal(_ members: [ProcessTree.Member], _ number: Int32) {
    let group = program.pid
    let reachesGroup = members.contains { $0.isOwnChild && $0.group == group }
    if reachesGroup { kill(-group, number) }
    for member in members where !reachesGroup || member.group != group { kill(member.pid, number) }
  }
}
