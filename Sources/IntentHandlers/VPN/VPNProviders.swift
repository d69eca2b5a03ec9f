package import IntentCore
internal import IntentPipeline

/// The providers that count, and which of their profiles a call means.
///
/// Until the configuration names a real profile there is the demo alone.
package struct VPNProviders: Sendable {
  private let settings: @Sendable () throws(Failure) -> VPNSettings
  private let simulated: any VPNProvider
  private let real: @Sendable () -> [any VPNProvider]

  package init(
    simulated: any VPNProvider = DemoVPN(),
    real: @escaping @Sendable () -> [any VPNProvider] = { VPNProviders.live },
    settings: @escaping @Sendable () throws(Failure) -> VPNSettings = { () throws(Failure) in VPNSettings() }
  ) {
    self.simulated = simulated
    self.real = real
    self.settings = settings
  }

  static var live: [any VPNProvider] { [NetworkManagerVPN(), WireGuardVPN(), TailscaleVPN()] }
  /// Each, whatever the configuration says now: a session that has begun ends all the same.
  static var all: [any VPNProvider] { [DemoVPN()] + live }

  /// The profiles of this machine, whatever the configuration says; a provider that is out of order has none.
  package static func found(_ world: World, _ cancellation: any Cancellation) async -> [Entity] {
    var found: [Entity] = []
    for provider in live where provider.isInstalled(world) {
      let readings = try? await provider.readings(world, cancellation)
      found += (readings ?? []).map(\.profile.entity)
    }
    return found
  }

  /// Those that count now; reads the configuration.
  func scope() throws(Failure) -> VPNScope {
    let settings = try settings()
    guard let profile = settings.profile else {
      return VPNScope(
        providers: [simulated], meant: VPNName(provider: simulated.name, id: DemoVPN.defaultProfile),
        exclude: [])
    }
    let providers = real()
    guard let name = VPNName(profile, among: providers) else {
      throw Failure(
        .entityUnknown,
        [
          "name": "vpn.profile", "value": .text(profile),
          "allowed": .list(providers.map { "\($0.name):…" }), "suggestion": "",
        ])
    }
    return VPNScope(providers: providers, meant: name, exclude: settings.exclude)
  }
}

/// A profile's provider and its id there.
struct VPNName: Equatable {
  var provider: String
  var id: String

  init(provider: String, id: String) {
    self.provider = provider
    self.id = id
  }

  /// `nil` when the text does not begin with one of the providers' names.
  init?(_ text: String, among providers: [any VPNProvider]) {
    for provider in providers {
      let prefix = "\(provider.name):".utf8
      guard text.utf8.starts(with: prefix), text.utf8.count > prefix.count else { continue }
      self.init(
        provider: provider.name, id: String(decoding: text.utf8.dropFirst(prefix.count), as: UTF8.self))
      return
    }
    return nil
  }

  var text: String { "\(provider):\(id)" }
}

/// The providers that count now and the profile that is meant when nobody names one.
struct VPNScope {
  var providers: [any VPNProvider]
  var meant: VPNName
  var exclude: [String]

  /// What a text means: `provider:id`, or an id of the default's provider.
  func name(_ text: String) -> VPNName {
    VPNName(text, among: providers) ?? VPNName(provider: meant.provider, id: text)
  }

  func provider(_ name: String) throws(Failure) -> any VPNProvider {
    for provider in providers where provider.name.utf8.elementsEqual(name.utf8) { return provider }
    throw Failure(.internalError)
  }

  var isSimulated: Bool { providers.first?.isSimulated ?? false }

  /// Each profile with its status, read now, the default one first.
  ///
  /// The default's provider must answer; another that is out of order has no profiles.
  func readings(_ world: World, _ cancellation: any Cancellation) async throws(Failure) -> [VPNReading] {
    var all: [VPNReading] = []
    for provider in providers {
      let isMeant = provider.name.utf8.elementsEqual(meant.provider.utf8)
      guard isMeant || provider.isInstalled(world) else { continue }
      do throws(Failure) {
        all += try await provider.readings(world, cancellation)
      } catch  where !isMeant && error.status == .unavailable {
        continue
      }
    }
    all.removeAll { reading in exclude.contains { $0.utf8.elementsEqual(reading.profile.name.utf8) } }
    if let place = all.firstIndex(where: { $0.profile.isNamed(meant) }) {
      all.insert(all.remove(at: place), at: 0)
    } else if let profile = try provider(meant.provider).profile(id: meant.id) {
      let status = try await provider(meant.provider).status(of: profile, world, cancellation)
      all.insert(VPNReading(profile, status), at: 0)
    }
    return all
  }

  /// The profile of an id, and its status.
  func named(
    _ text: String, _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> VPNReading {
    let name = name(text)
    let own = try provider(name.provider)
    if exclude.contains(where: { $0.utf8.elementsEqual(name.text.utf8) }) {
      throw .unknownVPN(text, name.id, among: [])
    }
    let known = try await own.readings(world, cancellation)
    if let reading = known.first(where: { $0.profile.isNamed(name) }) { return reading }
    if let profile = own.profile(id: name.id) {
      return VPNReading(profile, try await own.status(of: profile, world, cancellation))
    }
    throw .unknownVPN(text, name.id, among: known.map(\.profile.id))
  }

  /// The same where each profile was just read.
  func named(
    _ text: String, _ known: [VPNReading], _ context: HandlerContext
  ) async throws(Failure) -> VPNReading {
    let name = name(text)
    if let reading = known.first(where: { $0.profile.isNamed(name) }) { return reading }
    return try await named(text, context.world, context.cancellation)
  }

  /// The profile that is meant when nobody names one: the one that is up, else the default.
  ///
  /// Code that only belongs to a profile which nobody named is not run: that one must be named.
  func active(_ world: World, _ cancellation: any Cancellation) async throws(Failure) -> VPNReading {
    let all = try await readings(world, cancellation)
    let up = all.filter { $0.status.state != .disconnected }
    var isUnclear = up.count > 1
    if let first = up.first, try needsName(first) { isUnclear = true }
    if isUnclear {
      throw Failure(
        .entityAmbiguous,
        ["name": "with.profile", "value": "", "allowed": .list(up.map(\.profile.name))])
    }
    if let one = up.first { return one }
    if let standard = all.first(where: { $0.profile.isNamed(meant) }) { return standard }
    throw .unknownVPN(meant.text, meant.id, among: all.map(\.profile.id))
  }

  private func needsName(_ reading: VPNReading) throws(Failure) -> Bool {
    if reading.profile.isNamed(meant) { return false }
    return !(try provider(reading.profile.provider).code(of: reading.profile.id).isEmpty)
  }
}

extension VPNProfile {
  func isNamed(_ name: VPNName) -> Bool {
    provider.utf8.elementsEqual(name.provider.utf8) && id.utf8.elementsEqual(name.id.utf8)
  }
}

extension Failure {
  fileprivate static func unknownVPN(_ text: String, _ id: String, among names: [String]) -> Failure {
    Failure(
      .entityUnknown,
      [
        "name": "with.profile", "value": .text(text), "allowed": .list(names),
        "suggestion": .text(Suggestion.nearest(to: id, among: names) ?? ""),
      ])
  }
}
