internal import IntentCore
internal import IntentPipeline

/// One act on one profile, and the answer to it.
struct VPNChange {
  let profile: VPNProfile
  let provider: any VPNProvider
  let context: HandlerContext

  private var history: TunnelHistory {
    TunnelHistory(profile: profile, provider: provider, world: context.world)
  }

  func unchanged(_ status: VPNStatus) throws(Failure) -> IntentResult {
    try face(history.told(status)).result(changed: false)
  }

  func connect() async throws(Failure) -> IntentResult {
    do throws(Failure) {
      let status = try await provider.connect(profile, context)
      return try face(history.started(status)).result(changed: true)
    } catch {
      return try await answer(to: error, stopping: false)
    }
  }

  func disconnect() async throws(Failure) -> IntentResult {
    do throws(Failure) {
      let status = try await provider.disconnect(profile, context)
      return try face(history.told(status)).result(changed: true)
    } catch {
      return try await answer(to: error, stopping: true)
    }
  }

  /// A provider's reason is an answer; an interruption says in which state it left the connection.
  private func answer(to failure: Failure, stopping: Bool) async throws(Failure) -> IntentResult {
    guard let fault = failure.faults.first else { throw failure }
    let after = try? await provider.status(of: profile, context.world, Uncancelled())
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

  private func face(_ told: (status: VPNStatus, traffic: TunnelHistory.Traffic?)) -> VPNAnswer {
    VPNAnswer(profile, told.status, context.world.clock, context.text, traffic: told.traffic)
  }
}
