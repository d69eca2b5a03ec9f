internal import IntentCore

extension BrokerLock {
  /// How long a broker that is away is left alone.
  private static let pause = Duration.seconds(2)

  /// Listens on one connection for what all the locks say by themselves.
  func follow(
    _ doors: [Door], _ known: [LockReading], _ access: ProviderAccess, _ tell: LockNewsTaker
  ) async throws(Failure) {
    if doors.isEmpty { return }
    let dialects = try doors.map { door throws(Failure) in try dialect(door) }
    var words = known.map { KeptWord($0) }
    var wasAway = false
    while true {
      do throws(Failure) {
        try await BrokerTalk.open(broker, dialects.flatMap(\.subscriptions).unique, access) {
          talk throws(Failure) in
          if wasAway { for (place, word) in words.enumerated() { try tell(place, word.reading) } }
          wasAway = false
          while let message = try await talk.nextUntilCut() {
            for (place, dialect) in dialects.enumerated() where dialect.listens(to: message.topic) {
              words[place].take(message, dialect)
              try tell(place, words[place].reading)
            }
          }
        }
      } catch {
        // What listens may end too, and then this is cancelled.
        if access.isCancelled || error.faults.first?.code.isOfBroker != true { throw error }
        wasAway = true
        for place in doors.indices { try tell(place, .unknown(because: error)) }
        try await access.wait(Self.pause)
      }
      // What was missed meanwhile is not known.
      words = words.map { KeptWord($0.reading.aged) }
    }
  }
}

extension FaultCode {
  /// Whether it is about the way to a broker.
  fileprivate var isOfBroker: Bool { [.brokerUnreachable, .brokerTLS, .brokerRefused].contains(self) }
}

extension LockReading {
  /// The same, when something may have been missed since.
  fileprivate var aged: LockReading {
    var reading = self
    reading.certainty = .lastHeard
    return reading
  }
}

extension [String] {
  /// Each once.
  fileprivate var unique: [String] {
    var texts: [String] = []
    for text in self where !texts.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { texts.append(text) }
    return texts
  }
}
