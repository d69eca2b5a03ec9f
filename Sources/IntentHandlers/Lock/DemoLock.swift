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

  package func doors(_ world: World) async throws(Failure) -> [Door] { Self.all }

  package func state(of door: Door, _ world: World) async throws(Failure) -> Door.State {
    guard let device = try world.store.device(Self.device(door)) else { return .locked }
    return Door.State(rawValue: device.state) ?? .unknown
  }

  package func move(
    _ door: Door, _ action: Capability.LockAction, _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> Door.State {
    let jams = door.id == "shed"
    let clock = world.clock
    try await clock.wait(clock.monotonic() + (jams ? Self.patience : Self.moveTime), cancellation)
    try world.store.setDevice(
      Self.device(door),
      DeviceState(state: (jams ? .jammed : action.goal).rawValue, since: clock.wall()))
    let state = try await state(of: door, world)
    guard state == action.goal else {
      throw Failure(
        state == .jammed ? .lockJammed : .lockUnknown,
        [
          "name": .text("the \(door.title)"), "seconds": .text(Self.patience.secondsText),
          "reason": .text("the bolt did not move within \(Self.patience.secondsText) s"),
        ])
    }
    return state
  }

  private static func device(_ door: Door) -> String { "lock:\(door.id)" }
}
