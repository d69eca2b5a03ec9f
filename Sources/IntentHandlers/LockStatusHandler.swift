internal import IntentCore
internal import IntentPipeline

/// Tells whether a door is locked; without a door, tells it of each.
struct LockStatusHandler: AnsweringHandler {
  var providers = DoorProviders()

  let descriptor = HandlerDescriptor(
    name: "lock.status", summary: "Tells whether a door, or each of them, is locked.",
    fields: [.init("door", .string, help: "The door; all of them when absent.")])

  func secrets(_ call: HandlerCall) throws(Failure) -> [String] {
    try providers.scope().secrets(try call.text("door"))
  }

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let access = ProviderAccess(context)
    let scope = try providers.scope()
    if let name = try call.text("door") {
      let (door, provider) = try await scope.door(named: name, access)
      let state = try await provider.states(of: [door], access).first ?? .unknown
      return try LockAnswer(door, state, of: provider, context.world, context.text).seen()
    }
    var answers: [LockAnswer] = []
    var warnings: [Fault] = []
    for provider in scope.providers {
      do throws(Failure) {
        let doors = try await provider.doors(access)
        for (door, state) in zip(doors, try await provider.states(of: doors, access)) {
          answers.append(try LockAnswer(door, state, of: provider, context.world, context.text))
        }
      } catch  where scope.providers.count > 1 && !access.isCancelled {
        // The others have doors too.
        warnings += error.asWarnings
      }
    }
    if answers.isEmpty, !warnings.isEmpty { throw Failure(warnings.map { $0.with(.error) }) }
    var result = table(
      answers, isComplete: warnings.isEmpty, context.text,
      isSimulated: scope.providers.allSatisfy(\.isSimulated))
    result.warnings += warnings
    return result
  }

  /// - Parameter isComplete: Whether every provider told of its doors.
  private func table(
    _ answers: [LockAnswer], isComplete: Bool, _ text: Localizer, isSimulated: Bool
  ) -> IntentResult {
    let loose = answers.filter { $0.state != .locked }
    let isLocked = loose.isEmpty && isComplete
    return IntentResult(
      isLocked ? .done : .neutral, symbol: isLocked ? Symbol("lock", .green) : Symbol("lock.open", .yellow),
      dialog: isLocked
        ? text("All doors are locked.")
        : loose.isEmpty
          ? text("Locked, as far as doors can be reached.")
          : text("Not locked: ${doors}.", ["doors": .string(loose.map(\.title).joined(separator: ", "))]),
      snippet: Snippet([
        .table(
          .init(
            columns: [.init(text("Door")), .init(text("State")), .init(text("Locks again at"))],
            rows: answers.map { [$0.door.id, text($0.state.rawValue), $0.deadlineText] }))
      ]), value: .array(answers.map { .object($0.members) }), isSimulated: isSimulated)
  }
}
