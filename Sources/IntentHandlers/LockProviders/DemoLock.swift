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

  func states(of doors: [Door], _ access: ProviderAccess) async throws(Failure) -> [Door.State] {
    var states: [Door.State] = []
    for door in doors { states.append(try state(of: door, access.world)) }
    return states
  }

  func state(of door: Door, _ world: World) throws(Failure) -> Door.State {
    guard let device = try world.store.device(Self.device(door)) else { return .locked }
    return Door.State(rawValue: device.state) ?? .unknown
  }

  func move(
    _ door: Door, _ action: LockAction, _ access: ProviderAccess, _ decide: LockDecision
  ) async throws(Failure) -> LockMove {
    let world = access.world
    let found = try state(of: door, world)
    guard try await decide(found) else { return LockMove(found: found, left: found) }
    let jams = door.id == "shed"
    try await access.wait(jams ? Self.patience : Self.moveTime)
    let state = jams ? .jammed : action.goal
    try world.store.setDevice(
      Self.device(door), DeviceState(state: state.rawValue, since: world.clock.wall()))
    guard jams else { return LockMove(found: found, left: state) }
    var fault = door.fault(.lockJammed, after: Self.patience)
    fault.arguments.append(("reason", .text("the bolt did not move within \(Self.patience.secondsText) s")))
    return LockMove(found: found, left: state, fault: fault)
  }

  private static func device(_ door: Door) -> String { "lock:\(door.id)" }
}
