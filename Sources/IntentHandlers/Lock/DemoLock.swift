package import IntentCore

/// Three doors that exist in the store alone: `front`, `back`, and `shed`, which jams.
package struct DemoLock: LockProvider {
  static let moveTime = Duration.milliseconds(200)
  /// How long the bolt of the shed is waited for.
  static let patience = Duration.milliseconds(500)

  package init() {}

  package var name: String { "demo" }
  package var isSimulated: Bool { true }

  static let all = ["front", "back", "shed"].map { Door(provider: "demo", id: $0, title: "\($0) door") }

  package func door(id: String) -> Door? { Self.all.first { $0.id.utf8.elementsEqual(id.utf8) } }

  package func doors(_ access: LockAccess) async throws(Failure) -> [Door] { Self.all }

  package func states(of doors: [Door], _ access: LockAccess) async throws(Failure) -> [Door.State] {
    var states: [Door.State] = []
    for door in doors { states.append(try state(of: door, access.world)) }
    return states
  }

  func state(of door: Door, _ world: World) throws(Failure) -> Door.State {
    guard let device = try world.store.device(Self.device(door)) else { return .locked }
    return Door.State(rawValue: device.state) ?? .unknown
  }

  package func move(
    _ door: Door, _ action: Capability.LockAction, _ access: LockAccess,
    _ decide: (Door.State) async throws(Failure) -> Bool
  ) async throws(Failure) -> LockMove {
    let world = access.world
    let found = try state(of: door, world)
    guard try await decide(found) else { return LockMove(found, found) }
    let jams = door.id == "shed"
    try await access.wait(jams ? Self.patience : Self.moveTime)
    let state = jams ? .jammed : action.goal
    try world.store.setDevice(
      Self.device(door), DeviceState(state: state.rawValue, since: world.clock.wall()))
    guard jams else { return LockMove(found, state) }
    let seconds = Self.patience.secondsText
    return LockMove(
      found, state,
      fault: Fault(
        .lockJammed,
        [
          "name": .text("the \(door.title)"), "seconds": .text(seconds),
          "reason": .text("the bolt did not move within \(seconds) s"),
        ]))
  }

  private static func device(_ door: Door) -> String { "lock:\(door.id)" }
}
