internal import IntentCore

/// The locks of a Home Assistant, by its REST interface (developers.home-assistant.io, REST API): services that act,
/// and states that tell.
///
/// A service answers 200 for an entity that is not there and for a lock that will never answer, so that only the state
/// counts.
struct HomeAssistantLock: HTTPLockProvider {
  /// The state of a house with some thousands of entities.
  private static let mostOfAll = 16 << 20

  static let form = LockProviderForm(
    type: "home-assistant",
    keys: [
      .address,
      .init("token", "Token", "A long-lived access token of Home Assistant.", .secret, required: true),
      .certificates,
    ],
    doorKeys: [
      .text(
        "entity", "Entity", "The lock in Home Assistant.", expected: "an entity such as \"lock.front_door\"",
        ["pattern": "^lock\\.[a-z0-9_]+$", "examples": ["lock.front_door"]], mayBeEmpty: true
      ) { text in
        guard let name = lockName(text)?.utf8, !name.isEmpty else { return false }
        return name.allSatisfy {
          $0.isLetterOrDigit && !(0x41...0x5A).contains($0) || $0 == UInt8(ascii: "_")
        }
      }
    ], doorWays: [["entity"]]
  ) { $0["entity"] ?? .null }

  let name: String
  let service: LockService
  /// The name of the secret.
  private let token: String
  let settings: [ConfiguredDoor]

  init?(_ provider: LockProviderSettings, _ doors: [ConfiguredDoor]) {
    guard let service = LockService(provider), let token = provider.values.text("token") else { return nil }
    (name, self.service, self.token, settings) = (provider.name, service, token, doors)
  }

  /// Until doors of it are configured, each of its locks is one.
  var asksForDoors: Bool { settings.isEmpty }
  var ownSecrets: [String] { [token] }

  /// By the name of a door, or by its entity.
  func configured(_ id: String) -> ConfiguredDoor? {
    settings.first { $0.name.utf8.elementsEqual(id.utf8) }
      ?? settings.first { $0.values.text("entity")?.utf8.elementsEqual(id.utf8) ?? false }
  }

