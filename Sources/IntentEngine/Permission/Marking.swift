package import IntentCore
internal import IntentHandlers
internal import IntentPipeline

/// Whether an intent may run from here, as `list` and `show` mark it.
package enum Mark: String, Sendable {
  case allowed, untrusted, changed, notGranted, unsafe, notHere, asks

  package var text: String {
    switch self {
    case .allowed: ""
    case .untrusted: "untrusted"
    case .changed: "changed since trusted"
    case .notGranted, .notHere: "not from here"
    case .unsafe: "others may write it"
    case .asks: "needs --yes"
    }
  }
}

/// Marks many definitions with one look into the store; it starts nothing and asks no provider.
package struct Marking {
  private let world: World
  private let source: RunSource
  private let standings: [String: Standing]

  package init(_ world: World, from source: RunSource) {
    (self.world, self.source) = (world, source)
    var found: [String: Standing] = [:]
    for standing in (try? world.store.standings()) ?? [] {
      if let path = standing.trust?.path ?? standing.grants.first?.path { found[path] = standing }
    }
    standings = found
  }

  package func mark(_ definition: IntentDefinition, _ file: SourceFile) async -> Mark {
    guard let handler = HandlerRegistry.live.find(definition.handler) else { return .untrusted }
    guard definition.runs(from: source) else { return .notHere }
    let recorded = standings[definition.path]
    if recorded == nil, handler.descriptor.hasOutput, !world.isRoots(definition) {
      return file.concerns.isEmpty ? .untrusted : .unsafe
    }
    guard
      let claims = try? await Claims.of(
        definition, registry: .live, entities: .live, world: world.withoutSecrets,
        trusted: recorded?.trust?.files ?? [])
    else { return .untrusted }
    if Gate(world: world, registry: .live).refusesAll(
      of: definition, touching: claims.capabilities, from: source)
    {
      return .notHere
    }
    let needed = claims.capabilities.filter { $0.permissionClass != .harmless }
    let now = world.clock.wall()
    if let recorded {
      let denied = claims.capabilities.filter { recorded.denial(of: $0, from: source, at: now) != nil }
      if !denied.isEmpty, denied.count == claims.capabilities.count { return .notGranted }
    }
    if needed.isEmpty { return definition.confirm != nil && source != .terminal ? .asks : .allowed }
    guard file.concerns.isEmpty else { return .unsafe }
    let standing = recorded ?? Standing()
    do throws(Failure) {
      if let reason = try standing.distrust(of: definition, world) {
        return reason == .changed ? .changed : .untrusted
      }
    } catch {
      return .changed
    }
    if definition.confirm != nil, source != .terminal { return .asks }
    let granted = needed.contains { capability in
      if case .granted = standing.verdict(on: capability, from: source, at: now) { true } else { false }
    }
    return granted ? .allowed : .notGranted
  }
}
