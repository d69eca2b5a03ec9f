internal import IntentCore

/// Judges what a lock says after the one command that was sent: moved, or why not.
struct LockReadBack {
  private let action: Capability.LockAction
  private let found: Door.State
  private let settle: Duration
  /// The last state that was told.
  private(set) var last: Door.State
  private var hasHeard = false
  private var reachedAt: MonotonicTime?
  /// Whether the way to the lock broke after the command.
  var wasCut = false

  init(_ action: Capability.LockAction, found: Door.State, settle: Duration) {
    self.action = action
    self.found = found
    self.settle = settle
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

extension Door {
  /// What is told when the bolt is not where it should be.
  ///
  /// - Parameter patience: How long it was waited for, `nil` when it was clear before.
  func fault(_ code: FaultCode, after patience: Duration? = nil) -> Fault {
    var fault = Fault(code, ["name": .text("the \(title)")])
    if let patience { fault.arguments.append(("seconds", .text(patience.secondsText))) }
    return fault
  }

  func failure(_ code: FaultCode, _ reason: String = "") -> Failure {
    var fault = Fault(code, ["name": .text("the \(title)")])
    if !reason.utf8.isEmpty { fault.arguments.append(("reason", .text(reason))) }
    return Failure([fault])
  }
}
