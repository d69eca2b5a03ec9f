internal import IntentCore

/// Locks on a broker of MQTT, driven by mosquitto's programs.
struct BrokerLock: ConfiguredLockProvider {
  /// How long a lock may take to tell its state when it is asked.
  static let askLimit = Duration.seconds(1)
  /// How long the broker may take to hand over what it kept, where that must be known: one with Nagle's algorithm
  /// takes 40 ms.
  static let keptLimit = Duration.milliseconds(150)
  /// How long it is waited for where it is only good to know.
  static let kindLimit = Duration.milliseconds(5)

  static let form = LockProviderForm(
    type: "mqtt",
    keys: [
      .init(
        "host", "Host", "The name or address of the broker.",
        .text(
          .init(expected: "a host such as \"broker.local\"", schema: ["minLength": 1]) {
            HTTPAddress.isHost($0.utf8) || HTTPAddress("http://[\($0)]") != nil
          }), required: true),
      .init("port", "Port", "1883 when absent, 8883 with tls.", .port),
      .init(
        "username", "User name", "As whom to log in at the broker.",
        .text(
          .init(expected: "a name on one line", schema: ["minLength": 1], isHidden: true) { text in
            text.utf8.count <= 1000 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
          })),
      .init("password", "Password", "The password of that user.", .secret, needs: "username"),
      .init("tls", "TLS", "Whether the connection is encrypted.", .flag), .certificates,
    ],
    doorKeys: LockTopics.keys, doorWays: [["topic"], ["stateTopic", "commandTopic"]]
  ) { LockTopics($0).map { .string($0.command) } ?? .null }

  let name: String
  private let broker: BrokerAccess
  let settings: [ConfiguredDoor]

  init?(_ provider: LockProviderSettings, _ doors: [ConfiguredDoor]) {
    guard let broker = BrokerAccess(provider.values) else { return nil }
    name = provider.name
    self.broker = broker
    settings = doors
  }

  func secrets(for door: String?) -> [String] {
    (broker.password.map { [$0] } ?? []) + codes(for: door)
  }

  func states(of doors: [Door], _ access: LockAccess) async throws(Failure) -> [Door.State] {
    var states: [Door.State] = []
    for door in doors {
      let dialect = try dialect(door)
      let talk = try await BrokerTalk.open(broker, dialect.subscriptions, access)
      do throws(Failure) {
        let found = try await asked(door, dialect, talk, access)
        await talk.close()
        states.append(found)
      } catch {
        await talk.close()
        guard doors.count > 1, error.faults.first?.code == .lockOffline else { throw error }
        states.append(.unknown)
      }
    }
    return states
  }

  func move(
    _ door: Door, _ action: Capability.LockAction, _ access: LockAccess,
    _ decide: (Door.State) async throws(Failure) -> Bool
  ) async throws(Failure) -> LockMove {
    guard let own = configured(door.id) else { throw Failure(.internalError) }
    let dialect = try dialect(door)
    let code = try own.code.map { name throws(Failure) in try access.secret(name) }
    guard let command = dialect.command(action, code: code) else { throw door.failure(.lockUnsupported) }
    // Whoever listens before anything is said misses nothing.
    let talk = try await BrokerTalk.open(broker, dialect.subscriptions, access)
    do throws(Failure) {
      // Asking wakes a lock that sleeps, for which an unlock does not wait unless it has to know.
      var found = Door.State.unknown
      if !access.asksFirst { found = try await kept(door, dialect, talk, access) }
      if access.asksFirst || found == action.goal { found = try await asked(door, dialect, talk, access) }
      guard try await decide(found) else {
        await talk.close()
        return LockMove(found, found)
      }
      let watch = BrokerWatch(
        door: door, action: action, found: found, settings: own, access: access, talk: talk)
      let move = try await watch.outcome(of: command, dialect)
      await talk.close()
      return move
    } catch {
      await talk.close()
      throw error
    }
  }

  /// The state that the lock tells when it is asked, else the one that the broker kept, else none.
  private func asked(
    _ door: Door, _ dialect: LockDialect, _ talk: BrokerTalk, _ access: LockAccess
  ) async throws(Failure) -> Door.State {
    guard dialect.question != nil else {
      var access = access
      access.asksFirst = true
      return try await self.kept(door, dialect, talk, access)
    }
    let end = access.now + Self.askLimit
    if let (topic, payload) = dialect.question { _ = try await talk.publish(payload, to: topic, until: end) }
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
    _ door: Door, _ dialect: LockDialect, _ talk: BrokerTalk, _ access: LockAccess
  ) async throws(Failure) -> Door.State {
    let isNeeded = access.asksFirst || dialect.topics.isAvailabilityNamed
    let end = access.now + (isNeeded ? Self.keptLimit : Self.kindLimit)
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
    guard let topics = configured(door.id).flatMap({ LockTopics($0.values) }) else {
      throw Failure(.internalError)
    }
    return LockDialect(topics: topics)
  }
}

/// One command to a lock on a broker, and what it says then.
struct BrokerWatch {
  let door: Door
  let action: Capability.LockAction
  let found: Door.State
  let settings: ConfiguredDoor
  let access: LockAccess
  let talk: BrokerTalk

  /// Sends the command once; fails only when it did not go out.
  func outcome(of command: [UInt8], _ dialect: LockDialect) async throws(Failure) -> LockMove {
    let began = access.now
    let patience = settings.patience(access, from: began)
    let end = began + patience
    do throws(Failure) {
      guard try await talk.publish(command, to: dialect.topics.command, until: end) else {
        throw Failure(.brokerUnreachable, ["name": .text("the broker of the \(door.title)")])
      }
    } catch {
      // Who was interrupted meanwhile cannot say whether it went out.
      guard access.cancellation.reason != nil else { throw error }
      return LockMove(found, .unknown, interruption: error)
    }
    do throws(Failure) {
      return try await told(dialect, until: end, patience)
    } catch {
      return LockMove(found, .unknown, interruption: error)
    }
  }

  private func told(
    _ dialect: LockDialect, until end: MonotonicTime, _ patience: Duration
  ) async throws(Failure) -> LockMove {
    var back = LockReadBack(action, found: found, settle: settings.settle)
    while true {
      let message = try await talk.next(until: back.surety ?? end)
      let now = access.now
      if let message {
        switch dialect.meaning(message) {
        case .state(let state, let isMoving):
          let isNews = !message.isRetained || state != found
          if let code = back.take(state, isMoving: isMoving, isNews: isNews, at: now) {
            return LockMove(found, state, fault: door.fault(code))
          }
        case .offline: return LockMove(found, .unknown, interruption: door.failure(.lockOffline))
        case .nothing, .online: break
        }
      }
      if back.isSure(at: now) { return LockMove(found, back.last) }
      if now >= (back.surety ?? end) {
        if back.verdict == .lockSilent { back.wasCut = try await talk.wasCut() }
        let code = back.verdict
        return LockMove(
          found, code == .lockSilent || back.wasCut ? .unknown : back.last,
          fault: door.fault(code, after: patience))
      }
    }
  }
}
