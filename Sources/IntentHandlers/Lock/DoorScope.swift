package import IntentCore

/// Finds the doors that count: those of the configuration, or the demo's until it names any.
package struct DoorProviders: Sendable {
  /// The kinds of lock providers that the configuration may name; a new one is a line here.
  static let kinds: [any ConfiguredLockProvider.Type] = [
    HomeAssistantLock.self, BrokerLock.self, WebLock.self,
  ]

  /// What each kind reads from the configuration.
  package static var forms: [LockProviderForm] { kinds.map { $0.form } }

  /// Whose configuration counts; `nil` for none.
  var world: World?

  /// Those that count now; reads the configuration.
  func scope() throws(Failure) -> DoorScope {
    let settings = try world?.configuration().doors ?? DoorSettings()
    return try settings.isEmpty ? DoorScope(providers: [DemoLock()]) : DoorScope(settings)
  }
}

/// The providers that count now.
struct DoorScope {
  let providers: [any LockProvider]

  init(providers: [any LockProvider]) { self.providers = providers }

  /// Fails with `configuration.provider` for a door whose provider is missing or of another kind.
  init(_ settings: DoorSettings) throws(Failure) {
    for door in settings.doors where !settings.providers.contains(where: { $0.drives(door) }) {
      let known = settings.providers.map(\.name)
      throw Failure(
        .configurationProvider,
        [
          "door": .text(door.name), "name": .text(door.provider), "allowed": .list(known),
          "suggestion": .text(Suggestion.nearest(to: door.provider, among: known) ?? ""),
          "reason": known.contains { $0.utf8.elementsEqual(door.provider.utf8) } ? "kind" : "missing",
        ])
    }
    var providers: [any LockProvider] = []
    for provider in settings.providers {
      let doors = settings.doors.filter { $0.provider.utf8.elementsEqual(provider.name.utf8) }
      let kind = DoorProviders.kinds.first { $0.form.type == provider.type }
      guard let made = kind?.init(provider, doors) else { throw Failure(.internalError) }
      providers.append(made)
    }
    self.providers = providers
  }

  /// What a text means: `provider:id`, or the id of a door that is configured; else an id of the first provider's.
  func place(_ text: String) throws(Failure) -> (provider: any LockProvider, id: String) {
    for provider in providers {
      if let id = provider.id(in: text) { return (provider, provider.door(id: id)?.id ?? id) }
    }
    for provider in providers { if let door = provider.door(id: text) { return (provider, door.id) } }
    guard let first = providers.first else { throw Failure(.unavailable, ["name": "door"]) }
    return (first, text)
  }

  /// The door of a text; fails with `entity.unknown`.
  func door(named text: String, _ access: ProviderAccess) async throws(Failure) -> (Door, any LockProvider) {
    let (provider, id) = try place(text)
    if let door = provider.door(id: id) { return (door, provider) }
    let known = try await doors(access)
    let name = "\(provider.name):\(id)"
    if let door = known.first(where: { $0.entity.id.utf8.elementsEqual(name.utf8) }) {
      return (door, provider)
    }
    throw .unknown("with.door", text, near: id, among: known.map(\.id))
  }

  func doors(_ access: ProviderAccess) async throws(Failure) -> [Door] {
    var doors: [Door] = []
    for provider in providers { doors += try await provider.doors(access) }
    return doors
  }

  /// The secrets for a door, or for all.
  func secrets(_ text: String?) throws(Failure) -> [String] {
    guard let text else { return providers.flatMap { $0.secrets(for: nil) } }
    let (provider, id) = try place(text)
    return provider.secrets(for: id)
  }

  /// The doors as choices, found out outside of any run.
  func entities(_ world: World) async throws(Failure) -> [Entity] {
    var access = ProviderAccess(world, Uncancelled())
    for provider in providers where provider.asksForDoors {
      for (name, value) in try await world.secrets(provider.secrets(for: nil), access.cancellation).members {
        access.secrets[name] = value
      }
    }
    return try await doors(access).map(\.entity)
  }
}

extension LockProviderSettings {
  /// Whether it can drive the door.
  fileprivate func drives(_ door: ConfiguredDoor) -> Bool {
    name.utf8.elementsEqual(door.provider.utf8) && type == door.type
  }
}
