package import IntentCore
package import IntentPipeline

/// Tells the state of this machine, read when asked: network, tunnels, load, memory and disks.
package struct SystemStatusHandler: AnsweringHandler {
  let vpn: any VPNProvider

  package init(vpn: any VPNProvider) { self.vpn = vpn }

  package let descriptor = HandlerDescriptor(
    name: "system.status", summary: "Tells the state of this machine: network, load, memory and disks.")

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let world = context.world
    let facts = MachineFacts(world)
    let host = world.machine.hostName()
    let text = context.text
    let faces = try await vpnFaces(world, text)
    let meant = faces.first { $0.status.state == .connected } ?? faces.first
    var value: ValueObject = ["host": .string(host)]
    value["vpn"] = meant.map { .object($0.members) }
    for member in facts.members.members { value[member.key] = member.value }
    return IntentResult(
      dialog: dialog(host, facts, text),
      snippet: facts.snippet(leading: meant.map { [field(of: $0)] } ?? [], text),
      value: .object(value), warnings: facts.warnings)
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
    return Snippet.Field(
      vpn.isSimulated ? "VPN (\(vpn.name))" : "VPN", "\(face.stateText): \(face.sentences)")
  }

  /// The default profile first, then the others.
  private func vpnFaces(_ world: World, _ text: Localizer) async throws(Failure) -> [VPNAnswer] {
    var faces: [VPNAnswer] = []
    for (profile, status) in try await VPNProfiles(provider: vpn, world: world).all() {
      let face = VPNAnswer(
        profile: profile, status: status, isSimulated: vpn.isSimulated, clock: world.clock,
        text: text, session: try VPNSession(profile: profile, world: world).face(status))
      if profile.id == vpn.defaultProfile { faces.insert(face, at: 0) } else { faces.append(face) }
    }
    return faces
  }
}
