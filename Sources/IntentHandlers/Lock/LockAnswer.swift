internal import IntentCore

/// What is said of a door: its state, when it locks again, or why it did not move.
struct LockAnswer {
  let door: Door
  let state: Door.State
  let isSimulated: Bool
  let clock: World.Clock
  /// When the door locks again.
  let deadline: WallTime?

  /// Reads the door's state and deadline.
  static func read(_ door: Door, of provider: any LockProvider, _ world: World) async throws(Failure) -> Self
  {
    LockAnswer(
      door: door, state: try await provider.state(of: door, world), isSimulated: provider.isSimulated,
      clock: world.clock, deadline: try world.store.deadline(of: door.resource)?.due)
  }

  /// The answer after the door was moved.
  func moved() -> IntentResult { result(.done) }

  /// The answer when the door was only looked at; a jammed door is a failure.
  func seen() -> IntentResult {
    switch state {
    case .locked: result(.done)
    case .unlocked, .open: result(.neutral)
    case .jammed: failure(Fault(.lockJammed, ["name": .text("the \(door.title)")]))
    case .unknown: failure(Fault(.lockUnknown, ["name": .text("the \(door.title)")]))
    }
  }

  func failure(_ fault: Fault) -> IntentResult {
    let advice = "Try again, or look at the door."
    var text = advice
    if case .text(let seconds)? = fault["seconds"] {
      text = "The bolt did not move within \(seconds) s. \(advice)"
    }
    let dialog =
      fault.code == .lockJammed
      ? "The \(door.title) is jammed." : "The state of the \(door.title) is not known."
    return IntentResult(
      .failed(fault), symbol: Symbol("exclamationmark.triangle", .red), dialog: dialog,
      snippet: Snippet([.text(text)]), value: .object(members), isSimulated: isSimulated)
  }

  var members: ValueObject {
    var members: ValueObject = ["door": .string(door.id), "state": .string(state.rawValue)]
    members["lockedAgainAt"] = deadline.map { .string(clock.rfc3339($0)) }
    return members
  }

  /// As in `12:30:35`, empty when the door stays as it is.
  var deadlineText: String { deadline.map { clock.shortText($0) } ?? "" }

  private func result(_ outcome: IntentResult.Outcome) -> IntentResult {
    IntentResult(
      outcome, symbol: state == .locked ? Symbol("lock", .green) : Symbol("lock.open", .yellow),
      dialog: "The \(door.title) is \(state.rawValue).",
      snippet: Snippet(deadline == nil ? [] : [.text("It locks again at \(deadlineText).")]),
      value: .object(members), isSimulated: isSimulated)
  }
}
