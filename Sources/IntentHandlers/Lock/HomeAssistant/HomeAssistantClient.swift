internal import IntentCore

/// Calls of Home Assistant's REST interface (developers.home-assistant.io, REST API).
struct HomeAssistantClient {
  /// The state of a house with some thousands of entities.
  private static let mostOfAll = 16 << 20

  let address: HTTPAddress
  let token: String
  let certificates: String?
  let access: LockAccess

  /// What became of a command.
  enum Sent {
    /// Nothing was sent, or nobody was let in.
    case refused(Fault)
    /// Home Assistant would not do it.
    case rejected(Int)
    /// It was sent; with the state right after, where that could be read.
    case sent(HomeAssistantState?)
  }

  private var curl: Curl { Curl(world: access.world, cancellation: access.cancellation) }

  private func request(_ path: String, _ method: String = "GET", within: Duration) throws(Failure)
    -> HTTPRequest
  {
    guard let place = address.appending(path) else {
      throw Failure(.httpAddress, ["name": .text(address.origin), "value": .text(path)])
    }
    return HTTPRequest(
      method: method, address: place, headers: [("Authorization", "Bearer \(token)")], timeout: within,
      certificates: certificates)
  }

  /// The state of an entity; fails with `entity.unknown` where there is none.
  func state(of entity: String, _ door: Door) async throws(Failure) -> HomeAssistantState {
    let request = try request(
      "/api/states/\(HTTPAddress.encoded(entity))", within: HomeAssistantLock.readLimit)
    guard let answer = try await curl.send([request]).last else { throw Failure(.internalError) }
    if answer.exit == 0, answer.status == 404 {
      let locks = try await all().map(\.entity).filter { $0.utf8.starts(with: "lock.".utf8) }
      throw Failure(
        .entityUnknown,
        [
          "name": .text("doors.\(door.id).entity"), "value": .text(entity), "allowed": .list(locks),
          "suggestion": .text(Suggestion.nearest(to: entity, among: locks) ?? ""),
        ])
    }
    if let fault = answer.failure(request) { throw Failure([fault]) }
    guard let state = HomeAssistantState(try answer.json(request)) else {
      throw Failure(.httpBadJSON, ["name": .text(address.origin)])
    }
    return state
  }

  /// The state of an entity, `nil` when it cannot be had now.
  func look(at entity: String, within: Duration) async throws(Failure) -> HomeAssistantState? {
    let request = try request("/api/states/\(HTTPAddress.encoded(entity))", within: within)
    return Self.state(try await curl.send([request]).last, request)
  }

  func all() async throws(Failure) -> [HomeAssistantState] {
    let request = try request("/api/states", within: HomeAssistantLock.readLimit)
    guard let answer = try await curl.send([request], limit: Self.mostOfAll).last else {
      throw Failure(.internalError)
    }
    if let fault = answer.failure(request) { throw Failure([fault]) }
    return (try answer.json(request).arrayValue ?? []).compactMap(HomeAssistantState.init)
  }

  /// Calls the service once and reads the state on the same connection.
  ///
  /// The command comes first on a connection of its own, where curl never sends anything twice.
  func act(
    _ action: Capability.LockAction, on entity: String, code: String?, within: Duration
  ) async throws(Failure) -> Sent {
    var data: ValueObject = ["entity_id": .string(entity)]
    data["code"] = code.map { .string($0) }
    var command = try request("/api/services/lock/\(action.rawValue)", "POST", within: within)
    command.take(body: .object(data))
    let look = try request("/api/states/\(HTTPAddress.encoded(entity))", within: HomeAssistantLock.readLimit)
    let answers = try await curl.send([command, look])
    guard answers.count == 2 else { throw Failure(.internalError) }
    let answer = answers[0]
    if answer.wasNeverSent, let fault = answer.failure(command) { return .refused(fault) }
    switch answer.status {
    case 401, 403: if let fault = answer.failure(command) { return .refused(fault) }
    case 400..<500: return .rejected(answer.status)
    default: break
    }
    return .sent(Self.state(answers[1], look))
  }

  private static func state(_ answer: HTTPAnswer?, _ request: HTTPRequest) -> HomeAssistantState? {
    guard let answer, answer.failure(request) == nil, let value = try? answer.json(request) else {
      return nil
    }
    return HomeAssistantState(value)
  }
}

/// The state of an entity as Home Assistant tells it.
struct HomeAssistantState {
  /// The bit of `supported_features` for a lock that opens (LockEntityFeature.OPEN).
  private static let opens = 1

  let entity: String
  let title: String?
  let reading: PolledLock.Reading
  let isOffline: Bool
  let canOpen: Bool

  /// `nil` when the value is no state.
  init?(_ value: Value) {
    guard let entity = value.at(["entity_id"])?.stringValue, let word = value.at(["state"])?.stringValue
    else {
      return nil
    }
    self.entity = entity
    title = value.at(["attributes", "friendly_name"])?.stringValue
    canOpen = (value.at(["attributes", "supported_features"])?.integerValue ?? 0) & Self.opens != 0
    isOffline = word == "unavailable"
    let moving = ["locking", "unlocking", "opening"].contains(word)
    reading = PolledLock.Reading(
      state: Door.State(rawValue: word) ?? .unknown, isMoving: moving,
      stamp: value.at(["last_updated"])?.stringValue ?? "")
  }
}
