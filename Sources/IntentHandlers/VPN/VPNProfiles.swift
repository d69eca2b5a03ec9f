internal import IntentCore
internal import IntentPipeline

/// Tells which profile a call means.
struct VPNProfiles {
  let provider: any VPNProvider
  let world: World

  /// The profile of an id such as `demo:work`, or of its part after the provider.
  func named(_ text: String) async throws(Failure) -> VPNProfile {
    let known = try await provider.profiles(world)
    let id = provider.id(of: text)
    if let profile = known.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) { return profile }
    let names = known.map(\.id)
    throw Failure(
      .entityUnknown,
      [
        "name": "with.profile", "value": .text(text), "allowed": .list(names),
        "suggestion": .text(Suggestion.nearest(to: id, among: names) ?? ""),
      ])
  }

  /// Each profile with its status, read now.
  func all() async throws(Failure) -> [(profile: VPNProfile, status: VPNStatus)] {
    var all: [(profile: VPNProfile, status: VPNStatus)] = []
    for profile in try await provider.profiles(world) {
      all.append((profile, try await provider.status(of: profile, world)))
    }
    return all
  }

  /// The profile that is meant when nobody names one: the one that is up, else the default.
  func meant() async throws(Failure) -> VPNProfile {
    let connected = try await all().filter { $0.status.state != .disconnected }.map(\.profile)
    if connected.count > 1 {
      throw Failure(
        .entityAmbiguous,
        ["name": "with.profile", "value": "", "allowed": .list(connected.map(\.entity.id))])
    }
    if let one = connected.first { return one }
    return try await named(provider.defaultProfile)
  }
}

extension VPNProvider {
  /// The provider's own id of a profile, without the provider's name before it.
  func id(of text: String) -> String {
    let prefix = "\(name):".utf8
    return text.utf8.starts(with: prefix)
      ? String(decoding: text.utf8.dropFirst(prefix.count), as: UTF8.self)
      : text
  }
}
