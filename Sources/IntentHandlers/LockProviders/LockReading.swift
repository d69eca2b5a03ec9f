internal import IntentCore

/// What is known of a lock at one moment, and how.
struct LockReading: Sendable {
  enum Certainty: Sendable {
    /// Asked, and answered now.
    case answered
    /// Told before, by a source that lives.
    case told
    /// Told at some time, by what may be gone.
    case lastHeard
  }

  var state: Door.State
  var certainty = Certainty.answered
  /// Why it is not known.
  var cause: Fault?
  /// What grows with each report of the lock; empty where the provider does not say.
  var stamp = ""
  /// What grows with each change of the state; empty where the provider does not say.
  var changed = ""
  var canOpen = true
  /// What the lock's code must look like, where it wants one.
  var codeFormat: String?

  /// Whether it is so now, and not only last heard of.
  var isConfirmed: Bool { certainty != .lastHeard && state.isKnown }

  static func unknown(because failure: Failure) -> LockReading {
    LockReading(state: .unknown, cause: failure.faults.first)
  }

  /// Whether the door is known to be so now.
  func isSurely(_ state: Door.State) -> Bool { isConfirmed && self.state == state }
}

extension Door {
  enum State: String, Sendable {
    case locked, unlocked, open, jammed
    /// The bolt is on its way.
    case moving
    /// Whoever drives the lock says that it cannot be reached.
    case unavailable
    /// Nothing came from it.
    case silent
    case unknown

    /// Whether it is told of the bolt at all.
    var isKnown: Bool { ![.unavailable, .silent, .unknown].contains(self) }
    /// Whether the bolt rests at a place that is known.
    var isAtRest: Bool { isKnown && self != .moving }

    /// The state of a word of Home Assistant, in small letters.
    init(homeAssistant word: String) {
      switch word {
      case "locking", "unlocking", "opening": self = .moving
      case "locked", "unlocked", "open", "jammed", "unavailable": self = Self(rawValue: word) ?? .unknown
      default: self = .unknown
      }
    }
  }
}
