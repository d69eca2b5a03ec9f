internal import IntentCore
internal import IntentPipeline
internal import JSONSchema

extension WorkflowRun {
  /// Does what a step says, once.
  func act(_ step: WorkflowStep, _ place: WorkflowPlace) async -> StepOutcome {
    do throws(Failure) {
      switch step.action {
      case .run(let call): return try await run(call, step, place)
      case .choose(let branches, let otherwise):
        let data = data(place)
        for branch in branches where try branch.condition.holds(over: data) {
          return await perform(branch.steps, place)
        }
        return await perform(otherwise, place)
      case .loop(let repetition, let steps): return try await loop(repetition, steps, place)
      case .parallel(let branches, let limit): return await parallel(branches, limit, place)
      case .wait(let wait):
        try await pause(wait, place)
        return .next
      case .set(let members):
        let values = members.map { (key: $0.key, value: fill($0.value, place) ?? .null) }
        state.change { state in for (key, value) in values { state.variables[key] = value } }
        return .next
      case .calculate(let members):
        let data = data(place)
        for (key, logic) in members {
          let value = try logic.evaluate(over: data)
          state.change { $0.variables[key] = value }
        }
        return .next
      case .dialog(let template):
        let text = text(template, place)
        answered(IntentResult(dialog: text, value: .string(text)), step)
        return .next
      case .answer(let answer): return .returned(result(answer, place))
      case .stop(let reason):
        let text = text(reason, place)
        let fault = Fault(.workflowStopped, ["reason": .text(text)])
        let dialog = text.utf8.isEmpty ? context.text("The workflow was stopped.") : text
        return .failed(StepFailure(.answered(IntentResult(.failed(fault), dialog: dialog))))
      }
    } catch {
      return .failed(StepFailure(error))
    }
  }

  private func answered(_ result: IntentResult, _ step: WorkflowStep) {
    if step.name != nil {
      state.keep(
        RunReport(intent: "", outcome: .answered(result), startedAt: WallTime(microseconds: 0)).stepValue,
        of: step)
    }
    state.change { $0.last = result }
  }

  private func result(_ answer: WorkflowStep.Answer, _ place: WorkflowPlace) -> IntentResult {
    var result = IntentResult(dialog: answer.dialog.map { text($0, place) } ?? "")
    result.value = answer.value.flatMap { fill($0, place) } ?? .null
    if answer.dialog == nil {
      result.dialog = answer.value == nil ? call.definition.title : result.value.plainText ?? ""
    }
    if result.dialog.utf8.isEmpty { result.dialog = call.definition.title }
    if let snippet = answer.snippet { result.snippet = Snippet(filled: fill(snippet, place)) }
    return result
  }

  private func run(
    _ call: WorkflowStep.Call, _ step: WorkflowStep, _ place: WorkflowPlace
  ) async throws(Failure) -> StepOutcome {
    guard let callee = workflow.callee(call.intent) else { throw Failure(.internalError) }
    state.change { $0.done += 1 }
    context.progress(step.name ?? callee.definition.title, nil)
    var child = ChildInvocation(callee, cancellation: place.cancellation)
    child.secrets = state.read { $0.confidential }
    child.arguments.reserveCapacity(call.arguments.count)
    for argument in call.arguments {
      guard let value = fill(argument.value, place), value != .null else { continue }
      child.arguments.append(
        supplied(
          argument.name, value, to: callee.definition.parameter(named: argument.name),
          isFrozen: isFrozen(argument.value, place)))
    }
    let report = await context.run(child)
    if step.name != nil { state.keep(report.stepValue, of: step) }
    state.change { state in
      state.warnings += report.warnings
      guard case .answered(let result) = report.outcome else { return }
      state.warnings += result.warnings
      state.confidential += result.confidential
      state.isSimulated = state.isSimulated || result.isSimulated
      // A failure that the workflow lives with is not its answer.
      if !result.isFailure { state.last = result }
    }
    if case .answered(let result) = report.outcome, !result.isFailure { return .next }
    return .failed(StepFailure(report.outcome))
  }

  /// Text is read as on a command line where the parameter is of another type.
  private func supplied(
    _ name: String, _ value: Value, to parameter: Parameter?, isFrozen: Bool
  ) -> SuppliedArgument {
    var content = SuppliedArgument.Content.value(value)
    if let parameter, parameter.schema.types != nil, !parameter.schema.accepts(value),
      let text = value.plainText
    {
      content = .text(text)
    }
    var argument = SuppliedArgument(name: name, content: content, spelling: "--\(name)")
    argument.isFrozen = isFrozen
    return argument
  }
}
