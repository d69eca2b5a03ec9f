internal import IntentCore

/// What is said of a door: its state, when it locks again, or why it did not move.
struct LockAnswer {
  let door: Door
  let state: Door.State
  private let isSimulated: Bool
  private let clock: World.Clock
  private let text: Localizer
  /// When the door locks again.
  private let deadline: WallTime?

  init(
    _ door: Door, _ state: Door.State, of provider: any LockProvider, _ world: World, _ text: Localizer
  ) throws(Failure) {
    (self.door, self.state, isSimulated) = (door, state, provider.isSimulated)
    (clock, self.text) = (world.clock, text)
    deadline = try world.store.deadline(of: door.resource)?.due
  }

  /// The answer after the door was moved.
  func moved() -> IntentResult { result(.done) }

  /// The answer when the door was only looked at; a jammed door is a failure.
  func seen() -> IntentResult {
    switch state {
    case .locked: result(.done)
    case .unlocked, .open: result(.neutral)
    case .jammed: failure(door.fault(.lockJammed))
    case .unknown: failure(door.fault(.lockUnknown))
    }
  }

  func failure(_ fault: Fault) -> IntentResult {
    var seconds = ""
    if case .text(let known)? = fault["seconds"] { seconds = known }
    let advice = text(fault.code.lockAdvice(timed: !seconds.utf8.isEmpty), ["seconds": .string(seconds)])
    var named = fault
    named.arguments = fault.arguments.map { $0.name == "name" ? ($0.name, .text(name("the ${door}"))) : $0 }
    return IntentResult(
      .failed(named), symbol: Symbol("exclamationmark.triangle", .red), dialog: name(fault.code.lockDialog),
      snippet: Snippet([.text(advice)]), value: .object(members), isSimulated: isSimulated)
  }

  var members: ValueObject {
    var members: ValueObject = ["door": .string(door.id), "state": .string(state.rawValue)]
    members["lockedAgainAt"] = deadline.map { .string(clock.rfc3339($0)) }
    return members
  }

  /// As in `12:30:35`, empty when the door stays as it is.
  var deadlineText: String { deadline.map { clock.shortText($0) } ?? "" }

  /// The name as people read it; those of the demo have translations.
  var title: String { text(door.title) }

  private func name(_ sentence: String) -> String { text(sentence, ["door": .string(title)]) }

  private var sentence: String {
    switch state {
    case .locked: "The ${door} is locked."
    case .unlocked: "The ${door} is unlocked."
    case .open: "The ${door} is open."
    case .jammed: "The ${door} is jammed."
    case .unknown: "The state of the ${door} is not known."
    }
  }

  private func result(_ outcome: IntentResult.Outcome) -> IntentResult {
    IntentResult(
      outcome, symbol: state == .locked ? Symbol("lock", .green) : Symbol("lock.open", .yellow),
      dialog: name(sentence),
      snippet: Snippet(
        deadline == nil ? [] : [.text(text("It locks again at ${time}.", ["time": .string(deadlineText)]))]),
      value: .object(members), isSimulated: isSimulated)
  }
}

extension FaultCode {
  /// What is said of a door that is not as it should be.
  fileprivate var lockDialog: String {
    switch self {
    case .lockJammed: "The ${door} is jammed."
    case .lockSilent: "The ${door} did not answer."
    case .lockUnmoved: "The ${door} did not move."
    case .lockBounced: "The bolt of the ${door} went back."
    case .lockUnconfirmed: "Whether the ${door} moved is not known."
    case .lockRefused: "The lock of the ${door} refused."
    default: "The state of the ${door} is not known."
    }
  }

  fileprivate func lockAdvice(timed: Bool) -> String {
    switch self {
    case .lockBounced: "It moved and then fell back. Look at the door."
    case .lockSilent:
      "Nothing came from the lock within ${seconds} s. The command was sent once and is not repeated. Look at the door."
    case .lockUnconfirmed:
      "The command was sent once and is not repeated; then the way to the lock was cut. Look at the door."
    case .lockJammed where timed, .lockUnmoved where timed:
      "The bolt did not move within ${seconds} s. Try again, or look at the door."
    default: "Try again, or look at the door."
    }
  }
}
