internal import IntentCore
internal import IntentPipeline

/// Tells whether a VPN is connected; without a profile, the one that is meant, or each that is up.
struct VPNStatusHandler: VPNFollowingHandler {
  var providers = VPNProviders()

  let descriptor = HandlerDescriptor(
    name: "vpn.status", summary: "Tells whether a VPN is connected.",
    fields: [.init("profile", .string, help: "The profile; without it, the one that is meant.")])

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let access = ProviderAccess(context)
    if let name = try call.text("profile") {
      let scope = try providers.scope()
      return try await answer(scope.named(name, access), scope, access, context.text).result()
    }
    let (scope, all, warnings) = try await providers.told(access)
    var result = try await answer(all, scope, access, context.text)
    result.warnings += warnings
    return result
  }

  private func answer(
    _ all: [VPNReading], _ scope: VPNScope, _ access: ProviderAccess, _ text: Localizer
  ) async throws(Failure) -> IntentResult {
    let connected = all.filter { $0.status.state == .connected }
    if connected.count > 1 {
      var answers: [VPNAnswer] = []
      for reading in connected { answers.append(try await answer(reading, scope, access, text)) }
      return table(answers, text, isSimulated: scope.isSimulated)
    }
    let up = connected.first ?? all.first { $0.status.state != .disconnected }
    if let one = up ?? all.first(where: { $0.profile.isNamed(scope.meant) }) {
      return try await answer(one, scope, access, text).result()
    }
    if scope.meant.id.utf8.isEmpty { return list(all, access.world.clock, text) }
    return try await answer(scope.named(scope.meant.text, access), scope, access, text).result()
  }

  /// All that could be connected, with the names by which the configuration may name one.
  private func list(_ all: [VPNReading], _ clock: World.Clock, _ text: Localizer) -> IntentResult {
    let answers = all.map { VPNAnswer(reading: $0, clock: clock, text: text) }
    return IntentResult(
      .neutral, symbol: Symbol("xmark.shield", .grey),
      dialog: text("No VPN is connected."),
      snippet: Snippet([
        .table(
          .init(
            columns: [.init(text("Profile")), .init(text("State")), .init(text("Name"))],
            rows: answers.map { [$0.title, $0.stateText, $0.profile.name] }))
      ]),
      value: .object([
        "state": .string(VPNStatus.State.disconnected.rawValue),
        "profiles": .array(answers.map { .object($0.members) }),
      ]))
  }

  private func table(_ answers: [VPNAnswer], _ text: Localizer, isSimulated: Bool) -> IntentResult {
    let rows = answers.map { answer in
      [
        answer.title, answer.status.interface ?? "",
        answer.status.since.map { answer.clock.shortText($0) } ?? "",
      ]
    }
    return IntentResult(
      symbol: Symbol("checkmark.shield", .green),
      dialog: text("${count} VPNs are connected.", ["count": .integer(answers.count)]),
      snippet: Snippet([
        .table(
          .init(
            columns: [.init(text("Profile")), .init(text("Interface")), .init(text("Since"))], rows: rows))
      ]),
      value: .object([
        "state": .string(VPNStatus.State.connected.rawValue),
        "profiles": .array(answers.map { .object($0.members) }),
      ]), isSimulated: isSimulated)
  }

  /// With the tunnel's interface, which a list of profiles need not know, and what passed it.
  private func answer(
    _ reading: VPNReading, _ scope: VPNScope, _ access: ProviderAccess, _ text: Localizer
  ) async throws(Failure) -> VPNAnswer {
    let (profile, world) = (reading.profile, access.world)
    var status = reading.status
    if status.state != .disconnected, status.interface == nil {
      status = try await scope.provider(profile.provider).status(of: profile, access)
    }
    let told = try TunnelHistory(profile: profile, world: world).told(status)
    return try VPNSession(profile: profile, world: world).answer(told, text)
  }

  func watch(_ call: HandlerCall, _ told: Value, _ context: HandlerContext) throws(Failure) -> VPNFollowing {
    let scope = try providers.scope()
    return VPNFollowing(
      scope: scope, context: context, only: try call.text("profile").map { scope.name($0).text })
  }
}
