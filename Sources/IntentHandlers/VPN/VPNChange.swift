internal import IntentCore
internal import IntentPipeline

/// One act on one profile, and the answer to it.
struct VPNChange {
  let profile: VPNProfile
  let provider: any VPNProvider
  let context: HandlerContext
  let session: VPNSession

  private var history: TunnelHistory {
    TunnelHistory(profile: profile, provider: provider, world: context.world)
  }

  /// A tunnel that is up without us gets its session now.
  func unchanged(_ status: VPNStatus) async throws(Failure) -> IntentResult {
    if status.state != .disconnected { try await session.adopt(context.text) }
    return try face(status).result(changed: false)
  }

  func connect() async throws(Failure) -> IntentResult {
    let admitted = try await session.admit(context.text)
    var status: VPNStatus
    do throws(Failure) {
      status = try history.started(try await provider.connect(profile, context))
    } catch {
      return try await answer(to: error, stopping: false)
    }
    guard let admitted else { return try face(status).result(changed: true) }
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
    return try face(status).result(changed: true)
  }

  func disconnect() async throws(Failure) -> IntentResult {
    do throws(Failure) {
      let status = try await provider.disconnect(profile, context)
      if status.state == .disconnected { try session.stopped(.user) }
      return try face(status).result(changed: true)
    } catch {
      return try await answer(to: error, stopping: true)
    }
  }

  /// A provider's reason is an answer; an interruption says in which state it left the connection.
  private func answer(to failure: Failure, stopping: Bool) async throws(Failure) -> IntentResult {
    guard let fault = failure.faults.first else { throw failure }
    let after = try? await provider.status(of: profile, context.world, Uncancelled())
    if !stopping, after?.state == .disconnected { try session.failed() }
    if fault.code.isVPNReason {
      return VPNAnswer(profile, after ?? VPNStatus(.disconnected), context.world.clock, context.text)
        .failure(fault, stopping: stopping)
    }
    guard fault.code == .interrupted || fault.code == .timedOut else { throw failure }
    let state: FaultArgument = .text(after?.state.rawValue ?? "")
    throw Failure(
      failure.faults + [
        Fault(.vpnInterrupted, ["name": .text(profile.title), "state": state], severity: .warning)
      ])
  }

  private func face(_ status: VPNStatus) throws(Failure) -> VPNAnswer {
    let (status, traffic) = try history.told(status)
    return VPNAnswer(
      profile, status, context.world.clock, context.text, traffic: traffic, session: try session.face(status))
  }
}
