internal import IntentCore

typealias LockAction = Capability.LockAction

/// Says for what is known of a door whether its bolt is to be moved.
typealias LockDecision = (LockReading) async throws(Failure) -> Bool

/// Takes what is known of the door at a place.
typealias LockNewsTaker = (Int, LockReading) throws(Failure) -> Void

/// What moves the bolts of doors: the demo, Home Assistant, a broker of MQTT, a service of HTTP.
protocol LockProvider: Provider {
  /// Whether its doors are found out by asking it.
  var asksForDoors: Bool { get }
  /// The names of its doors, as far as the configuration has them.
  var named: [String] { get }
  /// The secrets of the configuration that it needs for a door, or for looking at all of them.
  func secrets(for door: String?) -> [String]
  /// The door of an id, where that can be told without asking the provider.
  func door(id: String) -> Door?
  func doors(_ access: ProviderAccess) async throws(Failure) -> [Door]
  /// What is known of a door now; fails where the provider does not answer.
  func reading(of door: Door, _ access: ProviderAccess) async throws(Failure) -> LockReading
  /// The same of several, in their order; what kept it away stands in each.
  func readings(of doors: [Door], _ access: ProviderAccess) async throws(Failure) -> [LockReading]
  /// What is wrong with it, or with what it knows of doors, without waking a lock that sleeps.
  func check(_ access: ProviderAccess) async throws(Failure) -> [Fault]
  /// Tells what is known of the doors, by their places, whenever it may have changed, until cancelled; no lock that
  /// sleeps is asked.
  ///
  /// - Parameter known: What was told of them before.
  func follow(
    _ doors: [Door], _ known: [LockReading], _ access: ProviderAccess, _ tell: LockNewsTaker
  ) async throws(Failure)
  /// Reads the state, has `decide` say whether the bolt is to be moved, moves it once, and reads the state back until
  /// it has moved or will not. Whatever it fails with, nothing was sent to the lock.
  func move(
    _ door: Door, _ action: LockAction, _ access: ProviderAccess, _ decide: LockDecision
  ) async throws(Failure) -> LockMove
}

extension LockProvider {
  var asksForDoors: Bool { false }
  func secrets(for door: String?) -> [String] { [] }
  var named: [String] { [] }

  /// Asks whoever drives the locks, which wakes none of them.
  func follow(
    _ doors: [Door], _ known: [LockReading], _ access: ProviderAccess, _ tell: LockNewsTaker
  ) async throws(Failure) {
    while true {
      try await access.wait(.milliseconds(500))
      for (place, reading) in try await readings(of: doors, access).enumerated() { try tell(place, reading) }
    }
  }

  func check(_ access: ProviderAccess) async throws(Failure) -> [Fault] {
    let doors = try await doors(access)
    var faults: [Fault] = []
    for (door, reading) in zip(doors, try await readings(of: doors, access)) {
      let fault = reading.cause ?? (reading.state == .unavailable ? door.fault(.lockOffline) : nil)
      if let fault, !faults.contains(fault) { faults.append(fault) }
    }
    return faults
  }

  func readings(of doors: [Door], _ access: ProviderAccess) async throws(Failure) -> [LockReading] {
    try await sideBySide(doors) { door in
      do throws(Failure) {
        return .success(try await reading(of: door, access))
      } catch {
        return access.isCancelled ? .failure(error) : .success(.unknown(because: error))
      }
    }
  }
}

/// A provider whose doors are those that the configuration names.
protocol ConfiguredLockProvider: LockProvider {
  /// What it reads from the configuration.
  static var form: LockProviderForm { get }
  /// `nil` where the settings are not as the form says.
  init?(_ settings: LockProviderSettings, _ doors: [ConfiguredDoor])
  var settings: [ConfiguredDoor] { get }
  /// The secrets that each call needs.
  var ownSecrets: [String] { get }
  /// The door that an id stands for.
  func configured(_ id: String) -> ConfiguredDoor?
}

extension ConfiguredLockProvider {
  func configured(_ id: String) -> ConfiguredDoor? { settings.first { $0.name.utf8.elementsEqual(id.utf8) } }
  var named: [String] { settings.map(\.name) }
  func door(id: String) -> Door? { configured(id)?.door }
  func doors(_ access: ProviderAccess) async throws(Failure) -> [Door] { settings.map(\.door) }

  func secrets(for door: String?) -> [String] {
    ownSecrets + (door.flatMap { configured($0)?.code }.map { [$0] } ?? [])
  }

  /// What is configured for a door; one that was found by asking has the usual settings.
  func settings(of door: Door) -> ConfiguredDoor {
    configured(door.id) ?? ConfiguredDoor(name: door.id, provider: name, type: Self.form.type, values: [:])
  }

  /// The code that commands to the door need, if it has one.
  func code(of door: Door, _ access: ProviderAccess) throws(Failure) -> String? {
    try configured(door.id)?.code.map { name throws(Failure) in try access.secret(name) }
  }
}

/// What became of a door that was to be moved.
struct LockMove {
  var found: LockReading
  /// What is known of it at the end.
  var left: LockReading
  /// Why the bolt is not known to be where it should be; a command was sent then.
  var fault: Fault?
  /// Why nobody waited for the bolt.
  var interruption: Failure?
}

/// A door that a provider knows.
struct Door: Sendable, Equatable {
  var provider: String
  var id: String
  /// The name within a sentence, as in "The front door is locked."
  var title: String
  /// What it may also be called.
  var names: [String] = []

  /// The resource under which it is moved and its deadline is kept, as in `lock:demo:front`.
  var resource: String { "lock:\(provider):\(id)" }
  var entity: Entity { Entity(id: "\(provider):\(id)", title: title, names: [id] + names) }

  /// What is told when the bolt is not where it should be.
  ///
  /// - Parameter patience: How long it was waited for, `nil` when it was clear before.
  func fault(_ code: FaultCode, after patience: Duration? = nil) -> Fault {
    var fault = Fault(code, ["name": .text("the \(title)")])
    if let patience { fault.arguments.append(("seconds", .text(patience.secondsText))) }
    return fault
  }

  func failure(_ code: FaultCode) -> Failure { Failure([fault(code)]) }
}

extension ConfiguredDoor { var door: Door { Door(provider: provider, id: name, title: title) } }

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
    guard let action = Self.allCases.first(where: { $0.goal.rawValue.utf8.elementsEqual(goal.utf8) }) else {
      return nil
    }
    self = action
  }
}
