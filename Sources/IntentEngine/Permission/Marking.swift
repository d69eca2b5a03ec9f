package import IntentCore
internal import IntentHandlers
internal import IntentPipeline

/// Whether an intent may run from here, as `list` and `show` mark it, in the words of `why`.
package enum Mark: String, Sendable {
  case allowed
  case notAllowed = "not-allowed"
  case changed, denied
  case unsafe
  case notHere = "not-here"
  case asks

  package var text: String {
    switch self {
    case .allowed: ""
    case .notAllowed: "not allowed yet"
    case .changed: "changed since it was allowed"
    case .denied: "denied"
    case .notHere: "not from here"
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
    for standing in (try? world.store.standings()) ?? [] where standing.who == source.who {
      if let path = standing.path { found[path] = standing }
    }
    standings = found
  }

  package func mark(_ definition: IntentDefinition, _ file: SourceFile) async -> Mark {
    guard let handler = HandlerRegistry.live.find(definition.handler) else { return .notAllowed }
    guard definition.runs(from: source) else { return .notHere }
    let recorded = standings[definition.path]
    if recorded == nil, handler.descriptor.hasOutput, !world.isRoots(definition) {
      return file.concerns.isEmpty ? .notAllowed : .unsafe
    }
    guard
      let claims = try? await Claims.of(
        definition, registry: .live, entities: .live, world: world.withoutSecrets,
        trusted: recorded?.trust?.files ?? [])
    else { return .notAllowed }
    if Gate(world: world, registry: .live).refusesAll(
      of: definition, touching: claims.capabilities, from: source)
    {
      return .denied
    }
    let needed = claims.capabilities.filter { $0.permissionClass != .harmless }
    let now = world.clock.wall()
    if let recorded {
      let denied = claims.capabilities.filter { recorded.denial(of: $0, from: source, at: now) != nil }
      if !denied.isEmpty, denied.count == claims.capabilities.count { return .denied }
    }
    if needed.isEmpty { return definition.confirm != nil && source != .terminal ? .asks : .allowed }
    guard file.concerns.isEmpty else { return .unsafe }
    let standing = recorded ?? Standing()
    do throws(Failure) {
      if let reason = try standing.distrust(of: definition, world) {
        return reason == .changed ? .changed : .notAllowed
      }
    } catch {
      return .changed
    }
    if definition.confirm != nil, source != .terminal { return .asks }
    let isAllowed = needed.contains { capability in
      if case .allowed = standing.verdict(on: capability, from: source, at: now) { true } else { false }
    }
    return isAllowed ? .allowed : .notAllowed
  }
}