  func doors(_ access: ProviderAccess) async throws(Failure) -> [Door] {
    guard asksForDoors else { return settings.map(\.door) }
    let doors: [Door] = try await all(access).compactMap { state in
      guard let short = Self.lockName(state.entity) else { return nil }
      let words = String(decoding: short.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }, as: UTF8.self)
      return Door(
        provider: name, id: state.entity, title: words, names: [short] + (state.title.map { [$0] } ?? []))
    }
    if doors.isEmpty, let failure = try await notReady(access) { throw failure }
    return doors
  }

  func readings(of doors: [Door], _ access: ProviderAccess) async throws(Failure) -> [LockReading] {
    let all: [HomeAssistantState]
    do throws(Failure) {
      all = try await self.all(access)
    } catch {
      if access.isCancelled { throw error }
      return doors.map { _ in .unknown(because: error) }
    }
    var readings: [LockReading] = []
    for door in doors {
      let entity = entity(door)
      if let known = all.first(where: { $0.entity.utf8.elementsEqual(entity.utf8) }) {
        readings.append(known.reading)
      } else {
        readings.append(.unknown(because: try await missing(entity, of: door, among: all, access)))
      }
    }
    return readings
  }

  /// Each door by itself, on one connection: a house has some thousands of other entities.
  func follow(
    _ doors: [Door], _ known: [LockReading], _ access: ProviderAccess, _ tell: LockNewsTaker
  ) async throws(Failure) {
    let questions = try doors.map { door throws(Failure) in try question(door, access) }
    while !doors.isEmpty {
      try await access.wait(.milliseconds(500))
      let answers: [HTTPAnswer]
      do throws(Failure) {
        answers = try await Curl(access).send(questions)
      } catch {
        if access.isCancelled { throw error }
        answers = questions.map { _ in HTTPAnswer() }
      }
      for (place, answer) in answers.enumerated() {
        try tell(place, heard(answer, to: questions[place], of: doors[place]))
      }
    }
  }

  func question(_ door: Door, _ access: ProviderAccess) throws(Failure) -> HTTPRequest {
    try request("/api/states/\(HTTPAddress.encoded(entity(door)))", access)
  }

  func command(_ action: LockAction, _ door: Door, _ access: ProviderAccess) throws(Failure) -> HTTPRequest {
    var body: ValueObject = ["entity_id": .string(entity(door))]
    body["code"] = try code(of: door, access).map { .string($0) }
    return try request("/api/services/lock/\(action.rawValue)", access, "POST", body: .object(body))
  }

  func reading(of door: Door, _ access: ProviderAccess) async throws(Failure) -> LockReading {
    let question = try question(door, access)
    let answer = try await Curl(access).send(question)
    if answer.exit == 0, answer.status == 404 {
      throw try await missing(entity(door), of: door, among: all(access), access)
    }
    return try reading(answer.told(question), of: door)
  }

  private func heard(_ answer: HTTPAnswer, to question: HTTPRequest, of door: Door) -> LockReading {
    do throws(Failure) {
      return try reading(answer.told(question), of: door)
    } catch {
      return .unknown(because: error)
    }
  }

  /// Why an entity is not there: while Home Assistant starts, none is.
  private func missing(
    _ entity: String, of door: Door, among all: [HomeAssistantState], _ access: ProviderAccess
  ) async throws(Failure) -> Failure {
    if let failure = try await notReady(access) { return failure }
    let locks = all.map(\.entity).filter { Self.lockName($0) != nil }
    return .unknown("doors.\(door.id).entity", entity, near: entity, among: locks)
  }

  /// `http.unavailable` unless it says that it runs.
  private func notReady(_ access: ProviderAccess) async throws(Failure) -> Failure? {
    let request = try request("/api/config", access)
    let state = try await Curl(access).send(request).told(request).at(["state"])?.stringValue
    guard let state, !state.utf8.elementsEqual("RUNNING".utf8) else { return nil }
    return Failure(
      .httpUnavailable, ["name": .text(service.address.origin), "reason": .text(state)])
  }

  func reading(_ answer: Value, of door: Door) throws(Failure) -> LockReading { try state(answer).reading }

  private func state(_ answer: Value) throws(Failure) -> HomeAssistantState {
    guard let state = HomeAssistantState(answer) else {
      throw Failure(.httpBadJSON, ["name": .text(service.address.origin)])
    }
    return state
  }

  private func all(_ access: ProviderAccess) async throws(Failure) -> [HomeAssistantState] {
    let request = try request("/api/states", access)
    let answer = try await Curl(access).send(request, limit: Self.mostOfAll).told(request)
    return (answer.arrayValue ?? []).compactMap(HomeAssistantState.init)
  }

  private func request(
    _ path: String, _ access: ProviderAccess, _ method: String = "GET", body: Value? = nil
  ) throws(Failure) -> HTTPRequest {
    let token = try access.secret(token)
    return try service.request(path, method, headers: [("Authorization", "Bearer \(token)")], body: body)
  }

  private func entity(_ door: Door) -> String { configured(door.id)?.values.text("entity") ?? door.id }

  /// The name within `lock.NAME`; `nil` for other entities.
  private static func lockName(_ entity: String) -> String? {
    guard entity.utf8.starts(with: "lock.".utf8) else { return nil }
    return String(decoding: entity.utf8.dropFirst(5), as: UTF8.self)
  }
}

/// The state of an entity as Home Assistant tells it.
private struct HomeAssistantState {
  let entity: String
  let title: String?
  let reading: LockReading

  /// `nil` when the value is no state.
  init?(_ value: Value) {
    guard let entity = value.at(["entity_id"])?.stringValue, let word = value.at(["state"])?.stringValue
    else { return nil }
    self.entity = entity
    title = value.at(["attributes", "friendly_name"])?.stringValue
    reading = LockReading(
      state: Door.State(homeAssistant: word), certainty: .told,
      stamp: value.at(["last_updated"])?.stringValue ?? "",
      changed: value.at(["last_changed"])?.stringValue ?? "",
      // The bit of `supported_features` for a lock that opens (LockEntityFeature.OPEN).
      canOpen: (value.at(["attributes", "supported_features"])?.integerValue ?? 0) & 1 != 0,
      codeFormat: value.at(["attributes", "code_format"])?.stringValue)
  }
}
