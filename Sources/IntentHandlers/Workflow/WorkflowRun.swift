internal import IntentCore
internal import IntentPipeline
internal import Synchronization

/// One run of a workflow.
struct WorkflowRun: Sendable {
  /// How long `finally` may take when the workflow was told to stop.
  static let grace = Duration.seconds(10)

  let call: HandlerCall
  let workflow: Workflow
  let context: HandlerContext
  let state: WorkflowState

  func result() async throws(Failure) -> IntentResult {
    let outcome = await perform(workflow.steps, WorkflowPlace(cancellation: context.cancellation))
    let ending = await finish()
    if let reason = context.cancellation.reason { throw reason.failure }
    for case .failed(let failed) in [outcome, ending] {
      switch failed {
      case .failed(let failure): throw failure
      case .answered(let result): return noted(result)
      }
    }
    if case .returned(let result) = outcome { return noted(result) }
    // Without an answer of its own, a workflow has that of its last step.
    return noted(state.read { $0.last } ?? IntentResult(dialog: call.definition.title))
  }

  private func noted(_ result: IntentResult) -> IntentResult {
    var result = result
    state.read { state in
      result.isSimulated = result.isSimulated || state.isSimulated
      result.warnings = state.warnings
      result.confidential = state.confidential
    }
    return result
  }

  /// Does what `finally` says; when the workflow was told to stop, with a time of its own.
  private func finish() async -> StepOutcome {
    if workflow.finally.isEmpty { return .next }
    let (error, last) = state.read { ($0.error, $0.last) }
    let hasTime = context.cancellation.reason == nil
    let limit = hasTime ? context.deadline - context.world.clock.monotonic() : Self.grace
    let ending = await limited(to: limit, hasTime ? context.cancellation : Uncancelled()) { cancellation in
      await perform(workflow.finally, WorkflowPlace(cancellation: cancellation).adding("error", error))
    }
    state.change { $0.last = last }
    return ending
  }

  private func limited(
    to limit: Duration, _ parent: any Cancellation, _ work: @Sendable (any Cancellation) async -> StepOutcome
  ) async -> StepOutcome {
    let kept = Mutex(StepOutcome.next)
    _ = await context.withLimit(limit, parent) { cancellation in
      let outcome = await work(cancellation)
      kept.withLock { $0 = outcome }
      // Only the work itself counts.
      return RunReport(
        intent: "", outcome: .failed(Failure(.internalError)), startedAt: WallTime(microseconds: 0))
    }
    return kept.withLock { $0 }
  }

  func perform(_ steps: [WorkflowStep], _ place: WorkflowPlace) async -> StepOutcome {
    for index in steps.indices {
      await lookAround(place)
      if let reason = place.cancellation.reason { return .failed(by: reason.failure) }
      let outcome = await perform(steps[index], place)
      guard case .next = outcome else { return outcome }
    }
    return .next
  }

  /// Steps that wait for nothing would let no signal and no limit through.
  private func lookAround(_ place: WorkflowPlace) async {
    var begun = 0
    state.change { state in
      state.begun += 1
      begun = state.begun
    }
    guard begun % 64 == 0 else { return }
    let clock = context.world.clock
    try? await clock.wait(clock.monotonic(), place.cancellation)
  }

  private func perform(_ step: WorkflowStep, _ place: WorkflowPlace) async -> StepOutcome {
    do throws(Failure) {
      if let condition = step.condition, try !condition.holds(over: data(place)) {
        state.keep(.null, of: step)
        return .next
      }
    } catch {
      return .failed(by: error)
    }
    let outcome = await attempts(step, place)
    guard case .failed(let failure) = outcome, place.cancellation.reason == nil else { return outcome }
    state.change { $0.error = failure.errorValue }
    if let onError = step.onError { return await perform(onError, place.adding("error", failure.errorValue)) }
    return step.allowsFailure ? .next : outcome
  }

  /// The step, again after each failure that may pass, as often as it says.
  private func attempts(_ step: WorkflowStep, _ place: WorkflowPlace) async -> StepOutcome {
    var outcome = await limited(step, place)
    guard let retry = step.retry else { return outcome }
    var delay = retry.delay
    for _ in 0..<retry.times {
      guard case .failed(let failure) = outcome, failure.mayPass(isIdempotent: isIdempotent(step)) else {
        return outcome
      }
      do throws(Failure) {
        let clock = context.world.clock
        try await clock.wait(clock.monotonic() + delay, place.cancellation)
      } catch {
        return .failed(by: error)
      }
      delay = min(.seconds(delay.seconds * retry.backoff), WorkflowStep.Retry.longestDelay)
      outcome = await limited(step, place)
    }
    return outcome
  }

  /// Whether all that a step runs may be done twice.
  private func isIdempotent(_ step: WorkflowStep) -> Bool {
    if case .run(let call) = step.action {
      return workflow.callee(call.intent)?.definition.isIdempotent ?? false
    }
    return step.inner.allSatisfy { $0.allSatisfy(isIdempotent) }
  }

  private func limited(_ step: WorkflowStep, _ place: WorkflowPlace) async -> StepOutcome {
    guard let timeout = step.timeout else { return await act(step, place) }
    return await limited(to: timeout, place.cancellation) { cancellation in
      var place = place
      place.cancellation = cancellation
      return await act(step, place)
    }
  }
}

extension Duration { fileprivate var seconds: Double { Double(wholeMicroseconds) / 1_000_000 } }
