internal import IntentCore

/// Judges what a lock says after the one command that was sent: moved, or why not.
struct LockReadBack {
  private let action: LockAction
  private let found: Door.State
  private let settle: Duration
  /// The last state that was told.
  private(set) var last: Door.State
  private var hasHeard = false
  private var reachedAt: MonotonicTime?
  /// Whether the way to the lock broke after the command.
  var wasCut = false

  init(_ action: LockAction, found: Door.State, settle: Duration) {
    (self.action, self.found, self.settle) = (action, found, settle)
    last = found
  }

  /// When it will be sure that the bolt stays, if it does.
  var surety: MonotonicTime? { reachedAt.map { $0 + settle } }

  func isSure(at now: MonotonicTime) -> Bool { surety.map { $0 <= now } ?? false }

  /// Takes what the lock says; answers the reason when that cannot become right any more.
  ///
  /// - Parameters:
  ///   - isMoving: Whether the bolt is still on its way.
  ///   - isNews: Whether it was told since the command, and not before.
  mutating func take(
    _ state: Door.State, isMoving: Bool = false, isNews: Bool = true, at now: MonotonicTime
  ) -> FaultCode? {
    if isNews { (hasHeard, wasCut) = (true, false) }
    last = state
    if isMoving { return nil }
    if isGoal(state) {
      reachedAt = reachedAt ?? now
      return nil
    }
    // What was jammed before is told again until the bolt has moved.
    if state == .jammed, found != .jammed || reachedAt != nil { return .lockJammed }
    guard reachedAt != nil, state != .unknown else { return nil }
    return .lockBounced
  }

  /// The reason when there is no time left.
  var verdict: FaultCode {
    if wasCut { return .lockUnconfirmed }
    if last == .jammed { return .lockJammed }
    if !hasHeard { return .lockSilent }
    return last == .unknown ? .lockUnknown : .lockUnmoved
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
  let found: Door.State
  /// How long the bolt is waited for: as configured, and a little less than the run may take.
  let patience: Duration
  let end: MonotonicTime
  let settle: Duration
  var back: LockReadBack

  /// Begins with the command.
  init(
    _ door: Door, _ action: LockAction, found: Door.State, _ settings: ConfiguredDoor,
    _ access: ProviderAccess
  ) {
    let began = access.now
    let left = access.deadline - began - settings.settle - Self.shortestPatience
    patience = max(Self.shortestPatience, min(settings.timeout, left))
    (end, settle) = (began + patience, settings.settle)
    (self.door, self.found) = (door, found)
    back = LockReadBack(action, found: found, settle: settings.settle)
  }

  /// Takes what the lock says; answers the outcome when that cannot become right any more.
  mutating func take(_ state: Door.State, isMoving: Bool, isNews: Bool, at now: MonotonicTime) -> LockMove? {
    back.take(state, isMoving: isMoving, isNews: isNews, at: now).map { code in
      LockMove(found: found, left: state, fault: door.fault(code))
    }
  }

  /// The outcome once it is sure that the bolt stays.
  func settled(at now: MonotonicTime) -> LockMove? {
    back.isSure(at: now) ? LockMove(found: found, left: back.last) : nil
  }

  /// The outcome when there is no time left.
  func timedOut(left: Door.State) -> LockMove {
    LockMove(found: found, left: left, fault: door.fault(back.verdict, after: patience))
  }

  /// The outcome when the command may have gone out and nobody can tell what became of it.
  func interrupted(by failure: Failure) -> LockMove {
    LockMove(found: found, left: .unknown, interruption: failure)
  }
}
