internal import IntentCore
package import IntentPipeline

extension HandlerRegistry {
  /// The handlers of this program; a new one is a line here and its name in `liveNames`.
  package static let live = HandlerRegistry(
    find: { name in liveHandler(name, VPNProviders(), DoorProviders()) },
    all: { liveNames.compactMap { liveHandler($0, VPNProviders(), DoorProviders()) } },
    serving: { world in
      let vpn = VPNProviders(settings: { () throws(Failure) in try world.configuration().vpn })
      let doors = DoorProviders(world)
      return HandlerRegistry(
        find: { liveHandler($0, vpn, doors) }, all: { liveNames.compactMap { liveHandler($0, vpn, doors) } })
    })

  static let liveNames = [
    "dialog", "command", "http", "notify", "system.status", "system.disk", "vpn.set", "vpn.status",
    "lock.set", "lock.status", "key.share", "workflow",
  ]

  /// A switch rather than a table, so that a run makes the one handler that it needs.
  private static func liveHandler(
    _ name: String, _ vpn: VPNProviders, _ doors: DoorProviders
  ) -> (any Handler)? {
    switch name {
    case "dialog": DialogHandler()
    case "command": CommandHandler()
    case "http": HTTPHandler()
    case "notify": NotifyHandler()
    case "system.status": SystemStatusHandler(vpn: vpn)
    case "system.disk": SystemDiskHandler()
    case "vpn.set": VPNSetHandler(vpn)
    case "vpn.status": VPNStatusHandler(vpn)
    case "lock.set": LockSetHandler(doors)
    case "lock.status": LockStatusHandler(doors)
    case "key.share": KeyShareHandler()
    case "workflow": WorkflowHandler()
    default: nil
    }
  }
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
