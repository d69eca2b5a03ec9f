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
        let result = IntentResult(dialog: text, value: .string(text))
        state.keep(RunOutcome.answered(result).stepValue, of: step)
        state.change { $0.last = result }
        return .next
      case .answer(let answer): return .returned(result(answer, place))
      case .stop(let reason):
        let text = text(reason, place)
        let fault = Fault(.workflowStopped, ["reason": .text(text)])
        let dialog = text.utf8.isEmpty ? context.text("The workflow was stopped.") : text
        return .failed(.answered(IntentResult(.failed(fault), dialog: dialog)))
      }
    } catch {
      return .failed(by: error)
    }
  }

  private func result(_ answer: WorkflowStep.Answer, _ place: WorkflowPlace) -> IntentResult {
    let value = answer.value.flatMap { fill($0, place) } ?? .null
    let dialog = answer.dialog.map { text($0, place) } ?? value.plainText ?? ""
    return IntentResult(
      dialog: dialog.utf8.isEmpty ? call.definition.title : dialog,
      snippet: answer.snippet.map { Snippet(filled: fill($0, place)) } ?? Snippet(), value: value)
  }

  private func run(
    _ call: WorkflowStep.Call, _ step: WorkflowStep, _ place: WorkflowPlace
  ) async throws(Failure) -> StepOutcome {
    guard let callee = workflow.callee(call.intent) else { throw Failure(.internalError) }
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
    state.keep(report.outcome.stepValue, of: step)
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
    return .failed(report.outcome)
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

  /// The wall clock is looked at again this often: it may be set, and the machine may sleep.
  private static let longestPause = Duration.seconds(30)

  func pause(_ wait: WorkflowStep.Wait, _ place: WorkflowPlace) async throws(Failure) {
    let clock = context.world.clock
    switch wait {
    case .duration(let template):
      let text = text(template, place)
      guard let duration = Duration(text: text) else {
        throw .unfit("wait", text, expected: "a duration such as 30s or PT30S")
      }
      try await clock.wait(clock.monotonic() + duration, place.cancellation)
    case .until(let template):
      let text = text(template, place)
      guard let moment = MomentText(clock).standardText(text, .dateTime).flatMap(MomentText.moment) else {
        throw .unfit("wait", text, expected: "a moment such as 18:00 or tomorrow")
      }
      while true {
        let rest = moment - clock.wall()
        if rest <= .zero { return }
        try await clock.wait(clock.monotonic() + min(rest, Self.longestPause), place.cancellation)
      }
    }
  }

  func loop(
    _ repetition: WorkflowStep.Repetition, _ steps: [WorkflowStep], _ place: WorkflowPlace
  ) async throws(Failure) -> StepOutcome {
    switch repetition {
    case .count(let template):
      let value = fill(template, place) ?? .null
      guard let count = value.integerValue ?? value.plainText.flatMap({ Int($0) }), count >= 0 else {
        throw .unfit("count", value.json(), expected: "a whole number of at least 0")
      }
      for index in 0..<count {
        let outcome = await perform(steps, place.adding("index", .integer(index)))
        guard case .next = outcome else { return outcome }
      }
    case .condition(let logic, let limit):
      var index = 0
      while try logic.holds(over: data(place)) {
        guard index < limit else { throw Failure(.workflowRounds, ["limit": .integer(limit)]) }
        let outcome = await perform(steps, place.adding("index", .integer(index)))
        guard case .next = outcome else { return outcome }
        index += 1
      }
    case .each(let items):
      let value = fill(items.list, place) ?? .null
      if value == .null { return .next }
      guard let list = value.arrayValue else { throw .unfit("each", value.json(), expected: "a list") }
      let isFrozen = items.list.references.isEmpty
      for (index, item) in list.enumerated() {
        let inside = place.adding("index", .integer(index)).adding(items.name, item, isFrozen: isFrozen)
        let outcome = await perform(steps, inside)
        guard case .next = outcome else { return outcome }
      }
    }
    return .next
  }

  /// When one branch fails, those under way go to their end and no other begins.
  func parallel(_ branches: [[WorkflowStep]], _ limit: Int?, _ place: WorkflowPlace) async -> StepOutcome {
    await withTaskGroup(of: StepOutcome.self) { group in
      var rest = branches[...]
      func begin() {
        guard let steps = rest.popFirst() else { return }
        group.addTask { await perform(steps, place) }
      }
      for _ in 0..<min(limit ?? branches.count, branches.count) { begin() }
      var ended = StepOutcome.next
      while let outcome = await group.next() {
        if case .next = ended { ended = outcome }
        if case .next = ended { begin() }
      }
      return ended
    }
  }
}
