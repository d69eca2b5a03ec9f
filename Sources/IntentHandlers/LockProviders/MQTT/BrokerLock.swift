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
  private let broker: BrokerAccess
  let settings: [ConfiguredDoor]

  init?(_ provider: LockProviderSettings, _ doors: [ConfiguredDoor]) {
    guard let broker = BrokerAccess(provider.values) else { return nil }
    (name, self.broker, settings) = (provider.name, broker, doors)
  }

  var ownSecrets: [String] { broker.password.map { [$0] } ?? [] }

  func states(of doors: [Door], _ access: ProviderAccess) async throws(Failure) -> [Door.State] {
    var states: [Door.State] = []
    for door in doors {
      let dialect = try dialect(door)
      do throws(Failure) {
        let state = try await BrokerTalk.open(broker, dialect.subscriptions, access) { talk throws(Failure) in
          try await asked(door, dialect, talk, access)
        }
        states.append(state)
      } catch  where doors.count > 1 && error.faults.first?.code == .lockOffline {
        states.append(.unknown)
      }
    }
    return states
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
      var found = Door.State.unknown
      if !access.asksFirst { found = try await kept(door, dialect, talk, access) }
      if access.asksFirst || found == action.goal { found = try await asked(door, dialect, talk, access) }
      guard try await decide(found) else { return LockMove(found: found, left: found) }
      let watch = LockWatch(door, action, found: found, settings(of: door), access)
      return try await outcome(of: command, watch, dialect, talk, access)
    }
  }

  /// The state that the lock tells when it is asked, else the one that the broker kept, else none.
  private func asked(
    _ door: Door, _ dialect: LockDialect, _ talk: BrokerTalk, _ access: ProviderAccess
  ) async throws(Failure) -> Door.State {
    guard let (topic, payload) = dialect.question else {
      var access = access
      access.asksFirst = true
      return try await self.kept(door, dialect, talk, access)
    }
    let end = access.now + Self.askLimit
    _ = try await talk.publish(payload, to: topic, until: end)
    var kept: Door.State?
    while let message = try await talk.next(until: end) {
      switch dialect.meaning(message) {
      case .offline: throw door.failure(.lockOffline)
      case .state(let state, false):
        if !message.isRetained { return state }
        kept = state
      default: break
      }
    }
    return kept ?? .unknown
  }

  /// The state that the broker kept, if any; fails when it kept that the lock is offline.
  private func kept(
    _ door: Door, _ dialect: LockDialect, _ talk: BrokerTalk, _ access: ProviderAccess
  ) async throws(Failure) -> Door.State {
    let isNeeded = access.asksFirst || dialect.isAvailabilityNamed
    let end = access.now + (isNeeded ? Self.keptLimit : Self.unneededLimit)
    var state = Door.State.unknown
    var isKnown = false
    while let message = try await talk.next(until: isKnown ? access.now : end) {
      if message.topic.utf8.elementsEqual(dialect.herald.utf8) { isKnown = true }
      switch dialect.meaning(message) {
      case .offline: throw door.failure(.lockOffline)
      case .state(let told, false): state = told
      default: break
      }
    }
    return state
  }

  private func dialect(_ door: Door) throws(Failure) -> LockDialect {
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
    var watch = watch
    do throws(Failure) {
      while true {
        let message = try await talk.next(until: watch.back.surety ?? watch.end)
        let now = access.now
        switch message.map(dialect.meaning) {
        case .state(let state, let isMoving)?:
          let isNews = message?.isRetained == false || state != watch.found
          if let move = watch.take(state, isMoving: isMoving, isNews: isNews, at: now) { return move }
        case .offline?: return watch.interrupted(by: watch.door.failure(.lockOffline))
        case .nothing?, .online?, nil: break
        }
        if let move = watch.settled(at: now) { return move }
        guard now >= watch.back.surety ?? watch.end else { continue }
        if watch.back.verdict == .lockSilent { watch.back.wasCut = try await talk.wasCut() }
        let isUnknown = watch.back.wasCut || watch.back.verdict == .lockSilent
        return watch.timedOut(left: isUnknown ? .unknown : watch.back.last)
      }
    } catch {
      return watch.interrupted(by: error)
    }
  }
}
