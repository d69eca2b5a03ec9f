internal import IntentCore

/// A provider of locks behind HTTP, which only answer: one request acts, and another tells the state.
protocol HTTPLockProvider: ConfiguredLockProvider {
  /// The request that tells the state of a door.
  func question(_ door: Door, _ access: ProviderAccess) throws(Failure) -> HTTPRequest
  /// The request that acts; fails with `lock.unsupported` where there is none.
  func command(_ action: LockAction, _ door: Door, _ access: ProviderAccess) throws(Failure) -> HTTPRequest
  /// What the answer to the question says.
  func reading(_ answer: Value, of door: Door) throws(Failure) -> LockReading
  /// The state before anything is sent; fails with the reason where it cannot be had.
  func found(_ door: Door, _ access: ProviderAccess) async throws(Failure) -> LockReading
}

/// What a lock said once.
struct LockReading {
  var state: Door.State
  var isMoving = false
  /// What changes with each report of the lock; empty where the provider does not say.
  var stamp = ""
  var canOpen = true
}

extension HTTPLockProvider {
  func found(_ door: Door, _ access: ProviderAccess) async throws(Failure) -> LockReading {
    try reading(try await Curl(access).json(question(door, access)), of: door)
  }

  func states(of doors: [Door], _ access: ProviderAccess) async throws(Failure) -> [Door.State] {
    var states: [Door.State] = []
    for door in doors { states.append(try await found(door, access).state) }
    return states
  }

  /// The state is read together with the command, which comes first on a connection of its own, where curl never sends
  /// anything twice.
  func move(
    _ door: Door, _ action: LockAction, _ access: ProviderAccess, _ decide: LockDecision
  ) async throws(Failure) -> LockMove {
    var command = try command(action, door, access)
    let found = try await found(door, access)
    if action == .open, !found.canOpen { throw door.failure(.lockUnsupported) }
    guard try await decide(found.state) else { return LockMove(found: found.state, left: found.state) }
    let watch = LockWatch(door, action, found: found.state, settings(of: door), access)
    command.timeout = watch.patience
    let question = try question(door, access)
    let first: LockReading?
    do throws(Failure) {
      let answers = try await Curl(access).send([command, question])
      if let fault = answers[0].refusal(command) { throw Failure([fault]) }
      if (400..<500).contains(answers[0].status) {
        var fault = door.fault(.lockRefused)
        fault.arguments.append(("status", .integer(answers[0].status)))
        return LockMove(found: found.state, left: found.state, fault: fault)
      }
      first = try? reading(answers[1].goodJSON(question), of: door)
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
    var (watch, reading) = (watch, first)
    var pause = Duration.milliseconds(50)
    do throws(Failure) {
      while true {
        let now = access.now
        if let reading {
          let isNews = reading.stamp.utf8.isEmpty || !reading.stamp.utf8.elementsEqual(found.stamp.utf8)
          let move = watch.take(reading.state, isMoving: reading.isMoving, isNews: isNews, at: now)
          if let move = move ?? watch.settled(at: now) { return move }
        }
        watch.back.wasCut = reading == nil
        let maySettle = watch.back.surety != nil && reading != nil && now < watch.end + watch.settle
        guard now < watch.end || maySettle else {
          return watch.timedOut(left: reading == nil ? .unknown : watch.back.last)
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

/// The service that a provider's requests go to.
struct LockService {
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
      method: method, address: place, headers: headers, timeout: .seconds(5), certificates: certificates)
    request.take(body: body)
    return request
  }
}
