package import IntentCore
package import IntentPipeline

/// Connects a VPN, disconnects it, or toggles it; answers when it is really so.
///
/// Without a profile, the one that is up is meant, and else the default one.
package struct VPNSetHandler: AnsweringHandler {
  static let states = ["toggle", "on", "off"]

  let provider: any VPNProvider

  package init(provider: any VPNProvider) { self.provider = provider }

  package let descriptor = HandlerDescriptor(
    name: "vpn.set", summary: "Connects or disconnects a VPN.",
    fields: [
      .init("profile", .string, help: "The profile; without it, the one that is up or else the default."),
      .init("state", .choice(Self.states), help: "What it shall be; toggle when absent."),
      .init("session", .table, help: "A shorter duration or a longer pause than the session rules say."),
      .init("expect", .string, help: "The state that it must have now, connected or disconnected."),
    ])

  package func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
    let profile = try call.target("profile").map(ownTarget)
    let up = Capability.vpn(.up, provider: provider.name, profile: profile ?? .exact(provider.defaultProfile))
    let down = Capability.vpn(.down, provider: provider.name, profile: profile ?? .any)
    switch call["state"]?.isFree == true ? "toggle" : try call.text("state") {
    case "on": return [up]
    case "off": return [down]
    default: return [up, down]
    }
  }

  package func resources(_ call: HandlerCall) throws(Failure) -> [String] {
    provider.resources(of: try call.text("profile").map(provider.id(of:)))
  }

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let wish = try call.text("state") ?? "toggle"
    guard Self.states.contains(wish) else {
      throw Failure(
        .valueEnum,
        ["name": .text(call.spelling(of: "state")), "value": .text(wish), "allowed": .list(Self.states)])
    }
    let profile = try await profile(of: call, wish: wish, context.world)
    let session = VPNSession(profile: profile, world: context.world, own: try OwnSession(call))
    let status = try await provider.status(of: profile, context.world)
    try call.expect(status.state.rawValue, of: profile.title)
    let isConnected = status.state == .connected
    let shallConnect = wish == "toggle" ? !isConnected : wish == "on"
    if shallConnect == isConnected {
      if isConnected { try await session.adopt(context.text) }
      return try face(profile, status, context, session).result(changed: false)
    }
    var result: IntentResult
    if shallConnect {
      result = try await connect(profile, session, context)
    } else {
      let after = try await provider.disconnect(profile, context)
      if after.state == .disconnected { try session.stopped(.user) }
      result = try face(profile, after, context, session).result(changed: true)
    }
    if !result.isFailure, status.state != .connecting, case .string(let left)? = result.value.at(["state"]) {
      result.effect = RunEffect(resource: session.resource, found: status.state.rawValue, left: left)
    }
    return result
  }

  private func profile(
    of call: HandlerCall, wish: String, _ world: World
  ) async throws(Failure) -> VPNProfile {
    let profiles = VPNProfiles(provider: provider, world: world)
    if let name = try call.text("profile") { return try await profiles.named(name) }
    return wish == "on" ? try await profiles.named(provider.defaultProfile) : try await profiles.meant()
  }

  private func connect(
    _ profile: VPNProfile, _ session: VPNSession, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let admitted = try await session.admit(context.text)
    var status: VPNStatus
    do throws(Failure) {
      status = try await provider.connect(profile, context)
    } catch {
      guard let fault = error.faults.first else { throw error }
      let after = try await provider.status(of: profile, context.world)
      if admitted != nil, after.state == .disconnected { try session.failed() }
      switch fault.code {
      case .vpnNoNetwork, .vpnTimedOut: return try face(profile, after, context, session).failure(fault)
      case .interrupted, .timedOut:
        let state = Fault(
          .vpnInterrupted,
          ["name": .text(profile.title), "state": .text(after.state.rawValue)], severity: .warning)
        throw Failure(error.faults + [state])
      default: throw error
      }
    }
    guard let admitted else { return try face(profile, status, context, session).result(changed: true) }
    var window = try session.opened(admitted)
    if window.clearedAutoconnect {
      _ = try await provider.setAutoconnect(true, of: profile, context)
      window = try session.restored(window)
    }
    // The session may have ended while it was being connected again.
    if case .pause(let left) = window.phase(context.world.clock) {
      status = try await provider.disconnect(profile, context)
      if status.state == .disconnected { try session.stopped(.limit) }
      throw session.paused(left, context.text)
    }
    return try face(profile, status, context, session).result(changed: true)
  }

  private func face(
    _ profile: VPNProfile, _ status: VPNStatus, _ context: HandlerContext, _ session: VPNSession
  ) throws(Failure) -> VPNAnswer {
    VPNAnswer(
      profile: profile, status: status, isSimulated: provider.isSimulated, clock: context.world.clock,
      text: context.text, session: try session.face(status))
  }

  private func ownTarget(_ target: Capability.Target) -> Capability.Target {
    if case .exact(let text) = target { .exact(provider.id(of: text)) } else { .any }
  }
}
