package import IntentCore
package import IntentPipeline

/// Tells whether a door is locked; without a door, tells it of each.
package struct LockStatusHandler: AnsweringHandler {
  let provider: any LockProvider

  package init(provider: any LockProvider) { self.provider = provider }

  package let descriptor = HandlerDescriptor(
    name: "lock.status", summary: "Tells whether a door, or each of them, is locked.",
    fields: [.init("door", .string, help: "The door; all of them when absent.")])

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let world = context.world
    if let name = try call.text("door") {
      let door = try await provider.door(named: name, world)
      return try await LockAnswer.read(door, of: provider, world, context.text).seen()
    }
    var answers: [LockAnswer] = []
    for door in try await provider.doors(world) {
      answers.append(try await LockAnswer.read(door, of: provider, world, context.text))
    }
    return table(answers, context.text)
  }

  private func table(_ answers: [LockAnswer], _ text: Localizer) -> IntentResult {
    let loose = answers.filter { $0.state != .locked }
    let isLocked = loose.isEmpty
    return IntentResult(
      isLocked ? .done : .neutral,
      symbol: isLocked ? Symbol("lock", .green) : Symbol("lock.open", .yellow),
      dialog: isLocked
        ? text("All doors are locked.")
        : text(
          "Not locked: ${doors}.", ["doors": .string(loose.map(\.title).joined(separator: ", "))]),
      snippet: Snippet([
        .table(
          .init(
            columns: [.init(text("Door")), .init(text("State")), .init(text("Locks again at"))],
            rows: answers.map { [$0.door.id, text($0.state.rawValue), $0.deadlineText] }))
      ]),
      value: .array(answers.map { .object($0.members) }), isSimulated: provider.isSimulated)
  }
}
