internal import Glibc

/// Tells whether the process that wrote a row still runs: same boot, same number, and not started after
/// the row was written, which would be another process with that number.
struct ProcessLiveness {
  /// Who wrote a row, and when in milliseconds since the boot (CLOCK_BOOTTIME).
  struct Writer {
    var process: Int32
    /// The kernel's identifier of this boot; empty where it does not tell.
    var boot: String
    var uptime: Int

    static func current() -> Writer {
      var now = timespec()
      clock_gettime(CLOCK_BOOTTIME, &now)
      return Writer(
        process: getpid(), boot: ProcessLiveness.bootIdentifier(),
        uptime: now.tv_sec * 1000 + now.tv_nsec / 1_000_000)
    }
  }

  private let boot = ProcessLiveness.bootIdentifier()

  func isAlive(_ writer: Writer) -> Bool {
    if !boot.isEmpty, !writer.boot.isEmpty, boot != writer.boot { return false }
    if writer.process <= 0 { return false }
    if kill(writer.process, 0) != 0, errno == ESRCH { return false }
    guard let facts = ProcessLiveness.facts(of: writer.process) else { return true }
    return !facts.isDead && facts.startedAt <= writer.uptime
  }

  /// The state and the start of a process, in milliseconds since the boot (proc(5), /proc/PID/stat).
  private static func facts(of process: Int32) -> (isDead: Bool, startedAt: Int)? {
    let line = contents("/proc/\(process)/stat", limit: 1024)
    // The name in parentheses may hold anything; the fields begin after its last parenthesis.
    guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = line[(end + 1)...].split(separator: UInt8(ascii: " "))
    let ticks = sysconf(Int32(_SC_CLK_TCK))
    guard fields.count > 19, ticks > 0, let started = Int(String(decoding: fields[19], as: UTF8.self))
    else { return nil }
    let isDead = fields[0].first == UInt8(ascii: "Z") || fields[0].first == UInt8(ascii: "X")
    return (isDead, started * 1000 / ticks)
  }

  /// The kernel's identifier of this boot; empty where it does not tell.
  @Sendable static func bootIdentifier() -> String { ownBoot }

  private static let ownBoot = String(
    decoding: contents("/proc/sys/kernel/random/boot_id", limit: 36), as: UTF8.self)

  private static func contents(_ path: String, limit: Int) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = max(0, read(file, buffer.baseAddress, limit))
    }
  }
}
