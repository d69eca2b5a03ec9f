internal import IntentCore
internal import IntentPipeline

/// Connects a VPN, disconnects it, or toggles it; answers when it is really so.
///
/// Without a profile, the one that is up is meant, and else the default one.
struct VPNSetHandler: VPNFollowingHandler {
  static let states = ["toggle", "on", "off"]

  var providers = VPNProviders()

  let descriptor = HandlerDescriptor(
    name: "vpn.set", summary: "Connects or disconnects a VPN.",
    fields: [
      .init("profile", .string, help: "The profile; without it, the one that is up or else the default."),
      .init("state", .choice(Self.states), help: "What it shall be; toggle when absent."),
      .init("session", .table, help: "A shorter duration or a longer pause than the session rules say."),
      .init("expect", .string, help: "The state that it must have now, connected or disconnected."),
    ],
    undo: .init(
      resource: "vpn", target: "profile", states: [("connected", "on"), ("disconnected", "off")],
      kept: ["session"]))

  func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
    let scope = try providers.scope()
    let wish = call["state"]?.isFree == true ? nil : try call.text("state")
    let actions = [Capability.VPNAction.up, .down].filter { wish != ($0 == .up ? "off" : "on") }
    func claims(_ name: VPNName) -> [Capability] {
      actions.map { .vpn($0, provider: name.provider, profile: .exact(name.id)) }
    }
    func code() throws(Failure) -> [Capability] { try files(call).map { .execute(.exact($0)) } }
    switch try call.target("profile") {
    case .any:
      return scope.providers.flatMap { provider in
        actions.map { .vpn($0, provider: provider.name, profile: .any) }
      }
    case .exact(let text): return try claims(scope.name(text)) + code()
    case nil:
      // Whichever is up goes down.
      let down: Capability =
        scope.isSimulated ? .vpn(.down, provider: scope.meant.provider, profile: .any) : .activeVPNDown
      return try claims(scope.meant).map { if case .vpn(.down, _, _) = $0 { down } else { $0 } } + code()
    }
  }

  func resources(_ call: HandlerCall) throws(Failure) -> [String] {
    let scope = try providers.scope()
    let named = try call.text("profile").map(scope.name)
    return try scope.provider((named ?? scope.meant).provider).resources(of: named?.id)
  }

  /// What a profile runs as code is trusted byte for byte, like a script.
  func files(_ call: HandlerCall) throws(Failure) -> [String] {
    let scope = try providers.scope()
    let name = try call.text("profile").map(scope.name) ?? scope.meant
    return try scope.provider(name.provider).code(of: name.id)
  }

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let wish = try call.choice("state", among: Self.states) ?? "toggle"
    let scope = try providers.scope()
    let access = ProviderAccess(context)
    let name = try call.text("profile") ?? (wish == "on" ? scope.meant.text : nil)
    let reading = if let name { try await scope.named(name, access) } else { try await scope.active(access) }
    var result = try await answer(wish, reading, scope, call, context)
    if scope.isSimulated, let real = await VPNProviders.present(access) {
      result.snippet.blocks.append(
        .text(
          context.text(
            "This was the demo. This machine has ${names}; `runintent help vpn` says how to use it.",
            ["names": .string(real.joined(separator: ", "))])))
    }
    return result
  }

  private func answer(
    _ wish: String, _ reading: VPNReading, _ scope: VPNScope, _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let access = ProviderAccess(context)
    let (profile, state) = (reading.profile, reading.status.state)
    try call.expect(state.rawValue, of: profile.title)
    let session = VPNSession(profile: profile, world: context.world, requested: try RequestedSession(call))
    let change = VPNChange(
      profile: profile, provider: try scope.provider(profile.provider), access: access, text: context.text,
      session: session)
    var result: IntentResult
    switch wish {
    case "on" where state == .connected || reading.status.handshake == .unknown,
      "off" where state == .disconnected:
      return try await change.unchanged(reading.status)
    case "off": result = try await change.disconnect()
    case "on" where state == .linkDown, "toggle" where state == .linkDown:
      result = try await change.reconnect()
    case "on": result = try await change.connect()
    default: result = try await state == .disconnected ? change.connect() : change.disconnect()
    }
    if !result.isFailure, state == .connected || state == .disconnected,
      let left = result.value.at(["state"])?.stringValue
    {
      result.effect = RunEffect(resource: session.resource, found: state.rawValue, left: left)
    }
    return result
  }

  func watch(_ call: HandlerCall, _ told: Value, _ context: HandlerContext) throws(Failure) -> VPNFollowing {
    var following = VPNFollowing(scope: try providers.scope(), context: context)
    if let provider = told.at(["provider"])?.stringValue, let id = told.at(["profile"])?.stringValue {
      following.only = "\(provider):\(id)"
    }
    return following
  }
}
