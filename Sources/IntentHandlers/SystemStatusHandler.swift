package import IntentCore
package import IntentPipeline

/// Tells the state of this machine, read when asked: network, tunnels, load, memory and disks.
package struct SystemStatusHandler: AnsweringHandler {
  let vpn: VPNProviders

  package init(vpn: VPNProviders = VPNProviders()) { self.vpn = vpn }

  package let descriptor = HandlerDescriptor(
    name: "system.status", summary: "Tells the state of this machine: network, load, memory and disks.")

  package var canFollow: Bool { true }

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let world = context.world
    let host = world.machine.hostName()
    let text = context.text
    let (facts, readings) = try await look(vpn.scope(), context)
    var meant: VPNAnswer?
    if let reading = readings.first(where: { $0.status.state == .connected }) ?? readings.first {
      let session = VPNSession(profile: reading.profile, world: world)
      meant = VPNAnswer(
        reading.profile, reading.status, world.clock, text, session: try session.face(reading.status))
    }
    var value: ValueObject = ["host": .string(host)]
    value["vpn"] = meant.map { .object($0.members) }
    for member in facts.members.members { value[member.key] = member.value }
    return IntentResult(
      dialog: dialog(host, facts, text),
      snippet: facts.snippet(leading: meant.map { [field(of: $0)] } ?? [], text),
      value: .object(value), warnings: facts.warnings)
  }

  /// Reads the machine while the programs of the providers run.
  private func look(
    _ scope: VPNScope, _ context: HandlerContext
  ) async throws(Failure) -> (MachineFacts, [VPNReading]) {
    let (world, cancellation) = (context.world, context.cancellation)
    if scope.isSimulated { return (MachineFacts(world), try await scope.readings(world, cancellation)) }
    async let answer = scope.answer(world, cancellation)
    // The programs are started in this turn of the event loop.
    try await world.clock.wait(world.clock.monotonic(), cancellation)
    let facts = MachineFacts(world)
    return (facts, try await answer.get())
  }

  private func dialog(_ host: String, _ facts: MachineFacts, _ text: Localizer) -> String {
    if let route = facts.defaultRoute ?? facts.defaultRoute6 {
      return text(
        "${host} is online through ${interface}.",
        ["host": .string(host), "interface": .string(route.interface)])
    }
    return text(
      facts.knowsRoutes
        ? "${host} has no default route." : "It is not known whether ${host} has a default route.",
      ["host": .string(host)])
  }

  private func field(of face: VPNAnswer) -> Snippet.Field {
    let label = face.profile.isSimulated ? "VPN (\(face.profile.provider))" : "VPN"
    return Snippet.Field(label, "\(face.stateText): \(face.sentences(joined: ", "))")
  }

  /// Goes on with the VPNs, which are what changes in a moment.
  package func follow(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext, after first: IntentResult,
    _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {
    try await VPNFollowing(scope: vpn.scope(), context: context).run(after: first.value, report)
  }
}

extension VPNScope {
  fileprivate func answer(
    _ world: World, _ cancellation: any Cancellation
  ) async -> Result<[VPNReading], Failure> {
    do throws(Failure) {
      return .success(try await readings(world, cancellation))
    } catch {
      return .failure(error)
    }
  }
}
