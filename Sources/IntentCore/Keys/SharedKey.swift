/// The user's word that whoever has a key may open one door, for a time and a number of uses.
package struct SharedKey: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    case early, valid, expired, revoked
    case usedUp = "used up"
  }

  package var id: String
  /// For whom it was made.
  package var name: String
  package var door: KeyDoor
  /// Whether it is also for opening the door, not only for unlocking it.
  package var opens: Bool
  package var from: WallTime
  /// The moment from which it is worth nothing.
  package var until: WallTime
  package var uses: Int
  package var usesLeft: Int
  package var sharedAt: WallTime
  package var revokedAt: WallTime?
  package var lastUsedAt: WallTime?

  package init(
    id: String, name: String, door: KeyDoor, opens: Bool = false, from: WallTime, until: WallTime, uses: Int,
    sharedAt: WallTime
  ) {
    (self.id, self.name, self.door) = (id, name, door)
    (self.opens, self.from, self.until) = (opens, from, until)
    (self.uses, usesLeft, self.sharedAt) = (uses, uses, sharedAt)
  }

  package func state(at now: WallTime) -> State {
    if revokedAt != nil { return .revoked }
    if usesLeft < 1 { return .usedUp }
    if until <= now { return .expired }
    return now < from ? .early : .valid
  }

  /// Why a key does not open; only the journal of the owner tells them apart.
  package enum Refusal: String, Sendable, CaseIterable {
    case wrong, expired, early, revoked
    case usedUp = "used up"
    case otherDoor = "for another door"
    case otherAct = "not for opening"
  }

  /// Why it does not allow the use, `nil` when it does.
  ///
  /// - Parameter matches: Whether the secret is the key's own.
  package func refusal(_ use: KeyUse, matches: Bool, at now: WallTime) -> Refusal? {
    guard matches else { return .wrong }
    if !door.isSame(as: use.door) { return .otherDoor }
    if use.action == .open, !opens { return .otherAct }
    // A state in which it does not open is a refusal of the same name.
    return Refusal(rawValue: state(at: now).rawValue)
  }
}

/// A door as a capability names it; compared byte for byte.
package struct KeyDoor: Sendable, Hashable {
  package var provider: String
  package var id: String

  package init(provider: String, id: String) { (self.provider, self.id) = (provider, id) }

  /// Reads an entity's id such as `demo:front`.
  package init?(entity text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    provider = String(text[..<colon])
    id = String(text[text.utf8.index(after: colon)...])
  }

  package var text: String { "\(provider):\(id)" }

  package func isSame(as other: KeyDoor) -> Bool {
    provider.utf8.elementsEqual(other.provider.utf8) && id.utf8.elementsEqual(other.id.utf8)
  }
}

/// The one act at one door for which a run redeems a key.
package final class KeyUse: Sendable {
  package let key: PresentedKey
  package let door: KeyDoor
  package let action: Capability.LockAction
  package let source: RunSource

  package init(_ key: PresentedKey, _ action: Capability.LockAction, _ door: KeyDoor, from source: RunSource)
  { (self.key, self.action, self.door, self.source) = (key, action, door, source) }

  package var capability: Capability { .lock(action, provider: door.provider, door: .exact(door.id)) }

  /// Whether the key stands for a grant: of the act itself, and of locking that door again.
  package func covers(_ capability: Capability) -> Bool {
    guard case .lock(let action, let provider, .exact(let id)) = capability,
      action == self.action || action == .lock
    else { return false }
    return door.isSame(as: KeyDoor(provider: provider, id: id))
  }

  /// Where wrong keys are counted: per door and caller.
  package var place: String { "\(source.text) \(door.text)" }
}

extension Failure {
  /// One message whatever is wrong with a key; the rule for the journal says what it was.
  ///
  /// - Parameter id: That of a key that there is, `nil` where none has it.
  package init(refusing use: KeyUse, _ refusal: SharedKey.Refusal, _ id: String?) {
    self.init(
      .keyRefused,
      [
        "missing": .capabilities([use.capability]), "source": .text(use.source.text),
        "rule": .text(id.map { "key \($0): \(refusal.rawValue)" } ?? "key: \(refusal.rawValue)"),
      ])
  }
}

extension [UInt8] {
  /// Compares without telling by the time it takes where the first difference is.
  package func isSameInConstantTime(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    for index in indices { difference |= self[index] ^ other[index] }
    return difference == 0
  }
}
