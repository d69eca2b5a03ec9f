internal import Glibc
internal import IntentCore

/// What an authentication holds for: this boot, this terminal, and the session whose leader still runs.
struct TerminalLogin: Sendable, Equatable {
  var boot: String
  var terminal: Int
  var leader: Int
  /// When the leader started, in clock ticks since the boot.
  var leaderStart: Int
  var user: UInt32

  init(boot: String, terminal: Int, leader: Int, leaderStart: Int, user: UInt32) {
    self.boot = boot
    self.terminal = terminal
    self.leader = leader
    self.leaderStart = leaderStart
    self.user = user
  }

  /// That of this process; `nil` without a controlling terminal, or where /proc does not tell.
  init?(user: UInt32, files: World.Files) {
    guard let own = Self.fields(of: "self", files), own.terminal != 0,
      let leader = Self.fields(of: String(own.session), files),
      let boot = files.read("/proc/sys/kernel/random/boot_id", 36), boot.count == 36
    else { return nil }
    self.init(
      boot: String(decoding: boot, as: UTF8.self), terminal: own.terminal, leader: own.session,
      leaderStart: leader.start, user: user)
  }

  var text: String { "\(boot) \(terminal) \(leader) \(leaderStart) \(user)" }

  /// When this process started, in clock ticks since the boot.
  static func ownStart(_ files: World.Files) -> Int? { fields(of: "self", files)?.start }

  /// Fields 6, 7 and 22 of /proc/PID/stat (proc_pid_stat(5)).
  private static func fields(
    of process: String, _ files: World.Files
  ) -> (session: Int, terminal: Int, start: Int)? {
    let line = files.read("/proc/\(process)/stat", 4096) ?? []
    // The name in parentheses may hold anything; the fields begin after its last parenthesis.
    guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = line[(end + 1)...].split(separator: UInt8(ascii: " "))
    func number(_ index: Int) -> Int? {
      fields.count > index ? Int(String(decoding: fields[index], as: UTF8.self)) : nil
    }
    guard let session = number(3), let terminal = number(4), let start = number(19) else { return nil }
    return (session, terminal, start)
  }
}
