package import IntentCore
package import IntentPipeline

extension HandlerRegistry {
  package static let live = serving(VPNProviders(), DoorProviders()) { world in
    serving(
      VPNProviders(settings: { () throws(Failure) in try world.configuration().vpn }), DoorProviders(world))
  }

  /// The handlers of this program; a new one is a line here. A run makes only the one that it needs.
  private static func rows(
    _ vpn: VPNProviders, _ doors: DoorProviders, _ row: (String, @autoclosure () -> any Handler) -> Void
  ) {
    row("dialog", DialogHandler())
    row("command", CommandHandler())
    row("http", HTTPHandler())
    row("notify", NotifyHandler())
    row("system.status", SystemStatusHandler(vpn: vpn))
    row("system.disk", SystemDiskHandler())
    row("vpn.set", VPNSetHandler(vpn))
    row("vpn.status", VPNStatusHandler(vpn))
    row("lock.set", LockSetHandler(doors))
    row("lock.status", LockStatusHandler(doors))
    row("key.share", KeyShareHandler())
    row("workflow", WorkflowHandler())
  }

  private static func serving(
    _ vpn: VPNProviders, _ doors: DoorProviders, _ world: (@Sendable (World) -> HandlerRegistry)? = nil
  ) -> HandlerRegistry {
    HandlerRegistry(
      find: { wanted in
        var found: (any Handler)?
        rows(vpn, doors) { name, handler in if name == wanted { found = handler() } }
        return found
      },
      all: {
        var all: [any Handler] = []
        rows(vpn, doors) { _, handler in all.append(handler()) }
        return all
      }, serving: world)
  }
}

extension DoorProviders {
  /// The kinds of lock providers that the configuration may name; a new one is a line here.
  static let kinds: [any ConfiguredLockProvider.Type] = [
    HomeAssistantLock.self, BrokerLock.self, WebLock.self,
  ]

  /// What each reads from the configuration.
  package static var forms: [LockProviderForm] { kinds.map { $0.form } }
}

extension EntityLists {
  /// The kinds of entity that a parameter may name; a new one is a line here and one in `live`.
  private enum Kind: String, CaseIterable {
    case profile = "vpn.profile"
    case door
  }

  package static let kinds = Kind.allCases.map(\.rawValue)

  /// The lists of this program's providers.
  package static let live = EntityLists { kind, world throws(Failure) in
    switch Kind(rawValue: kind) {
    case .profile?:
      try await VPNProviders(settings: { () throws(Failure) in try world.configuration().vpn }).scope()
        .readings(world, Uncancelled()).map(\.profile.entity)
    case .door?: try await DoorProviders(world).scope().entities(world)
    case nil: throw Failure(.unavailable, ["name": .text(kind)])
    }
  }
}
