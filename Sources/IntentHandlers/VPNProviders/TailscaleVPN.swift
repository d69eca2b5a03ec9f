internal import IntentCore

/// The tailnet of this machine, driven by the tailscale command and its JSON.
struct TailscaleVPN: VPNProvider {
  static let program = ProviderProgram(name: "tailscale", package: "tailscale")
  private static let interface = "tailscale0"
  private static let own = VPNProfile(
    provider: "tailscale", id: "tailnet", title: "Tailscale", interface: interface)

  let name = "tailscale"

  func isInstalled(_ world: World) -> Bool { Self.program.path(world) != nil }

  func isPresent(_ world: World) -> Bool {
    isInstalled(world) && world.files.facts("/run/tailscale/tailscaled.sock") != nil
  }

  func profile(id: String) -> VPNProfile? { id == Self.own.id ? Self.own : nil }

  func readings(_ access: ProviderAccess) async throws(Failure) -> [VPNReading] {
    [VPNReading(profile: Self.own, status: try await status(of: Self.own, access))]
  }

  func status(of profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    switch try await backend(access) {
    case "Running":
      try VPNStatus(state: .connected, interface: Self.interface).checked(access.world)
    case "Starting": VPNStatus(state: .connecting, interface: Self.interface)
    default: .disconnected
    }
  }

  /// The word for what the daemon does: `Running`, `Stopped`, `NeedsLogin`, `NoState`, `Starting`…
  private func backend(_ access: ProviderAccess) async throws(Failure) -> String {
    let outcome = try await access.answered(by: "Tailscale") { access throws(Failure) in
      try await Self.program.run(["status", "--json", "--peers=false"], access)
    }
    guard let value = try? Value(json: outcome.output, file: "tailscale status"),
      let word = value.at(["BackendState"])?.stringValue
    else { throw Failure(.unavailable, ["name": "Tailscale", "reason": .text(outcome.complaint)]) }
    return word
  }

  func connect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    // It would print an address to log in at and wait.
    if try await backend(access) == "NeedsLogin" { throw profile.failure(.vpnNoSecrets) }
    do throws(Failure) {
      let outcome = try await Self.program.run(["up", "--timeout=\(max(1, access.secondsLeft))s"], access)
      let status = try await status(of: profile, access)
      if status.state == .connected { return status }
      switch try await backend(access) {
      case "NeedsLogin", "NeedsMachineAuth": throw profile.failure(.vpnAuthFailed)
      case "Starting": throw profile.failure(.vpnTimedOut)
      default: throw profile.failure(.vpnFailed, outcome.complaint)
      }
    } catch {
      if access.isCancelled { _ = try await Self.program.run(["down"], access.uncancelled) }
      throw error
    }
  }

  func disconnect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    let outcome = try await Self.program.run(["down"], access)
    let status = try await status(of: profile, access)
    guard status.state == .disconnected else { throw profile.failure(.vpnFailed, outcome.complaint) }
    return status
  }
}
