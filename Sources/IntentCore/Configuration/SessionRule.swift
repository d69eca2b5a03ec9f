/// How long a VPN may stay connected, and how long it then rests; every rule that covers a profile holds.
package struct SessionRule: Sendable, Equatable {
  /// The profile as `PROVIDER:ID`, or `*` for every one.
  package var profile: String
  package var limits: SessionLimits
  /// The group whose members the rule does not hold for; only root's file may name one.
  package var exempt: String?

  package init(profile: String, duration: Duration, pause: Duration, exempt: String? = nil) {
    self.profile = profile
    limits = SessionLimits(duration: duration, pause: pause)
    self.exempt = exempt
  }

  package func covers(_ profile: String) -> Bool {
    self.profile.utf8.elementsEqual("*".utf8) || self.profile.utf8.elementsEqual(profile.utf8)
  }
}

/// The length of a session and of the pause after it.
package struct SessionLimits: Sendable, Equatable {
  package var duration: Duration
  package var pause: Duration

  package init(duration: Duration, pause: Duration) {
    self.duration = duration
    self.pause = pause
  }

  /// The stricter of both in each respect.
  package func tightened(by other: SessionLimits) -> SessionLimits {
    SessionLimits(duration: min(duration, other.duration), pause: max(pause, other.pause))
  }
}
