/// A moment of one boot of the machine, which nobody sets and which sleep does not stop (CLOCK_BOOTTIME).
package struct BootTime: Sendable, Equatable {
  /// The kernel's identifier of the boot; empty where it does not tell.
  package var boot: String
  /// Microseconds since that boot.
  package var microseconds: Int

  package init(boot: String, microseconds: Int) {
    self.boot = boot
    self.microseconds = microseconds
  }

  package static func + (time: BootTime, duration: Duration) -> BootTime {
    BootTime(boot: time.boot, microseconds: time.microseconds + duration.wholeMicroseconds)
  }

  /// How much time has passed since an earlier moment, `nil` when that belongs to another boot.
  package func since(_ earlier: BootTime) -> Duration? {
    guard !boot.isEmpty, boot.utf8.elementsEqual(earlier.boot.utf8) else { return nil }
    return .microseconds(microseconds - earlier.microseconds)
  }
}

extension World.Clock {
  /// This moment, with the boot that it belongs to.
  package var boot: BootTime { BootTime(boot: bootIdentifier(), microseconds: uptime().wholeMicroseconds) }
}
