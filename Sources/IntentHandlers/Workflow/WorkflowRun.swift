internal import IntentCore
internal import IntentPipeline

/// One run of a workflow.
struct WorkflowRun: Sendable {
  /// How long `finally` may take when the workflow was told to stop.
  static let grace = Duration.seconds(10)

  let call: HandlerCall
  let workflow: Workflow
  let context: HandlerContext
  let state: WorkflowState

  init(call: HandlerCall, workflow: Workflow, context: HandlerContext) {
    self.call = call
    self.workflow = workflow
    self.context = context
    state = WorkflowState(workflow)
  }

  func result() async throws(Failure) -> IntentResult {
    let place = WorkflowPlace(cancellation: context.cancellation)
    let outcome = await perform(workflow.steps, place)
    let ending = await end(after: outcome)
    if let reason = context.cancellation.reason { throw reason.failure }
    switch outcome {
    case .returned(let result): return try finished(result, ending)
    case .next: return try finished(lastAnswer, ending)
    case .failed(let failure):
      switch failure.outcome {
      case .failed(let failure): throw failure
      case .answered(let result): return noted(result)
      }
    }
  }

  /// Without an answer of its own, a workflow has that of its last step.
  private var lastAnswer: IntentResult {
    state.read { $0.last } ?? IntentResult(dialog: call.definition.title)
  }

  private func finished(_ result: IntentResult, _ ending: StepOutcome) throws(Failure) -> IntentResult {
    if case .failed(let failure) = ending {
      switch failure.outcome {
      case .failed(let failure): throw failure
      case .answered(let result): return noted(result)
      }
    }
    return noted(result)
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
  private func end(after outcome: StepOutcome) async -> StepOutcome {
    if workflow.finally.isEmpty { return .next }
    let error = state.read { $0.error }
    let last = state.read { $0.last }
    let ending = Kept()
    let hasTime = context.cancellation.reason == nil
    let parent: any Cancellation = hasTime ? context.cancellation : NeverCancelled()
    let limit = hasTime ? context.deadline - context.world.clock.monotonic() : Self.grace
    _ = await context.withLimit(limit, parent) { cancellation in
      let place = WorkflowPlace(cancellation: cancellation).adding("error", error)
      ending.outcome = await perform(workflow.finally, place)
      return .none
    }
    state.change { $0.last = last }
    return ending.outcome
  }

  func perform(_ steps: [WorkflowStep], _ place: WorkflowPlace) async -> StepOutcome {
    for index in steps.indices {
      if let reason = place.cancellation.reason { return .failed(StepFailure(reason.failure)) }
      let outcome = await perform(steps[index], place)
      guard case .next = outcome else { return outcome }
    }
    return .next
  }

  private func perform(_ step: WorkflowStep, _ place: WorkflowPlace) async -> StepOutcome {
    do throws(Failure) {
      if let condition = step.condition, try !condition.holds(over: data(place)) {
        state.keep(.null, of: step)
        return .next
      }
    } catch {
      return .failed(StepFailure(error))
    }
    let outcome = await attempts(step, place)
    guard case .failed(let failure) = outcome, place.cancellation.reason == nil else { return outcome }
    state.change { $0.error = failure.value }
    if let onError = step.onError { return await perform(onError, place.adding("error", failure.value)) }
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
        return .failed(StepFailure(error))
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
    let kept = Kept()
    _ = await context.withLimit(timeout, place.cancellation) { cancellation in
      var place = place
      place.cancellation = cancellation
      kept.outcome = await act(step, place)
      return .none
    }
    return kept.outcome
  }
}

extension Duration {
  fileprivate var seconds: Double { Double(wholeMicroseconds) / 1_000_000 }
}

extension RunReport {
  /// Stands where only the work itself counts.
  fileprivate static var none: RunReport {
    RunReport(
      intent: "", outcome: .failed(Failure(.internalError)), startedAt: WallTime(microseconds: 0))
  }
}
