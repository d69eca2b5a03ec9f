package import IntentCore
internal import IntentPipeline

/// The doors that count: those of the configuration, or the demo's until it names any.
package struct DoorProviders: Sendable {
  private let settings: @Sendable () throws(Failure) -> DoorSettings

  package init(
    settings: @escaping @Sendable () throws(Failure) -> DoorSettings = { () throws(Failure) in DoorSettings()
    }
  ) {
    self.settings = settings
  }

  package init(_ world: World) {
    self.init(settings: { () throws(Failure) in try world.configuration().doors })
  }

  /// Those that count now; reads the configuration.
  func scope() throws(Failure) -> DoorScope {
    let settings = try settings()
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
      let prefix = "\(provider.name):".utf8
      guard text.utf8.starts(with: prefix) else { continue }
      let id = String(decoding: text.utf8.dropFirst(prefix.count), as: UTF8.self)
      return (provider, provider.door(id: id)?.id ?? id)
    }
    for provider in providers {
      if let door = provider.door(id: text) { return (provider, door.id) }
    }
    guard let first = providers.first else { throw Failure(.unavailable, ["name": "door"]) }
    return (first, text)
  }

  /// The door of a text; fails with `entity.unknown`.
  func door(named text: String, _ access: LockAccess) async throws(Failure) -> (Door, any LockProvider) {
    let (provider, id) = try place(text)
    if let door = provider.door(id: id) { return (door, provider) }
    let known = try await doors(access)
    let name = "\(provider.name):\(id)"
    if let door = known.first(where: { $0.entity.id.utf8.elementsEqual(name.utf8) }) {
      return (door, provider)
    }
    let names = known.map(\.id)
    throw Failure(
      .entityUnknown,
      [
        "name": "with.door", "value": .text(text), "allowed": .list(names),
        "suggestion": .text(Suggestion.nearest(to: id, among: names) ?? ""),
      ])
  }

  func doors(_ access: LockAccess) async throws(Failure) -> [Door] {
    var doors: [Door] = []
    for provider in providers { doors += try await provider.doors(access) }
    return doors
  }

  /// The secrets for a door, or for all.
  func secrets(_ text: String?) throws(Failure) -> [String] {
    if let text {
      let (provider, id) = try place(text)
      return provider.secrets(for: id)
    }
    return providers.flatMap { $0.secrets(for: nil) }
  }

  /// What finding out the doors takes, outside of any run.
  func entities(_ world: World) async throws(Failure) -> [Entity] {
    let cancellation = Uncancelled()
    let end = world.clock.monotonic() + .seconds(10)
    var access = LockAccess(world: world, cancellation: cancellation, deadline: end)
    for provider in providers where provider.asksForDoors {
      for (name, value) in try await world.secrets(provider.secrets(for: nil), cancellation).members {
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
