internal import IntentCore
package import IntentPipeline

extension HandlerRegistry {
  /// The handlers of this program; a new one is a line here and its name in `liveNames`.
  package static let live = HandlerRegistry(
    find: { name in liveHandler(name, VPNProviders()) },
    all: { liveNames.compactMap { liveHandler($0, VPNProviders()) } },
    serving: { world in
      let vpn = VPNProviders(settings: { () throws(Failure) in try world.configuration().vpn })
      return HandlerRegistry(
        find: { liveHandler($0, vpn) }, all: { liveNames.compactMap { liveHandler($0, vpn) } })
    })

  static let liveNames = [
    "dialog", "command", "notify", "system.status", "system.disk", "vpn.set", "vpn.status", "lock.set",
    "lock.status", "key.share", "workflow",
  ]

  /// A switch rather than a table, so that a run makes the one handler that it needs.
  private static func liveHandler(_ name: String, _ vpn: VPNProviders) -> (any Handler)? {
    switch name {
    case "dialog": DialogHandler()
    case "command": CommandHandler()
    case "notify": NotifyHandler()
    case "system.status": SystemStatusHandler(vpn: vpn)
    case "system.disk": SystemDiskHandler()
    case "vpn.set": VPNSetHandler(vpn)
    case "vpn.status": VPNStatusHandler(vpn)
    case "lock.set": LockSetHandler(provider: Providers.lock)
    case "lock.status": LockStatusHandler(provider: Providers.lock)
    case "key.share": KeyShareHandler()
    case "workflow": WorkflowHandler()
    default: nil
    }
  }
}

extension EntityLists {
  /// The lists of this program's providers.
  package static let live = EntityLists { kind, world throws(Failure) in
    switch kind {
    case "vpn.profile":
      try await VPNProviders(settings: { () throws(Failure) in try world.configuration().vpn }).scope()
        .readings(world, Uncancelled()).map(\.profile.entity)
    case "door": try await Providers.lock.doors(world).map(\.entity)
    default: throw Failure(.unavailable, ["name": .text(kind)])
    }
  }

  /// The kinds of entity that a parameter may name.
  package static let kinds = ["vpn.profile", "door"]
}
