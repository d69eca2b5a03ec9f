internal import IntentCore
package import IntentPipeline

extension HandlerRegistry {
  package static let live = serving(nil)

  /// The handlers of this program; a new one is a line here. A run makes only the one that it needs.
  ///
  /// - Parameter world: Whose configuration counts; `nil` for none.
  private static func rows(_ world: World?, _ row: (String, @autoclosure () -> any Handler) -> Void) {
    row("dialog", DialogHandler())
    row("command", CommandHandler())
    row("http", HTTPHandler())
    row("notify", NotifyHandler())
    row("system.status", SystemStatusHandler(vpn: VPNProviders(world: world)))
    row("system.disk", SystemDiskHandler())
    row("vpn.set", VPNSetHandler(providers: VPNProviders(world: world)))
    row("vpn.status", VPNStatusHandler(providers: VPNProviders(world: world)))
    row("lock.set", LockSetHandler(providers: DoorProviders(world: world)))
    row("lock.status", LockStatusHandler(providers: DoorProviders(world: world)))
    row("key.share", KeyShareHandler())
    row("workflow", WorkflowHandler())
  }

  private static func serving(_ world: World?) -> HandlerRegistry {
    let configured: (@Sendable (World) -> HandlerRegistry)? =
      world == nil ? { @Sendable world in serving(world) } : nil
    return HandlerRegistry(
      find: { wanted in
        var found: (any Handler)?
        rows(world) { name, handler in if name == wanted { found = handler() } }
        return found
      },
      all: {
        var all: [any Handler] = []
        rows(world) { _, handler in all.append(handler()) }
        return all
      }, serving: configured)
  }
}

extension EntityLists {
  /// The kinds of entity that a parameter may name; a new one is a line here.
  private static let lists: [(kind: String, list: @Sendable (World) async throws(Failure) -> [Entity])] = [
    (
      "vpn.profile", { world throws(Failure) in try await VPNProviders(world: world).scope().entities(world) }
    ), ("door", { world throws(Failure) in try await DoorProviders(world: world).scope().entities(world) }),
  ]

  package static let kinds = lists.map(\.kind)

  /// The lists of this program's providers.
  package static let live = EntityLists { kind, world throws(Failure) in
    for (name, list) in lists where name == kind { return try await list(world) }
    throw Failure(.unavailable, ["name": .text(kind)])
  }
}
