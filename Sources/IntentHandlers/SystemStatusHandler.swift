internal import IntentCore
internal import IntentPipeline

/// Tells the state of this machine, read when asked: network, tunnels, load, memory and disks.
struct SystemStatusHandler: VPNFollowingHandler {
  var vpn = VPNProviders()

  let descriptor = HandlerDescriptor(
    name: "system.status", summary: "Tells the state of this machine: network, load, memory and disks.")

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let world = context.world
    let host = world.machine.hostName()
    let text = context.text
    let (facts, readings, warnings) = try await look(ProviderAccess(context))
    var shown: VPNAnswer?
    let up =
      readings.first { $0.status.state == .connected } ?? readings.first { $0.status.state != .disconnected }
    if let reading = up ?? readings.first {
      shown = try VPNSession(profile: reading.profile, world: world).answer((reading.status, nil), text)
    }
    var value: ValueObject = ["host": .string(host)]
    value["vpn"] = shown.map { .object($0.members) }
    for member in facts.members.members { value[member.key] = member.value }
    return IntentResult(
      dialog: dialog(host, facts, text),
      snippet: facts.snippet(leading: shown.map { [field(of: $0)] } ?? [], text),
      value: .object(value), warnings: facts.warnings + warnings)
  }

  /// Reads the machine while the programs of the providers run; what no provider answers is a warning.
  private func look(
    _ access: ProviderAccess
  ) async throws(Failure) -> (MachineFacts, [VPNReading], [Fault]) {
    async let answer = vpn.answer(access)
    // The programs are started in this turn of the event loop.
    try await access.wait(.zero)
    let facts = MachineFacts(access.world)
    switch await answer {
    case .success(let told): return (facts, told.readings, told.warnings)
    case .failure(let failure) where failure.status == .unavailable: return (facts, [], failure.asWarnings)
    case .failure(let failure): throw failure
    }
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

  private func field(of vpn: VPNAnswer) -> Snippet.Field {
    let label = vpn.profile.isSimulated ? "VPN (\(vpn.profile.provider))" : "VPN"
    return Snippet.Field(label, "\(vpn.stateText): \(vpn.sentences(joined: ", "))")
  }

  /// Goes on with the VPNs, which are what changes in a moment.
  func watch(_ call: HandlerCall, _ told: Value, _ context: HandlerContext) throws(Failure) -> VPNFollowing {
    VPNFollowing(scope: try vpn.scope(), context: context)
  }
}

extension VPNProviders {
  fileprivate func answer(
    _ access: ProviderAccess
  ) async -> Result<(readings: [VPNReading], warnings: [Fault]), Failure> {
    do throws(Failure) {
      let told = try await told(access)
      return .success((told.readings, told.warnings))
    } catch {
      return .failure(error)
    }
  }
}
