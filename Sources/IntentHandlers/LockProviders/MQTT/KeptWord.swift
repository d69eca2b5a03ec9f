internal import IntentCore

/// What is heard of a lock on a broker before anything is sent to it, or while it is followed.
struct KeptWord {
  private var state: Door.State?
  /// Whether the lock said it now, and did not leave it with the broker before.
  private var isNew = false
  /// Whether the lock is said to be there.
  private var isThere = false
  private var isGone = false

  /// Whether nothing that comes could change it.
  var isFinal: Bool { isNew || isGone }

  init() {}

  /// What was told of it before.
  init(_ known: LockReading) {
    if known.state.isKnown { (state, isNew) = (known.state, known.isConfirmed) }
    isGone = known.state == .unavailable
  }

  mutating func take(_ message: BrokerMessage, _ dialect: LockDialect) {
    switch dialect.meaning(message) {
    case .nothing: break
    case .offline: isGone = true
    case .online: (isThere, isGone) = (true, false)
    case .state(let told):
      // What was kept is older than what was told.
      if !message.isRetained || !isNew { (state, isNew) = (told, !message.isRetained) }
    }
  }

  var reading: LockReading {
    if isGone { return LockReading(state: .unavailable, certainty: .told) }
    let certainty: LockReading.Certainty = isNew ? .answered : isThere ? .told : .lastHeard
    return LockReading(state: state ?? .silent, certainty: certainty)
  }
}
