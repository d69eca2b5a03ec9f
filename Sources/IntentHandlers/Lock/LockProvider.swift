package import IntentCore
internal import IntentPipeline

/// What moves the bolts of doors: the demo, Home Assistant, a broker of MQTT, a service of HTTP.
package protocol LockProvider: Sendable {
  /// The name in capabilities, resources and entity ids, such as `demo`.
  var name: String { get }
  var isSimulated: Bool { get }
  /// Whether its doors are found out by asking it.
  var asksForDoors: Bool { get }
  /// The secrets of the configuration that it needs for a door, or for looking at all of them.
  func secrets(for door: String?) -> [String]
  /// The door of an id, where that can be told without asking the provider.
  func door(id: String) -> Door?
  func doors(_ access: LockAccess) async throws(Failure) -> [Door]
  /// The states as the locks tell them now, in the order of the doors.
  func states(of doors: [Door], _ access: LockAccess) async throws(Failure) -> [Door.State]
  /// Reads the state, has `decide` say whether the bolt is to be moved, moves it once, and reads the state back until
  /// it has moved or will not. Whatever it fails with, nothing was sent to the lock.
  func move(
    _ door: Door, _ action: Capability.LockAction, _ access: LockAccess,
    _ decide: (Door.State) async throws(Failure) -> Bool
  ) async throws(Failure) -> LockMove
}

extension LockProvider {
  package var isSimulated: Bool { false }
  package var asksForDoors: Bool { false }
  package func secrets(for door: String?) -> [String] { [] }
}

/// A provider whose doors are those that the configuration names.
protocol ConfiguredLockProvider: LockProvider {
  /// What it reads from the configuration.
  static var form: LockProviderForm { get }
  /// `nil` where the settings are not as the form says.
  init?(_ settings: LockProviderSettings, _ doors: [ConfiguredDoor])
  var settings: [ConfiguredDoor] { get }
  /// The door that an id stands for.
  func configured(_ id: String) -> ConfiguredDoor?
}

extension ConfiguredLockProvider {
  func configured(_ id: String) -> ConfiguredDoor? { settings.first { $0.name.utf8.elementsEqual(id.utf8) } }
  package func door(id: String) -> Door? { configured(id)?.door }
  package func doors(_ access: LockAccess) async throws(Failure) -> [Door] { settings.map(\.door) }

  /// The secret of a door's code, if it has one.
  func codes(for door: String?) -> [String] {
    guard let door, let code = configured(door)?.code else { return [] }
    return [code]
  }
}

/// What a provider may use for one call.
package struct LockAccess: Sendable {
  package var world: World
  package var cancellation: any Cancellation
  package var secrets: ValueObject
  /// When the run's own limit passes.
  package var deadline: MonotonicTime
  /// Whether the state must be known before anything is sent, even where a lock has to be asked for it.
  package var asksFirst = false

  package init(
    world: World, cancellation: any Cancellation, secrets: ValueObject = ValueObject(),
    deadline: MonotonicTime
  ) {
    self.world = world
    self.cancellation = cancellation
    self.secrets = secrets
    self.deadline = deadline
  }

  init(_ context: HandlerContext) {
    self.init(
      world: context.world, cancellation: context.cancellation, secrets: context.secrets,
      deadline: context.deadline)
    world.processes = context.unhidden
    asksFirst = context.hasWaited
  }

  var now: MonotonicTime { world.clock.monotonic() }

  func secret(_ name: String) throws(Failure) -> String {
    guard let text = secrets[name]?.stringValue else {
      throw Failure(.secretUndefined, ["name": .text(name)])
    }
    return text
  }

  func wait(_ duration: Duration) async throws(Failure) {
    try await world.clock.wait(now + duration, cancellation)
  }
}

/// What became of a door that was to be moved.
package struct LockMove: Sendable {
  package var found: Door.State
  /// The state as far as it is known at the end.
  package var left: Door.State
  /// Why the bolt is not known to be where it should be; a command was sent then.
  package var fault: Fault?
  /// Why nobody waited for the bolt.
  package var interruption: Failure?

  package init(_ found: Door.State, _ left: Door.State, fault: Fault? = nil, interruption: Failure? = nil) {
    self.found = found
    self.left = left
    self.fault = fault
    self.interruption = interruption
  }
}

/// A door that is configured.
package struct Door: Sendable, Equatable {
  package enum State: String, Sendable { case locked, unlocked, open, jammed, unknown }

  package var provider: String
  package var id: String
  /// The name within a sentence, as in "The front door is locked."
  package var title: String
  /// What it may also be called.
  package var names: [String]

  package init(provider: String, id: String, title: String, names: [String] = []) {
    self.provider = provider
    self.id = id
    self.title = title
    self.names = names
  }

  /// The resource under which it is moved and its deadline is kept, as in `lock:demo:front`.
  package var resource: String { "lock:\(provider):\(id)" }
  package var entity: Entity { Entity(id: "\(provider):\(id)", title: title, names: [id] + names) }
}

extension Capability.LockAction {
  /// The state that the act leads to.
  var goal: Door.State {
    switch self {
    case .lock: .locked
    case .unlock: .unlocked
    case .open: .open
    }
  }

  init?(goal: String) {
    switch goal {
    case "locked": self = .lock
    case "unlocked": self = .unlock
    case "open": self = .open
    default: return nil
    }
  }
}
