internal import IntentCore

/// Three doors that exist in the store alone: `front`, `back`, and `shed`, which jams.
struct DemoLock: LockProvider {
  static let moveTime = Duration.milliseconds(200)
  /// How long the bolt of the shed is waited for.
  static let patience = Duration.milliseconds(500)

  static let all = ["front", "back", "shed"].map { Door(provider: "demo", id: $0, title: "\($0) door") }

  let name = "demo"
  let isSimulated = true

  func door(id: String) -> Door? { Self.all.first { $0.id.utf8.elementsEqual(id.utf8) } }

  func doors(_ access: ProviderAccess) async throws(Failure) -> [Door] { Self.all }

  func reading(of door: Door, _ access: ProviderAccess) async throws(Failure) -> LockReading {
    LockReading(state: try state(of: door, access.world))
  }

  /// One after the other: each costs a look at the store.
  func readings(of doors: [Door], _ access: ProviderAccess) async throws(Failure) -> [LockReading] {
    var readings: [LockReading] = []
    for door in doors { readings.append(try await reading(of: door, access)) }
    return readings
  }

  func state(of door: Door, _ world: World) throws(Failure) -> Door.State {
    guard let device = try world.store.device(Self.device(door)) else { return .locked }
    return Door.State(rawValue: device.state) ?? .unknown
  }

  func move(
    _ door: Door, _ action: LockAction, _ access: ProviderAccess, _ decide: LockDecision
  ) async throws(Failure) -> LockMove {
    let world = access.world
    let found = LockReading(state: try state(of: door, world))
    guard try await decide(found) else { return LockMove(found: found, left: found) }
    let jams = door.id == "shed"
    try await access.wait(jams ? Self.patience : Self.moveTime)
    let state = jams ? .jammed : action.goal
    try world.store.setDevice(
      Self.device(door), DeviceState(state: state.rawValue, since: world.clock.wall()))
    guard jams else { return LockMove(found: found, left: LockReading(state: state)) }
    var fault = door.fault(.lockJammed, after: Self.patience)
    fault.arguments.append(("reason", .text("the bolt did not move within \(Self.patience.secondsText) s")))
    return LockMove(found: found, left: LockReading(state: state), fault: fault)
  }

  private static func device(_ door: Door) -> String { "lock:\(door.id)" }
}
