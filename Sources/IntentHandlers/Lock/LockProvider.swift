package import IntentCore

/// What moves the bolts of doors: the demo now, MQTT or Home Assistant later.
package protocol LockProvider: Sendable {
  /// The name in capabilities, resources and entity ids, such as `demo`.
  var name: String { get }
  var isSimulated: Bool { get }
  func doors(_ world: World) async throws(Failure) -> [Door]
  /// The state as the lock tells it now.
  func state(of door: Door, _ world: World) async throws(Failure) -> Door.State
  /// Moves the bolt once and reads the state back until it has moved; `lock.jammed`, `lock.unknown` or the
  /// reason of the cancellation when it did not.
  func move(
    _ door: Door, _ action: Capability.LockAction, _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> Door.State
}

/// A door that is configured.
package struct Door: Sendable, Equatable {
  package enum State: String, Sendable { case locked, unlocked, open, jammed, unknown }

  package var provider: String
  package var id: String
  /// The name within a sentence, as in "The front door is locked."
  package var title: String

  package init(provider: String, id: String, title: String) {
    self.provider = provider
    self.id = id
    self.title = title
  }

  /// The resource under which it is moved and its deadline is kept, as in `lock:demo:front`.
  package var resource: String { "lock:\(provider):\(id)" }
  package var entity: Entity { Entity(id: "\(provider):\(id)", title: title, names: [id]) }
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
