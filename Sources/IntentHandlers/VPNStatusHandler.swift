package import IntentCore
package import IntentPipeline

/// Tells whether a VPN is connected; without a profile, the one that is meant, or each that is up.
package struct VPNStatusHandler: AnsweringHandler {
  let provider: any VPNProvider

  package init(provider: any VPNProvider) { self.provider = provider }

  package let descriptor = HandlerDescriptor(
    name: "vpn.status", summary: "Tells whether a VPN is connected.",
    fields: [.init("profile", .string, help: "The profile; without it, the one that is meant.")])

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let profiles = VPNProfiles(provider: provider, world: context.world)
    if let name = try call.text("profile") {
      let profile = try await profiles.named(name)
      return try face(profile, try await provider.status(of: profile, context.world), context).result()
    }
    let all = try await profiles.all()
    let connected = all.filter { $0.status.state == .connected }
    if connected.count > 1 {
      var faces: [VPNAnswer] = []
      for one in connected { faces.append(try face(one.profile, one.status, context)) }
      return table(faces, context.text)
    }
    if let one = connected.first { return try face(one.profile, one.status, context).result() }
    let profile = try await profiles.named(provider.defaultProfile)
    return try face(profile, try await provider.status(of: profile, context.world), context).result()
  }

  private func table(_ faces: [VPNAnswer], _ text: Localizer) -> IntentResult {
    let rows = faces.map { face in
      [
        face.title, face.status.interface ?? "",
        face.status.since.map { face.clock.shortText($0) } ?? "",
      ]
    }
    return IntentResult(
      symbol: Symbol("checkmark.shield", .green),
      dialog: text("${count} VPNs are connected.", ["count": .integer(faces.count)]),
      snippet: Snippet([
        .table(
          .init(
            columns: [.init(text("Profile")), .init(text("Interface")), .init(text("Since"))], rows: rows))
      ]),
      value: .object([
        "state": .string(VPNStatus.State.connected.rawValue),
        "profiles": .array(faces.map { .object($0.members) }),
      ]), isSimulated: provider.isSimulated)
  }

  private func face(
    _ profile: VPNProfile, _ status: VPNStatus, _ context: HandlerContext
  ) throws(Failure) -> VPNAnswer {
    VPNAnswer(
      profile: profile, status: status, isSimulated: provider.isSimulated, clock: context.world.clock,
      text: context.text, session: try VPNSession(profile: profile, world: context.world).face(status))
  }
}
