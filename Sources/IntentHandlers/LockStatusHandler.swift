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

  var canFollow: Bool { true }
  var followsFailures: Bool { true }

  func follow(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext, after first: IntentResult,
    _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {
    var access = ProviderAccess(context)
    let needed = try secrets(invocation.call)
    if !needed.isEmpty { access.secrets = try await context.world.secrets(needed, context.cancellation) }
    let scope = try providers.scope()
    var only: (Door, any LockProvider)?
    if let name = try invocation.call.text("door") { only = try await scope.door(named: name, access) }
    try await LockFollowing(context: context, access: access, report: report).run(
      scope, only: only, after: first.value)
  }

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let access = ProviderAccess(context)
    let scope = try providers.scope()
    if let name = try call.text("door") {
      let (door, provider) = try await scope.door(named: name, access)
      let reading = try await provider.reading(of: door, access)
      if reading.state == .unavailable { throw door.failure(.lockOffline) }
      return try LockAnswer(door, reading, of: provider, context.world, context.text).seen()
    }
    let answers = try await sideBySide(scope.providers) { provider in
      do throws(Failure) {
        return .success(try await self.answers(of: provider, access, context))
      } catch {
        return access.isCancelled ? .failure(error) : .success(ProviderAnswers(doors: [], failure: error))
      }
    }
    let doors = answers.flatMap(\.doors)
    let failures = answers.compactMap(\.failure)
    let causes = doors.compactMap(\.reading.cause) + failures.flatMap(\.faults)
    if causes.count >= doors.count, let first = causes.first {
      // As when one of them is asked about: nothing is known of any.
      throw Failure([first] + causes.filter { $0 != first })
    }
    return DoorList(
      answers: doors, failures: failures.flatMap(\.faults), text: context.text,
      isSimulated: scope.providers.allSatisfy(\.isSimulated)
    ).result
  }

  /// What a provider told of its doors, or why it told of none.
  private struct ProviderAnswers {
    var doors: [LockAnswer]
    var failure: Failure?
  }

  private func answers(
    of provider: any LockProvider, _ access: ProviderAccess, _ context: HandlerContext
  ) async throws(Failure) -> ProviderAnswers {
    let doors = try await provider.doors(access)
    var answers: [LockAnswer] = []
    for (door, reading) in zip(doors, try await provider.readings(of: doors, access)) {
      answers.append(try LockAnswer(door, reading, of: provider, context.world, context.text))
    }
    return ProviderAnswers(doors: answers)
  }
}
