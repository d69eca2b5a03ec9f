internal import IntentCore

/// The locks of a Home Assistant, by its REST interface: services that act, and states that tell.
///
/// A service answers 200 for an entity that is not there and for a lock that will never answer, so that only the state
/// counts.
struct HomeAssistantLock: ConfiguredLockProvider {
  /// How long a request that only reads may take.
  static let readLimit = Duration.seconds(5)

  static let form = LockProviderForm(
    type: "home-assistant",
    keys: [
      .address,
      .init("token", "Token", "A long-lived access token of Home Assistant.", .secret, required: true),
      .certificates,
    ],
    doorKeys: [
      .init(
        "entity", "Entity", "The lock in Home Assistant.",
        .text(
          .init(
            expected: "an entity such as \"lock.front_door\"",
            schema: ["pattern": "^lock\\.[a-z0-9_]+$", "examples": ["lock.front_door"]], mayBeEmpty: true,
            fits: isLock)))
    ], doorWays: [["entity"]]
  ) { $0["entity"] ?? .null }

  private static func isLock(_ text: String) -> Bool {
    let rest = text.utf8.dropFirst(5)
    return text.utf8.starts(with: "lock.".utf8) && !rest.isEmpty
      && rest.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
      }
  }

  let name: String
  let address: HTTPAddress
  /// The name of the secret.
  let token: String
  let certificates: String?
  let settings: [ConfiguredDoor]

  init?(_ provider: LockProviderSettings, _ doors: [ConfiguredDoor]) {
    guard let address = provider.values.text("url").flatMap({ HTTPAddress($0) }),
      let token = provider.values.text("token")
    else { return nil }
    name = provider.name
    self.address = address
    self.token = token
    certificates = provider.values.text("certificates")
    settings = doors
  }

  /// Until doors of it are configured, each of its locks is one.
  var asksForDoors: Bool { settings.isEmpty }

  func secrets(for door: String?) -> [String] {
    [token] + codes(for: door)
  }

  /// By the name of a door, or by its entity.
  func configured(_ id: String) -> ConfiguredDoor? {
    settings.first { $0.name.utf8.elementsEqual(id.utf8) }
      ?? settings.first { $0.values.text("entity")?.utf8.elementsEqual(id.utf8) ?? false }
  }

  func doors(_ access: LockAccess) async throws(Failure) -> [Door] {
    guard asksForDoors else { return settings.map(\.door) }
    return try await client(access).all().compactMap { state in
      guard state.entity.utf8.starts(with: "lock.".utf8) else { return nil }
      let short = String(decoding: state.entity.utf8.dropFirst(5), as: UTF8.self)
      let words = String(decoding: short.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }, as: UTF8.self)
      return Door(
        provider: name, id: state.entity, title: words, names: [short] + (state.title.map { [$0] } ?? []))
    }
  }

  func states(of doors: [Door], _ access: LockAccess) async throws(Failure) -> [Door.State] {
    if doors.count == 1 {
      let state = try await client(access).state(of: entity(doors[0]), doors[0])
      if state.isOffline { throw doors[0].failure(.lockOffline) }
      return [state.reading.state]
    }
    let all = try await client(access).all()
    return doors.map { door in
      let entity = entity(door)
      return all.first { $0.entity.utf8.elementsEqual(entity.utf8) }?.reading.state ?? .unknown
    }
  }

  func move(
    _ door: Door, _ action: Capability.LockAction, _ access: LockAccess,
    _ decide: (Door.State) async throws(Failure) -> Bool
  ) async throws(Failure) -> LockMove {
    let client = try client(access)
    let entity = entity(door)
    let found = try await client.state(of: entity, door)
    if found.isOffline { throw door.failure(.lockOffline) }
    if action == .open, !found.canOpen { throw door.failure(.lockUnsupported) }
    guard try await decide(found.reading.state) else {
      return LockMove(found.reading.state, found.reading.state)
    }
    let own =
      configured(door.id) ?? ConfiguredDoor(name: door.id, provider: name, type: Self.form.type, values: [:])
    let code = try own.code.map { name throws(Failure) in try access.secret(name) }
    let polled = PolledLock(
      door: door, action: action, found: found.reading, settings: own, access: access, began: access.now)
    let first: PolledLock.Reading?
    do throws(Failure) {
      let limit = own.patience(access, from: polled.began)
      switch try await client.act(action, on: entity, code: code, within: limit) {
      case .refused(let fault): throw Failure([fault])
      case .rejected(let status):
        return LockMove(
          found.reading.state, found.reading.state,
          fault: Fault(.lockRefused, ["name": .text("the \(door.title)"), "status": .integer(status)]))
      case .sent(let state): first = state?.reading
      }
    } catch {
      guard access.cancellation.reason != nil else { throw error }
      return LockMove(found.reading.state, .unknown, interruption: error)
    }
    return await polled.outcome(first: first) { () throws(Failure) in
      try await client.look(at: entity, within: Self.readLimit)?.reading
    }
  }

  private func entity(_ door: Door) -> String {
    configured(door.id)?.values.text("entity") ?? door.id
  }

  private func client(_ access: LockAccess) throws(Failure) -> HomeAssistantClient {
    HomeAssistantClient(
      address: address, token: try access.secret(token), certificates: certificates, access: access)
  }
}
