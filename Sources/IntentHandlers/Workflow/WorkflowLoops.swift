internal import IntentCore
internal import IntentPipeline

extension WorkflowRun {
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
