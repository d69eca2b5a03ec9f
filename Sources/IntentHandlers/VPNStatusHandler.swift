package import IntentCore
package import IntentPipeline

/// Tells whether a VPN is connected; without a profile, the one that is meant, or each that is up.
package struct VPNStatusHandler: AnsweringHandler {
  let providers: VPNProviders

  package init(_ providers: VPNProviders = VPNProviders()) { self.providers = providers }

  package let descriptor = HandlerDescriptor(
    name: "vpn.status", summary: "Tells whether a VPN is connected.",
    fields: [.init("profile", .string, help: "The profile; without it, the one that is meant.")])

  package var canFollow: Bool { true }

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let scope = try providers.scope()
    if let name = try call.text("profile") {
      let reading = try await scope.named(name, context.world, context.cancellation)
      return try await face(reading, scope, context).result()
    }
    let all = try await scope.readings(context.world, context.cancellation)
    let connected = all.filter { $0.status.state == .connected }
    if connected.count > 1 {
      var faces: [VPNAnswer] = []
      for reading in connected { faces.append(try await face(reading, scope, context)) }
      return table(faces, context.text, isSimulated: scope.isSimulated)
    }
    let up = all.filter { $0.status.state != .disconnected }
    if let one = connected.first ?? up.first { return try await face(one, scope, context).result() }
    let standard = try await scope.named(scope.meant.text, all, context)
    return try await face(standard, scope, context).result()
  }

  private func table(_ faces: [VPNAnswer], _ text: Localizer, isSimulated: Bool) -> IntentResult {
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
      ]), isSimulated: isSimulated)
  }

  /// With the tunnel's interface, which a list of profiles need not know, and what passed it.
  private func face(
    _ reading: VPNReading, _ scope: VPNScope, _ context: HandlerContext
  ) async throws(Failure) -> VPNAnswer {
    let provider = try scope.provider(reading.profile.provider)
    var status = reading.status
    if status.state != .disconnected, status.interface == nil {
      status = try await provider.status(of: reading.profile, context.world, context.cancellation)
    }
    let history = TunnelHistory(profile: reading.profile, provider: provider, world: context.world)
    let (told, traffic) = try history.told(status)
    let session = VPNSession(profile: reading.profile, world: context.world)
    return VPNAnswer(
      reading.profile, told, context.world.clock, context.text, traffic: traffic,
      session: try session.face(told))
  }

  package func follow(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext, after first: IntentResult,
    _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {
    let scope = try providers.scope()
    let only = try invocation.call.text("profile").map { scope.name($0).text }
    try await VPNFollowing(scope: scope, context: context, only: only).run(after: first.value, report)
  }
}
