internal import CPlatform
internal import Glibc

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
  static func ownChildren() -> [pid_t]? {
    numbers(inFile: "/proc/self/task/\(getpid())/children")
  }

  private static func probedChildren(after root: pid_t) -> [pid_t] {
    let (last, overflow) = root.addingReportingOverflow(probedNumbers)
    return (root...(overflow ? .max : last)).filter { cplatform_is_own_child($0) }
  }

  private static func children(of pid: pid_t) -> [pid_t] {
    let folder = "/proc/\(pid)/task"
    guard let threads = opendir(folder) else { return [] }
    defer { closedir(threads) }
    var children: [pid_t] = []
    while let entry = readdir(threads) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.utf8.first == UInt8(ascii: ".") { continue }
      children += numbers(inFile: "\(folder)/\(name)/children") ?? []
    }
    return children
  }

  /// The numbers in a file that holds nothing else, `nil` when it cannot be read.
  private static func numbers(inFile path: String) -> [pid_t]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var numbers: [pid_t] = []
    var number: pid_t?
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        let count = read(file, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        for byte in buffer[..<count] {
          if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            number = (number ?? 0) &* 10 &+ pid_t(byte - UInt8(ascii: "0"))
          } else if let complete = number {
            numbers.append(complete)
            number = nil
          }
        }
      }
      if let number { numbers.append(number) }
      return numbers
    }
  }
}
