package import IntentCore
package import IntentPipeline

/// Connects a VPN, disconnects it, or toggles it; answers when it is really so.
///
/// Without a profile, the one that is up is meant, and else the default one.
package struct VPNSetHandler: AnsweringHandler {
  static let states = ["toggle", "on", "off"]

  let providers: VPNProviders

  package init(_ providers: VPNProviders = VPNProviders()) { self.providers = providers }

  package let descriptor = HandlerDescriptor(
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

  package var canFollow: Bool { true }

  package func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
    let scope = try providers.scope()
    let wish = call["state"]?.isFree == true ? "toggle" : try call.text("state") ?? "toggle"
    let goesUp = wish != "off"
    let goesDown = wish != "on"
    var capabilities: [Capability] = []
    switch try call.target("profile") {
    case .any:
      for provider in scope.providers {
        if goesUp { capabilities.append(.vpn(.up, provider: provider.name, profile: .any)) }
        if goesDown { capabilities.append(.vpn(.down, provider: provider.name, profile: .any)) }
      }
    case .exact(let text):
      let name = scope.name(text)
      if goesUp { capabilities.append(.vpn(.up, provider: name.provider, profile: .exact(name.id))) }
      if goesDown { capabilities.append(.vpn(.down, provider: name.provider, profile: .exact(name.id))) }
      capabilities += try code(of: name, scope)
    case nil:
      let name = scope.meant
      if goesUp { capabilities.append(.vpn(.up, provider: name.provider, profile: .exact(name.id))) }
      if goesDown {
        capabilities.append(
          scope.isSimulated ? .vpn(.down, provider: name.provider, profile: .any) : .activeVPNDown)
      }
      capabilities += try code(of: name, scope)
    }
    return capabilities
  }

  package func resources(_ call: HandlerCall) throws(Failure) -> [String] {
    let scope = try providers.scope()
    guard let text = try call.text("profile") else {
      return try scope.provider(scope.meant.provider).resources(of: nil)
    }
    let name = scope.name(text)
    return try scope.provider(name.provider).resources(of: name.id)
  }

  /// What a profile runs as code is trusted byte for byte, like a script.
  package func files(_ call: HandlerCall) throws(Failure) -> [String] {
    let scope = try providers.scope()
    let name = try call.text("profile").map(scope.name) ?? scope.meant
    return try scope.provider(name.provider).code(of: name.id)
  }

  private func code(of name: VPNName, _ scope: VPNScope) throws(Failure) -> [Capability] {
    try scope.provider(name.provider).code(of: name.id).map { .execute(.exact($0)) }
  }

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    try call.checkChoices(of: descriptor)
    let wish = try call.text("state") ?? "toggle"
    let scope = try providers.scope()
    let reading = try await reading(of: call, wish: wish, scope, context)
    let (profile, state) = (reading.profile, reading.status.state)
    try call.expect(state.rawValue, of: profile.title)
    let session = VPNSession(profile: profile, world: context.world, own: try OwnSession(call))
    let change = VPNChange(
      profile: profile, provider: try scope.provider(profile.provider), context: context, session: session)
    var result: IntentResult
    switch wish {
    case "on" where state == .connected || reading.status.handshake == .unknown,
      "off" where state == .disconnected:
      return try await change.unchanged(reading.status)
    case "on": result = try await change.connect()
    case "off": result = try await change.disconnect()
    default: result = try await state == .disconnected ? change.connect() : change.disconnect()
    }
    if !result.isFailure, state == .connected || state == .disconnected,
      case .string(let left)? = result.value.at(["state"])
    {
      result.effect = RunEffect(resource: session.resource, found: state.rawValue, left: left)
    }
    return result
  }

  private func reading(
    of call: HandlerCall, wish: String, _ scope: VPNScope, _ context: HandlerContext
  ) async throws(Failure) -> VPNReading {
    let (world, cancellation) = (context.world, context.cancellation)
    if let name = try call.text("profile") { return try await scope.named(name, world, cancellation) }
    return wish == "on"
      ? try await scope.named(scope.meant.text, world, cancellation)
      : try await scope.active(world, cancellation)
  }

  package func follow(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext, after first: IntentResult,
    _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {
    let profile: String? =
      if case .string(let provider)? = first.value.at(["provider"]),
        case .string(let id)? = first.value.at(["profile"])
      { "\(provider):\(id)" } else { nil }
    try await VPNFollowing(scope: providers.scope(), context: context, only: profile).run(
      after: first.value, report)
  }
}
