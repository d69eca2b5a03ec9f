internal import IntentCore

/// A provider of locks behind HTTP, which only answer: one request acts, and another tells the state.
protocol HTTPLockProvider: ConfiguredLockProvider {
  /// The request that tells the state of a door.
  func question(_ door: Door, _ access: ProviderAccess) throws(Failure) -> HTTPRequest
  /// The request that acts; fails with `lock.unsupported` where there is none.
  func command(_ action: LockAction, _ door: Door, _ access: ProviderAccess) throws(Failure) -> HTTPRequest
  /// What the answer to the question says.
  func reading(_ answer: Value, of door: Door) throws(Failure) -> LockReading
}

extension HTTPLockProvider {
  func reading(of door: Door, _ access: ProviderAccess) async throws(Failure) -> LockReading {
    let question = try question(door, access)
    return try reading(try await Curl(access).send(question).told(question), of: door)
  }

  /// The state is read together with the command, which comes first on a connection of its own, where curl never sends
  /// anything twice.
  func move(
    _ door: Door, _ action: LockAction, _ access: ProviderAccess, _ decide: LockDecision
  ) async throws(Failure) -> LockMove {
    var command = try command(action, door, access)
    let found = try await reading(of: door, access)
    if found.state == .unavailable { throw door.failure(.lockOffline) }
    if action == .open, !found.canOpen { throw door.failure(.lockUnsupported) }
    guard try await decide(found) else { return LockMove(found: found, left: found) }
    var watch = LockWatch(door, action, found: found, settings(of: door), access)
    command.timeout = watch.patience
    let question = try question(door, access)
    let first: LockReading?
    do throws(Failure) {
      let answers = try await Curl(access).send([command, question])
      if let fault = answers[0].refusal(command) { throw Failure([answers[0].explaining(fault)]) }
      first = try? reading(answers[1].goodJSON(question), of: door)
      if let move = watch.judged(answers[0], to: command, first) { return move }
    } catch {
      guard access.isCancelled else { throw error }
      return watch.interrupted(by: error)
    }
    return await polled(watch, found, first: first, question, access)
  }

  /// Reads the state again and again until the bolt has moved or will not.
  ///
  /// - Parameter first: What was read together with the command, `nil` when that was cut off.
  private func polled(
    _ watch: LockWatch, _ found: LockReading, first: LockReading?, _ question: HTTPRequest,
    _ access: ProviderAccess
  ) async -> LockMove {
    var (watch, reading, news) = (watch, first, LockNews(after: found))
    var pause = Duration.milliseconds(50)
    do throws(Failure) {
      while true {
        let now = access.now
        watch.back.wasCut = reading == nil
        if let reading {
          if news.isChange(reading) { watch.back.hasMoved = true }
          if news.take(reading), let move = watch.take(reading.state, at: now) { return move }
          if let move = watch.settled(at: now) { return move }
        }
        let mayEnd = watch.back.surety == nil && watch.back.loss == nil || reading == nil
        guard now < watch.end || !mayEnd && now < watch.end + max(watch.settle, LockReadBack.doubt) else {
          return watch.timedOut()
        }
        try await access.wait(until: watch.back.surety ?? now + pause)
        pause = min(pause * 2, .milliseconds(500))
        do throws(Failure) {
          reading = try self.reading(try await Curl(access).json(question), of: watch.door)
        } catch {
          // A service that does not answer now may do so the next time.
          if access.isCancelled { throw error }
          reading = nil
        }
      }
    } catch {
      return watch.interrupted(by: error)
    }
  }
}

/// Tells what a lock said since a command from what was kept from before.
private struct LockNews {
  private let found: LockReading
  private var newest: String

  init(after found: LockReading) { (self.found, newest) = (found, found.stamp) }

  /// Whether the state changed meanwhile, even where it is the same again.
  func isChange(_ reading: LockReading) -> Bool { Self.isLater(reading.changed, than: found.changed) }

  /// Whether the reading is no older than all before.
  mutating func take(_ reading: LockReading) -> Bool {
    if reading.stamp.utf8.isEmpty { return true }
    guard reading.stamp.utf8.elementsEqual(newest.utf8) || Self.isLater(reading.stamp, than: newest) else {
      return false
    }
    newest = reading.stamp
    return !newest.utf8.elementsEqual(found.stamp.utf8)
  }

  /// Of moments in one form and one zone.
  private static func isLater(_ moment: String, than other: String) -> Bool {
    other.utf8.lexicographicallyPrecedes(moment.utf8)
  }
}

extension LockWatch {
  /// The outcome where the answer to the command already tells it.
  ///
  /// - Parameter first: What was read together with the command.
  fileprivate mutating func judged(
    _ answer: HTTPAnswer, to command: HTTPRequest, _ first: LockReading?
  ) -> LockMove? {
    guard answer.status >= 400, let failure = answer.failure(command) else { return nil }
    let why = answer.explaining(failure)
    // Of these only a gateway knows whether the command went on; where it did, the bolt tells.
    if answer.status == 503 { return interrupted(by: Failure([why])) }
    if answer.status == 502 || answer.status == 504 {
      remark = answer.summary
      return nil
    }
    let isUnderWay = first.map { $0.state == .moving || $0.state != found.state && $0.state.isKnown } ?? false
    if answer.status >= 500, isUnderWay {
      remark = answer.summary
      return nil
    }
    var fault = door.fault(.lockRefused)
    fault.arguments.append(("status", .integer(answer.status)))
    let format = (first ?? found).codeFormat
    if let format {
      fault.arguments.append(("format", .text(format)))
      fault.arguments.append(("reason", .text("code")))
      if let words = answer.words { fault.arguments.append(("hint", .text(words))) }
    } else if let words = answer.words {
      fault.arguments.append(("reason", .text(words)))
    }
    // Whoever fails by itself may have passed the command on.
    let isSure = answer.status < 500 || format != nil
    return LockMove(found: found, left: isSure ? found : LockReading(state: .unknown), fault: fault)
  }
}

/// The service that a provider's requests go to.
struct LockService {
  /// How long it may take to tell a state.
  static let patience = Duration.milliseconds(2_500)

  private let provider: String
  let address: HTTPAddress
  private let certificates: String?

  /// `nil` where the settings have no address.
  init?(_ provider: LockProviderSettings) {
    guard let address = provider.values.text("url").flatMap({ HTTPAddress($0) }) else { return nil }
    (self.provider, self.address) = (provider.name, address)
    certificates = provider.values.text("certificates")
  }

  func request(
    _ path: String, _ method: String = "GET", headers: [(name: String, value: String)], body: Value? = nil
  ) throws(Failure) -> HTTPRequest {
    guard let place = address.appending(path) else {
      throw Failure(.httpAddress, ["name": .text(provider), "value": .text(path)])
    }
    var request = HTTPRequest(
      method: method, address: place, headers: headers, timeout: Self.patience, certificates: certificates)
    request.take(body: body)
    return request
  }
}
