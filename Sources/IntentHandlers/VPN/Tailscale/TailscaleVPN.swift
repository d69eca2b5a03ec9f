package import IntentCore
package import IntentPipeline

/// The tailnet of this machine, driven by the tailscale command and its JSON.
package struct TailscaleVPN: VPNProvider {
  static let interface = "tailscale0"
  static let program = ProviderProgram(name: "tailscale", package: "tailscale")

  package init() {}

  package var name: String { "tailscale" }

  package func isInstalled(_ world: World) -> Bool { Self.program.path(world) != nil }

  package func profile(id: String) -> VPNProfile? { id == Self.id ? Self.own : nil }

  private static let id = "tailnet"
  private static let own = VPNProfile(
    provider: "tailscale", id: id, title: "Tailscale", interface: interface)

  package func readings(
    _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> [VPNReading] {
    [VPNReading(Self.own, try await status(of: Self.own, world, cancellation))]
  }

  package func status(
    of profile: VPNProfile, _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> VPNStatus {
    switch try await backend(world, cancellation) {
    case "Running": VPNStatus(.connected, interface: Self.interface)
    case "Starting": VPNStatus(.connecting, interface: Self.interface)
    default: VPNStatus(.disconnected)
    }
  }

  /// The word for what the daemon does: `Running`, `Stopped`, `NeedsLogin`, `NoState`, `Starting`…
  private func backend(_ world: World, _ cancellation: any Cancellation) async throws(Failure) -> String {
    let outcome = try await Self.program.run(["status", "--json", "--peers=false"], world, cancellation)
    guard let value = try? Value(json: outcome.output, file: "tailscale status"),
      let word = value.at(["BackendState"])?.stringValue
    else {
      throw Failure(.unavailable, ["name": "Tailscale", "reason": .text(outcome.complaint)])
    }
    return word
  }

  package func connect(
    _ profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> VPNStatus {
    let world = context.world
    // It would print an address to log in at and wait.
    if try await backend(world, context.cancellation) == "NeedsLogin" {
      throw Failure(.vpnNoSecrets, ["name": .text(profile.title)])
    }
    let seconds = max(1, (context.deadline - world.clock.monotonic()).wholeMilliseconds / 1000)
    do throws(Failure) {
      let outcome = try await Self.program.run(["up", "--timeout=\(seconds)s"], world, context.cancellation)
      let status = try await status(of: profile, world, context.cancellation)
      if status.state == .connected { return status }
      throw try await failure(profile, outcome, context)
    } catch {
      if context.cancellation.reason != nil { _ = try await Self.program.run(["down"], world, Uncancelled()) }
      throw error
    }
  }

  private func failure(
    _ profile: VPNProfile, _ outcome: ProcessOutcome, _ context: HandlerContext
  ) async throws(Failure) -> Failure {
    let name: FaultArgument = .text(profile.title)
    switch try await backend(context.world, context.cancellation) {
    case "NeedsLogin", "NeedsMachineAuth": return Failure(.vpnAuthFailed, ["name": name])
    case "Starting": return Failure(.vpnTimedOut, ["name": name])
    default: return Failure(.vpnFailed, ["name": name, "reason": .text(outcome.complaint)])
    }
  }

  package func disconnect(
    _ profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> VPNStatus {
    let outcome = try await Self.program.run(["down"], context.world, context.cancellation)
    let status = try await status(of: profile, context.world, context.cancellation)
    guard status.state == .disconnected else {
      throw Failure(.vpnFailed, ["name": .text(profile.title), "reason": .text(outcome.complaint)])
    }
    return status
  }

  package func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch {
    VPNWatch(interval: .seconds(1))
  }
}
