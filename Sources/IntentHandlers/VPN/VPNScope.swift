package import IntentCore

/// Finds the VPN providers that count.
///
/// Until the configuration names a real profile there is the demo alone.
package struct VPNProviders: Sendable {
  /// The providers of this machine; a new one is a line here.
  static var live: [any VPNProvider] { [NetworkManagerVPN(), WireGuardVPN(), TailscaleVPN()] }
  /// Each, whatever the configuration says now: a session that has begun ends all the same.
  static var all: [any VPNProvider] { [DemoVPN()] + live }

  /// Whose configuration counts; `nil` for none.
  var world: World?
  var simulated: any VPNProvider = DemoVPN()

  /// The profiles of this machine, whatever the configuration says; a provider that is out of order has none.
  package static func found(_ world: World, _ cancellation: any Cancellation) async -> [Entity] {
    var found: [Entity] = []
    for provider in live where provider.isInstalled(world) {
      let readings = try? await provider.readings(ProviderAccess(world, cancellation))
      found += (readings ?? []).map(\.profile.entity)
    }
    return found
  }

  /// Those that count now; reads the configuration.
  func scope() throws(Failure) -> VPNScope {
    let settings = try world?.configuration().vpn ?? VPNSettings()
    guard let profile = settings.profile else {
      let meant = VPNName(provider: simulated.name, id: DemoVPN.defaultProfile)
      return VPNScope(providers: [simulated], meant: meant, exclude: [])
    }
    let providers = Self.live
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

extension Fault {
  fileprivate var isSilence: Bool {
    arguments.contains { $0.name == "reason" && $0.value == ProviderAccess.silence }
  }
}

extension VPNProviders {
  /// The titles and names of the real profiles of this machine, as in `Office (nm:…)`; `nil` without any.
  static func present(_ access: ProviderAccess) async -> [String]? {
    var found: [String] = []
    for provider in live where provider.isPresent(access.world) {
      let readings = (try? await provider.readings(access)) ?? []
      found += readings.map { "\($0.profile.title) (\($0.profile.name))" }
    }
    return found.isEmpty ? nil : found
  }

  /// What a status tells of: the profiles that count, and where the configuration names none, the real ones of this
  /// machine if it has any.
  func told(
    _ access: ProviderAccess
  ) async throws(Failure) -> (scope: VPNScope, readings: [VPNReading], warnings: [Fault]) {
    var warnings: [Fault] = []
    let scope = try scope()
    if scope.isSimulated {
      let present = Self.live.filter { $0.isPresent(access.world) }
      var real = VPNScope(providers: present, meant: VPNName(provider: "", id: ""), exclude: [])
      let readings = try await present.isEmpty ? [] : real.readings(access) { warnings.append($0) }
      if readings.count == 1, let only = readings.first?.profile {
        real.meant = VPNName(provider: only.provider, id: only.id)
      }
      if !readings.isEmpty { return (real, readings, warnings) }
    }
    return (scope, try await scope.readings(access) { warnings.append($0) }, warnings)
  }
}

/// A profile's provider and its id there.
struct VPNName: Equatable {
  var provider: String
  var id: String
  var text: String { "\(provider):\(id)" }
}

extension VPNName {
  /// `nil` when the text does not begin with one of the providers' names.
  init?(_ text: String, among providers: [any VPNProvider]) {
    for provider in providers {
      guard let id = provider.id(in: text), !id.utf8.isEmpty else { continue }
      self.init(provider: provider.name, id: id)
      return
    }
    return nil
  }
}

/// The providers that count now and the profile that is meant when nobody names one.
struct VPNScope {
  var providers: [any VPNProvider]
  var meant: VPNName
  var exclude: [String]

  var isSimulated: Bool { providers.first?.isSimulated ?? false }

  /// What a text means: `provider:id`, or an id of the default's provider.
  func name(_ text: String) -> VPNName {
    VPNName(text, among: providers) ?? VPNName(provider: meant.provider, id: text)
  }

  func provider(_ name: String) throws(Failure) -> any VPNProvider {
    for provider in providers where provider.name.utf8.elementsEqual(name.utf8) { return provider }
    throw Failure(.internalError)
  }

  func excludes(_ name: String) -> Bool { exclude.contains { $0.utf8.elementsEqual(name.utf8) } }

  /// Whether a provider must answer, or is there to answer: the default's must, another that is out of order has no
  /// profiles.
  func counts(_ provider: any VPNProvider, _ world: World) -> Bool {
    isMeant(provider) || provider.isInstalled(world)
  }

  private func isMeant(_ provider: any VPNProvider) -> Bool {
    provider.name.utf8.elementsEqual(meant.provider.utf8)
  }

  /// Each profile with its status, read now, the default one first.
  ///
  /// - Parameter silent: Takes what did not answer and need not.
  func readings(
    _ access: ProviderAccess, silent: (Fault) -> Void = { _ in }
  ) async throws(Failure) -> [VPNReading] {
    var all: [VPNReading] = []
    for provider in providers where counts(provider, access.world) {
      do throws(Failure) {
        all += try await provider.readings(access)
      } catch  where error.status == .unavailable && !isMeant(provider) {
        for fault in error.asWarnings where fault.isSilence { silent(fault) }
      }
    }
    all.removeAll { excludes($0.profile.name) }
    if let place = all.firstIndex(where: { $0.profile.isNamed(meant) }) {
      all.insert(all.remove(at: place), at: 0)
    } else if !meant.id.utf8.isEmpty, let reading = try await unlisted(meant, access) {
      all.insert(reading, at: 0)
    }
    return all
  }

  /// A profile that a provider knows without listing it.
  private func unlisted(_ name: VPNName, _ access: ProviderAccess) async throws(Failure) -> VPNReading? {
    let provider = try provider(name.provider)
    guard let profile = provider.profile(id: name.id) else { return nil }
    return VPNReading(profile: profile, status: try await provider.status(of: profile, access))
  }

  func entities(_ world: World) async throws(Failure) -> [Entity] {
    try await readings(ProviderAccess(world, Uncancelled())).map(\.profile.entity)
  }

  /// The profile of an id, and its status.
  func named(_ text: String, _ access: ProviderAccess) async throws(Failure) -> VPNReading {
    let name = name(text)
    if excludes(name.text) { throw .unknown("with.profile", text, near: name.id, among: []) }
    let known = try await provider(name.provider).readings(access)
    if let reading = known.first(where: { $0.profile.isNamed(name) }) { return reading }
    if let reading = try await unlisted(name, access) { return reading }
    throw .unknown("with.profile", text, near: name.id, among: known.map(\.profile.id))
  }

  /// The profile that is meant when nobody names one: the one that is up, else the default.
  ///
  /// Code that only belongs to a profile which nobody named is not run: that one must be named.
  func active(_ access: ProviderAccess) async throws(Failure) -> VPNReading {
    let all = try await readings(access)
    let up = all.filter { $0.status.state != .disconnected }
    if let first = up.first {
      let needsName = try needsName(first)
      if up.count == 1, !needsName { return first }
      throw Failure(
        .entityAmbiguous, ["name": "with.profile", "value": "", "allowed": .list(up.map(\.profile.name))])
    }
    if let standard = all.first(where: { $0.profile.isNamed(meant) }) { return standard }
    throw .unknown("with.profile", meant.text, near: meant.id, among: all.map(\.profile.id))
  }

  private func needsName(_ reading: VPNReading) throws(Failure) -> Bool {
    let profile = reading.profile
    if profile.isNamed(meant) { return false }
    return try !provider(profile.provider).code(of: profile.id).isEmpty
  }
}

extension VPNProfile {
  func isNamed(_ name: VPNName) -> Bool {
    provider.utf8.elementsEqual(name.provider.utf8) && id.utf8.elementsEqual(name.id.utf8)
  }
}
