import Foundation
import Glibc
import Testing

/// What this machine lets a test do.
enum Privileges {
  static let isRoot = geteuid() == 0

  /// Whether the slow tests on real services are wanted: `RUNINTENT_REQUIRE_REAL=1`.
  static let wantsRealServices = ProcessInfo.processInfo.environment["RUNINTENT_REQUIRE_REAL"] == "1"

  /// Whether nothing else runs meanwhile, so that a few seconds are enough: `RUNINTENT_ALONE=1`.
  static let hasTheMachine = ProcessInfo.processInfo.environment["RUNINTENT_ALONE"] == "1"

  /// Whether a mount in a name space of its own is permitted.
  static let canMount: Bool = attempt(["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])

  /// Whether a program can be started in another time since the boot (time_namespaces(7)).
  static let canChangeBootTime: Bool = attempt(["unshare", "--time", "--fork", "--boottime", "60", "true"])

  /// Whether a user without rights can start the command that was built.
  static let canDrop: Bool =
    isRoot && attempt(["setpriv"] + dropping(to: 65_534) + [Binary.path, "--version"])

  /// The options of setpriv(1) by which a program runs as another user.
  static func dropping(to user: Int) -> [String] {
    ["--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
  }

  private static func attempt(_ words: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

extension Spawn {
  /// The same program started by another, such as `unshare -m`.
  func under(_ words: [String]) -> Spawn {
    var spawn = self
    spawn.program = "/usr/bin/env"
    spawn.arguments = words + [program] + arguments
    return spawn
  }

  /// The same program as a user without rights.
  func asUser(_ user: Int) -> Spawn { under(["setpriv"] + Privileges.dropping(to: user)) }

  /// The same program after shell commands in a mount name space of its own.
  func withMounts(_ commands: String) -> Spawn {
    under(["unshare", "-m", "sh", "-c", "\(commands) || exit 99; exec \"$0\" \"$@\""])
  }

  /// The same started by a program of root's that is named cron: a shell, put where only this command sees it.
  func underCron() -> Spawn {
    under(["/usr/src/cron", "-c", "\"$0\" \"$@\"; exit $?"]).withMounts(
      "mount -t tmpfs -o mode=755 tmpfs /usr/src && cp /bin/sh /usr/src/cron && chmod 755 /usr/src/cron")
  }
}

extension Trait where Self == ConditionTrait {
  /// For what people type and for deadlines of seconds, which the load of other tests would upset.
  static var alone: Self {
    .enabled(if: Privileges.hasTheMachine, "it needs the machine alone: RUNINTENT_ALONE=1")
  }
}
