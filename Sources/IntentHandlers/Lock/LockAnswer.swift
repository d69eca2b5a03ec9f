internal import IntentCore

/// What is said of a door: its state, when it locks again, or why it did not move.
struct LockAnswer {
  let door: Door
  let reading: LockReading
  private let isSimulated: Bool
  private let clock: World.Clock
  private let text: Localizer
  /// When the door locks again.
  private let deadline: WallTime?

  init(
    _ door: Door, _ reading: LockReading, of provider: any LockProvider, _ world: World, _ text: Localizer
  ) throws(Failure) {
    (self.door, self.reading, isSimulated) = (door, reading, provider.isSimulated)
    (clock, self.text) = (world.clock, text)
    deadline = try world.store.deadline(of: door.resource)?.due
  }

  var state: Door.State { reading.state }

  /// The answer after the door was moved.
  func moved() -> IntentResult { result(.done) }

  /// The answer when the door was only looked at; one that is jammed, or not known, is a failure.
  func seen() -> IntentResult {
    if let trouble { return failure(trouble) }
    return result(state == .locked ? .done : .neutral)
  }

  /// Why it is not well, or not known how the door is.
  var trouble: Fault? {
    if let cause = reading.cause { return cause }
    if state == .unavailable { return door.fault(.lockOffline) }
    if state == .silent || !reading.isConfirmed && state.isKnown {
      var fault = door.fault(.lockSilent)
      fault.arguments.append(("reason", "asked"))
      return fault
    }
    switch state {
    case .jammed: return door.fault(.lockJammed)
    case .locked, .unlocked, .open, .moving: return nil
    case .unknown, .unavailable, .silent: return door.fault(.lockUnknown)
    }
  }

  func failure(_ fault: Fault) -> IntentResult {
    var seconds = ""
    if case .text(let known)? = fault["seconds"] { seconds = known }
    let advice = text(advice(fault.code, isTimed: !seconds.utf8.isEmpty), ["seconds": .string(seconds)])
    return IntentResult(
      .failed(named(fault)), symbol: Symbol("exclamationmark.triangle", .red),
      dialog: name(dialog(fault.code)),
      snippet: Snippet([.text(advice)]), value: .object(members), isSimulated: isSimulated)
  }

  /// The fault with the door's name in the language of the answer.
  func named(_ fault: Fault) -> Fault {
    guard fault["name"] == .text("the \(door.title)") else { return fault }
    var named = fault
    named.arguments = fault.arguments.map { $0.name == "name" ? ($0.name, .text(name("the ${door}"))) : $0 }
    return named
  }

  var members: ValueObject {
    var members: ValueObject = ["door": .string(door.id), "state": .string(state.rawValue)]
    members["confirmed"] = .boolean(reading.isConfirmed && reading.cause == nil)
    members["lockedAgainAt"] = deadline.map { .string(clock.rfc3339($0)) }
    return members
  }

  /// As in `12:30:35`, empty when the door stays as it is.
  var deadlineText: String { deadline.map { clock.shortText($0) } ?? "" }

  /// The name as people read it; those of the demo have translations.
  var title: String { text(door.title) }

  private func name(_ sentence: String) -> String { text(sentence, ["door": .string(title)]) }

  /// The state in a word for a list.
  var word: String {
    let word = text(state.rawValue)
    return reading.isConfirmed || !state.isKnown
      ? word : text("${state}, no answer", ["state": .string(word)])
  }

  private var sentence: String {
    switch state {
    case .locked: "The ${door} is locked."
    case .unlocked: "The ${door} is unlocked."
    case .open: "The ${door} is open."
    case .jammed: "The ${door} is jammed."
    case .moving: "The ${door} is moving."
    case .unavailable: "The ${door} is offline."
    case .silent: "The ${door} did not answer."
    case .unknown: "The state of the ${door} is not known."
    }
  }

  private var lastHeard: String {
    switch state {
    case .locked: "The ${door} was locked when last heard of."
    case .unlocked: "The ${door} was unlocked when last heard of."
    case .open: "The ${door} was open when last heard of."
    case .jammed: "The ${door} was jammed when last heard of."
    default: sentence
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

/// What is said of a door that is not as it should be.
extension LockAnswer {
  private func dialog(_ code: FaultCode) -> String {
    switch code {
    case .lockJammed: "The ${door} is jammed."
    case .lockSilent: reading.isConfirmed ? "The ${door} did not answer." : lastHeard
    case .lockUnmoved: "The ${door} did not move."
    case .lockBounced: "The bolt of the ${door} went back."
    case .lockUnconfirmed: "Whether the ${door} moved is not known."
    case .lockRefused: "The lock of the ${door} refused."
    case .lockOffline: "The ${door} is offline."
    default: state.isAtRest ? "The state of the ${door} is not known." : sentence
    }
  }

  private func advice(_ code: FaultCode, isTimed: Bool) -> String {
    switch code {
    case .lockBounced: "It moved and then fell back. Look at the door."
    case .lockSilent where isTimed:
      "Nothing came from the lock within ${seconds} s. The command was sent once and is not repeated. Look at the door."
    case .lockSilent where state.isKnown: "When that was is not known; it did not answer now."
    case .lockUnconfirmed:
      "The command was sent once and is not repeated; then the way to the lock was cut. Look at the door."
    case .lockJammed where isTimed, .lockUnmoved where isTimed:
      "The bolt did not move within ${seconds} s. Try again, or look at the door."
    case .lockOffline: "Look at its battery and radio."
    default: "Try again, or look at the door."
    }
  }
}
