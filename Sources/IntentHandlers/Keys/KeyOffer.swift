package import IntentCore
internal import IntentPipeline

/// A key that somebody is to be given: to which door, for how long, and how often.
package struct KeyOffer: Sendable {
  package var door: KeyDoor
  /// The door as people call it.
  package var title: String
  package var name: String
  package var opens: Bool
  package var window: KeyWindow
  package var uses: Int

  /// Reads what a person wrote about the key; the door is one that a provider knows now.
  ///
  /// - Parameter uses: One when it is not said.
  package init(
    door: String, to name: String, opens: Bool, from: String?, until: String, uses: Int?, _ world: World
  ) async throws(Failure) {
    let entity = try await Self.entity(door, world)
    guard let door = KeyDoor(entity: entity.id) else { throw Failure(.internalError) }
    self.door = door
    title = entity.title
    guard !name.utf8.isEmpty, name.utf8.count <= 64, name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .unfit("--to", name, expected: "a name of at most 64 bytes on one line")
    }
    (self.name, self.opens) = (name, opens)
    window = try KeyWindow(from: from, until: until, world.clock)
    self.uses = uses ?? 1
    guard (1...KeyLimits.mostUses).contains(self.uses) else {
      throw .unfit("--uses", String(self.uses), expected: "a whole number from 1 to 1000")
    }
  }

  private static func entity(_ text: String, _ world: World) async throws(Failure) -> Entity {
    let known = try await DoorProviders(world: world).scope().entities(world)
    let choices = known.map { Choice($0) }
    switch Pick.find(text, among: choices) {
    case .one(let choice):
      if let entity = known.first(where: { choice.value == .string($0.id) }) { return entity }
      throw Failure(.internalError)
    case .several(let found):
      let names = found.map { $0.value.plainText ?? "" }
      throw Failure(.entityAmbiguous, ["name": "the door", "value": .text(text), "allowed": .list(names)])
    case .none(let near):
      throw Failure(
        .entityUnknown,
        [
          "name": "the door", "value": .text(text), "allowed": .list(choices.map(\.word)),
          "suggestion": .text(near ?? ""),
        ])
    }
  }

  package var capability: Capability { .shareKey(provider: door.provider, door: .exact(door.id)) }

  /// Makes the key and keeps its hash; the key itself is in the answer alone.
  ///
  /// - Parameter takesClock: Whether a clock that went back is taken as right, which revokes every earlier key.
  package func share(_ world: World, takesClock: Bool = false) throws(Failure) -> NewKey {
    world.machine.guardMemory()
    let material = world.keyMaterial()
    for _ in 0..<8 {
      guard let text = KeyText(random: try material.random(KeyText.entropy)) else { break }
      let key = SharedKey(
        id: text.id, name: name, door: door, opens: opens, from: window.from, until: window.until, uses: uses,
        sharedAt: world.clock.wall())
      let hash = try material.hash(text.secret, try material.setting())
      if try world.store.addKey(key, hash: hash, takesClock: takesClock, world.clock) {
        return NewKey(key: key, text: text, title: title)
      }
    }
    throw Failure(.internalError, ["reason": "no key could be made"])
  }
}

/// A key that was just made, with its secret.
package struct NewKey: Sendable {
  package var key: SharedKey
  package var text: KeyText
  package var title: String

  /// The one answer that shows it.
  package func answer(_ clock: World.Clock, _ say: Localizer) -> IntentResult {
    var fields = [Snippet.Field(say("Key"), text.text)]
    if clock.wall() < key.from { fields.append(Snippet.Field(say("From"), clock.shortText(key.from))) }
    fields.append(Snippet.Field(say("Until"), clock.shortText(key.until)))
    fields.append(Snippet.Field(say("Uses"), String(key.uses)))
    let members: ValueObject = [
      "key": .string(text.text), "id": .string(key.id), "door": .string(key.door.text),
      "name": .string(key.name), "from": .string(clock.rfc3339(key.from)),
      "until": .string(clock.rfc3339(key.until)), "uses": .integer(key.uses), "opens": .boolean(key.opens),
    ]
    var result = IntentResult(
      symbol: Symbol("key", .green),
      dialog: say(
        "A key to the ${door} for ${name}.", ["door": .string(say(title)), "name": .string(key.name)]),
      snippet: Snippet([.fields(fields), .text(say("It is shown this once. Whoever has it can use it."))]),
      value: .object(members), isSimulated: key.door.provider == "demo")
    result.confidential = [text.text, text.secret]
    return result
  }
}
