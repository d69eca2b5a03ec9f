internal import IntentCore
internal import IntentPipeline

/// One act on one profile, and the answer to it.
struct VPNChange {
  let profile: VPNProfile
  let provider: any VPNProvider
  let access: ProviderAccess
  let text: Localizer
  let session: VPNSession

  private var world: World { access.world }
  private var history: TunnelHistory { TunnelHistory(profile: profile, world: world) }

  /// A tunnel that is up without us gets its session now.
  func unchanged(_ status: VPNStatus) async throws(Failure) -> IntentResult {
    if status.state != .disconnected { try await session.adopt(text) }
    return try session.answer(history.told(status), text).result(changed: false)
  }

  func connect() async throws(Failure) -> IntentResult {
    let admitted = try await session.admit(text)
    let told: (status: VPNStatus, traffic: TunnelHistory.Traffic?)
    do throws(Failure) {
      told = try history.started(try await provider.connect(profile, access))
    } catch {
      return try await answer(to: error, stopping: false)
    }
    guard let admitted else { return try session.answer(told, text).result(changed: true) }
    var window = try session.opened(admitted)
    if window.clearedAutoconnect {
      _ = try await provider.setAutoconnect(true, of: profile, access)
      window = try session.restored(window)
    }
    // The session may have ended while it was being connected again.
    if case .pause(let left) = window.phase(world.clock) {
      let status = try await provider.disconnect(profile, access)
      if status.state == .disconnected { try session.stopped(.limit) }
      throw session.paused(left, text)
    }
    return try session.answer(told, text).result(changed: true)
  }

  /// Nothing passes a tunnel whose link is down: it is brought up anew.
  func reconnect() async throws(Failure) -> IntentResult {
    do throws(Failure) {
      _ = try await provider.disconnect(profile, access)
    } catch {
      return try await answer(to: error, stopping: true)
    }
    return try await connect()
  }

  func disconnect() async throws(Failure) -> IntentResult {
    do throws(Failure) {
      let status = try await provider.disconnect(profile, access)
      if status.state == .disconnected { try session.stopped(.user) }
      return try session.answer(history.told(status), text).result(changed: true)
    } catch {
      return try await answer(to: error, stopping: true)
    }
  }

  /// A provider's reason is an answer; an interruption says in which state it left the connection.
  private func answer(to failure: Failure, stopping: Bool) async throws(Failure) -> IntentResult {
    guard let fault = failure.faults.first else { throw failure }
    let after = try? await provider.status(of: profile, access.uncancelled)
    if !stopping, after?.state == .disconnected { try session.forget() }
    if fault.code.isVPNReason {
      let reading = VPNReading(profile: profile, status: after ?? .disconnected)
      return VPNAnswer(reading: reading, clock: world.clock, text: text).failure(fault, stopping: stopping)
    }
    guard fault.code == .interrupted || fault.code == .timedOut else { throw failure }
    let state: FaultArgument = .text(after?.state.rawValue ?? "")
    throw Failure(
      failure.faults + [
        Fault(.vpnInterrupted, ["name": .text(profile.title), "state": state], severity: .warning)
      ])
  }
}
