internal import IntentCore

/// Judges what a lock says after the one command that was sent: moved, or why not.
struct LockReadBack {
  /// How long a bolt that is told to be back may be told to be where it should be again: what a provider had kept may
  /// come right after what is new.
  static let doubt = Duration.seconds(1)

  private let action: LockAction
  private let found: LockReading
  private let settle: Duration
  /// The last state that was told.
  private(set) var last: Door.State
  private var hasHeard = false
  /// Whether the bolt was on its way since the command.
  var hasMoved = false
  private var wasReached = false
  private var reachedAt: MonotonicTime?
  private var doubtedAt: MonotonicTime?
  /// Whether the way to the lock broke after the command.
  var wasCut = false

  init(_ action: LockAction, found: LockReading, settle: Duration) {
    (self.action, self.found, self.settle) = (action, found, settle)
    last = found.state
  }

  /// When it will be sure that the bolt stays, if it does.
  var surety: MonotonicTime? { reachedAt.map { $0 + settle } }

  /// When it will be sure that it went back, if nothing else is told.
  var loss: MonotonicTime? { doubtedAt.map { $0 + max(settle, Self.doubt) } }

  func isSure(at now: MonotonicTime) -> Bool { surety.map { $0 <= now } ?? false }

  func isLost(at now: MonotonicTime) -> Bool { loss.map { $0 <= now } ?? false }

  /// Whether the bolt, once it was where it should be, is now told to be elsewhere.
  var isInDoubt: Bool { doubtedAt != nil }

  /// Takes what the lock said since the command; answers the reason when that cannot become right any more.
  mutating func take(_ state: Door.State, at now: MonotonicTime) -> FaultCode? {
    (hasHeard, wasCut, last) = (true, false, state)
    if isGoal(state) {
      (wasReached, reachedAt, doubtedAt) = (true, reachedAt ?? now, nil)
      return nil
    }
    reachedAt = nil
    if state == .moving { hasMoved = true }
    guard state.isAtRest else {
      doubtedAt = nil
      return nil
    }
    // What was jammed before is told again until the bolt has moved.
    if state == .jammed, found.state != .jammed || hasMoved && !wasReached { return .lockJammed }
    if wasReached { doubtedAt = doubtedAt ?? now }
    return nil
  }

  /// The reason when there is no time left.
  var verdict: FaultCode {
    if wasCut { return .lockUnconfirmed }
    if !hasHeard, last != .jammed || !found.isConfirmed { return .lockSilent }
    if last == .jammed { return .lockJammed }
    if !last.isAtRest { return .lockUnknown }
    return wasReached ? .lockBounced : .lockUnmoved
  }

  /// A latch that was pulled falls back at once, so that "unlocked" is as good as "open".
  private func isGoal(_ state: Door.State) -> Bool {
    state == action.goal || action == .open && state == .unlocked
  }
}

/// One command to a lock, and what the lock says then.
struct LockWatch {
  private static let shortestPatience = Duration.milliseconds(500)

  let door: Door
  let found: LockReading
  /// How long the bolt is waited for: as configured, and a little less than the run may take.
  let patience: Duration
  let end: MonotonicTime
  let settle: Duration
  var back: LockReadBack
  /// What else whoever drives the lock said about the command.
  var remark: String?

  /// Begins with the command.
  init(
    _ door: Door, _ action: LockAction, found: LockReading, _ settings: ConfiguredDoor,
    _ access: ProviderAccess
  ) {
    let began = access.now
    let rest = max(settings.settle, LockReadBack.doubt) + Self.shortestPatience
    patience = max(Self.shortestPatience, min(settings.timeout, access.deadline - began - rest))
    (end, settle) = (began + patience, settings.settle)
    (self.door, self.found) = (door, found)
    back = LockReadBack(action, found: found, settle: settings.settle)
  }

  /// When it is judged, if nothing more is told.
  var moment: MonotonicTime { back.surety ?? back.loss ?? end }

  /// Takes what the lock said since the command; answers the outcome when that cannot become right any more.
  mutating func take(_ state: Door.State, at now: MonotonicTime) -> LockMove? {
    back.take(state, at: now).map { code in ended(door.fault(code), left: state) }
  }

  /// The outcome once it is sure that the bolt stays, or that it does not.
  func settled(at now: MonotonicTime) -> LockMove? {
    if back.isSure(at: now) { return LockMove(found: found, left: LockReading(state: back.last)) }
    return back.isLost(at: now) ? ended(door.fault(back.verdict), left: back.last) : nil
  }

  /// The outcome when there is no time left.
  func timedOut() -> LockMove {
    let verdict = back.verdict
    var fault = door.fault(verdict, after: patience)
    let state: Door.State =
      switch verdict {
      case .lockSilent: .silent
      case .lockUnconfirmed: .unknown
      default: back.last
      }
    if !state.isAtRest, verdict == .lockUnknown, state != .unknown {
      fault.arguments.append(("reason", .text(state.rawValue)))
    }
    return ended(fault, left: state)
  }

  private func ended(_ fault: Fault, left: Door.State) -> LockMove {
    var fault = fault
    if let remark { fault.arguments.append(("hint", .text(remark))) }
    return LockMove(found: found, left: LockReading(state: left), fault: fault)
  }

  /// The outcome when the command may have gone out and nobody can tell what became of it.
  func interrupted(by failure: Failure) -> LockMove {
    LockMove(found: found, left: LockReading(state: .unknown), interruption: failure)
  }
}
