internal import IntentCore

/// Locks on a broker of MQTT, driven by mosquitto's programs.
struct BrokerLock: ConfiguredLockProvider {
  /// How long a lock may take to tell its state when it is asked.
  static let askLimit = Duration.seconds(1)
  /// How long the broker may take to hand over what it kept, where that must be known: one with Nagle's algorithm
  /// takes 40 ms.
  static let keptLimit = Duration.milliseconds(150)
  /// How long it is waited for where it is only good to know.
  static let unneededLimit = Duration.milliseconds(5)

  static let form = LockProviderForm(
    type: "mqtt",
    keys: [
      .text(
        "host", "Host", "The name or address of the broker.", expected: "a host such as \"broker.local\"",
        ["minLength": 1], required: true
      ) { HTTPAddress.isHost($0.utf8) || HTTPAddress("http://[\($0)]") != nil },
      .init("port", "Port", "1883 when absent, 8883 with tls.", .port),
      .text(
        "username", "User name", "As whom to log in at the broker.", expected: "a name on one line",
        ["minLength": 1], isHidden: true
      ) { text in text.utf8.count <= 1000 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } },
      .init("password", "Password", "The password of that user.", .secret, needs: "username"),
      .init("tls", "TLS", "Whether the connection is encrypted.", .flag), .certificates,
    ], doorKeys: LockDialect.keys, doorWays: [["topic"], ["stateTopic", "commandTopic"]]
  ) { LockDialect($0).map { .string($0.commandTopic) } ?? .null }

  let name: String
  let broker: BrokerAccess
  let settings: [ConfiguredDoor]

  init?(_ provider: LockProviderSettings, _ doors: [ConfiguredDoor]) {
    guard let broker = BrokerAccess(provider.values) else { return nil }
    (name, self.broker, settings) = (provider.name, broker, doors)
  }

  var ownSecrets: [String] { broker.password.map { [$0] } ?? [] }

  func reading(of door: Door, _ access: ProviderAccess) async throws(Failure) -> LockReading {
    let dialect = try dialect(door)
    return try await BrokerTalk.open(broker, dialect.subscriptions, access) { talk throws(Failure) in
      try await asked(dialect, talk, access, KeptWord()).reading
    }
  }

  /// Whether the broker lets us in.
  func check(_ access: ProviderAccess) async throws(Failure) -> [Fault] {
    try await BrokerTalk.open(broker, [BrokerTalk.nothing], access) { _ throws(Failure) in [] }
  }

  func move(
    _ door: Door, _ action: LockAction, _ access: ProviderAccess, _ decide: LockDecision
  ) async throws(Failure) -> LockMove {
    let dialect = try dialect(door)
    guard let command = dialect.command(action, code: try code(of: door, access)) else {
      throw door.failure(.lockUnsupported)
    }
    // Whoever listens before anything is said misses nothing.
    return try await BrokerTalk.open(broker, dialect.subscriptions, access) { talk throws(Failure) in
      // Asking wakes a lock that sleeps, for which an unlock does not wait unless it has to know.
      var heard = KeptWord()
      if !access.asksFirst { heard = try await kept(dialect, talk, access, heard) }
      if access.asksFirst || heard.reading.state == action.goal {
        heard = try await asked(dialect, talk, access, heard)
      }
      let found = heard.reading
      if found.state == .unavailable { throw door.failure(.lockOffline) }
      guard try await decide(found) else { return LockMove(found: found, left: found) }
      let watch = LockWatch(door, action, found: found, settings(of: door), access)
      return try await outcome(of: command, watch, dialect, talk, access)
    }
  }

  /// What the lock tells when it is asked, else what the broker kept.
  private func asked(
    _ dialect: LockDialect, _ talk: BrokerTalk, _ access: ProviderAccess, _ before: KeptWord
  ) async throws(Failure) -> KeptWord {
    guard let (topic, payload) = dialect.question else {
      var access = access
      access.asksFirst = true
      return try await kept(dialect, talk, access, before)
    }
    let end = access.now + Self.askLimit
    _ = try await talk.publish(payload, to: topic, until: end)
    var heard = before
    while !heard.isFinal, let message = try await talk.next(until: end) { heard.take(message, dialect) }
    return heard
  }

  /// What the broker kept, if anything.
  private func kept(
    _ dialect: LockDialect, _ talk: BrokerTalk, _ access: ProviderAccess, _ before: KeptWord
  ) async throws(Failure) -> KeptWord {
    let isNeeded = access.asksFirst || dialect.isAvailabilityNamed
    let end = access.now + (isNeeded ? Self.keptLimit : Self.unneededLimit)
    var heard = before
    var isKnown = false
    while !heard.isFinal, let message = try await talk.next(until: isKnown ? access.now : end) {
      if message.topic.utf8.elementsEqual(dialect.herald.utf8) { isKnown = true }
      heard.take(message, dialect)
    }
    return heard
  }

  func dialect(_ door: Door) throws(Failure) -> LockDialect {
    if let dialect = configured(door.id).flatMap({ LockDialect($0.values) }) { return dialect }
    throw Failure(.internalError)
  }

  /// Sends the command once, and listens; fails only when it did not go out.
  private func outcome(
    of command: [UInt8], _ watch: LockWatch, _ dialect: LockDialect, _ talk: BrokerTalk,
    _ access: ProviderAccess
  ) async throws(Failure) -> LockMove {
    do throws(Failure) {
      guard try await talk.publish(command, to: dialect.commandTopic, until: watch.end) else {
        throw Failure(.brokerUnreachable, ["name": .text("the broker of the \(watch.door.title)")])
      }
    } catch {
      // After an interruption it is not known whether the command went out.
      if access.isCancelled { return watch.interrupted(by: error) }
      throw error
    }
    return await heard(watch, dialect, talk, access)
  }

  /// Listens until the bolt has moved or will not; what the broker kept from before is no answer to a command.
  private func heard(
    _ watch: LockWatch, _ dialect: LockDialect, _ talk: BrokerTalk, _ access: ProviderAccess
  ) async -> LockMove {
    var (watch, hasAsked, newest) = (watch, false, Value?.none)
    do throws(Failure) {
      while true {
        let message = try await talk.next(until: watch.moment)
        let now = access.now
        switch message.map({ ($0, dialect.meaning($0)) }) {
        case (let message, .state(let state))? where !message.isRetained:
          let moment = dialect.moment(message)
          if let moment, let newest, LockDialect.isOlder(moment, than: newest) { break }
          newest = moment ?? newest
          if let move = watch.take(state, at: now) { return move }
        case (_, .offline)? where watch.back.surety == nil:
          return watch.interrupted(by: watch.door.failure(.lockOffline))
        case (_, .offline)?: _ = watch.take(.unavailable, at: now)
        default: break
        }
        if let move = watch.settled(at: now) { return move }
        if watch.back.isInDoubt, !hasAsked, let (topic, payload) = dialect.question {
          hasAsked = true
          _ = try await talk.publish(payload, to: topic, until: watch.moment)
        }
        guard now >= watch.moment else { continue }
        if watch.back.verdict == .lockSilent { watch.back.wasCut = try await talk.wasCut() }
        return watch.timedOut()
      }
    } catch {
      return watch.interrupted(by: error)
    }
  }
}
