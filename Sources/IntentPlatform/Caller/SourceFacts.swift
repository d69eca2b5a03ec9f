internal import Glibc
internal import IntentCore

/// What the source of a run is told by, as closures, so that a test can script it.
package struct SourceFacts: Sendable {
  /// Whether there is a controlling terminal whose foreground process group is ours.
  package var isInForeground: @Sendable () -> Bool
  /// What /proc/PID/stat says; the argument is a number or `self`.
  package var status: @Sendable (String) -> [UInt8]?
  /// What /proc/self/cgroup says.
  package var controlGroups: @Sendable () -> [UInt8]?

  package init(
    isInForeground: @escaping @Sendable () -> Bool, status: @escaping @Sendable (String) -> [UInt8]?,
    controlGroups: @escaping @Sendable () -> [UInt8]?
  ) {
    self.isInForeground = isInForeground
    self.status = status
    self.controlGroups = controlGroups
  }
}

extension SourceFacts {
  /// The facts of this process.
  package static let live = SourceFacts(
    isInForeground: isInForegroundOfTerminal,
    status: { World.Files.live.read("/proc/" + $0 + "/stat", 1 << 12) },
    controlGroups: { World.Files.live.read("/proc/self/cgroup", 1 << 16) })

  /// Two or three system calls where standard error or input is the terminal.
  @Sendable private static func isInForegroundOfTerminal() -> Bool {
    let ours = getpgrp()
    // Only the controlling terminal answers tcgetpgrp(3), whatever else a descriptor may be.
    for descriptor in [STDERR_FILENO, STDIN_FILENO] {
      let foreground = tcgetpgrp(descriptor)
      if foreground >= 0 { return foreground == ours }
    }
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return tcgetpgrp(terminal) == ours
  }
}
