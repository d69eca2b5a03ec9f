package import IntentCore
internal import IntentHandlers
internal import IntentLoading
package import IntentPipeline

extension Engine {
  /// Runs a call to its end, and once more where a person says which of several things was meant.
  package mutating func run(
    _ call: IntentCall, on terms: RunTerms, through door: any FrontDoor
  ) async -> RunReport {
    let loaded = worded(call)
    var run = IntentRun(self, terms, through: door)
    run.label = label(of: call)
    door.begins(loaded.definition.title)
    var report = await run.run(loaded, call.file, call.arguments)
    do throws(Failure) {
      if let clear = try await run.clarified(report, loaded.definition, call.arguments) {
        report = await run.run(loaded, call.file, clear)
      }
    } catch {
      report = RunReport(intent: loaded.definition.id, outcome: .failed(error), startedAt: report.startedAt)
    }
    report.warnings += library.takeWarnings()
    return report
  }

  /// A run that goes on has no limit of its own unless one is asked for.
  private static let unlimited = Duration.seconds(10 * 365 * 86_400)

  /// Runs a call, and answers with every change until interrupted; the failure that ended it, `nil` where the first
  /// answer is all.
  ///
  /// - Parameters:
  ///   - start: Takes the report of the run before anything else comes.
  ///   - interruption: Made when the first answer is out; tells also when nobody listens any more.
  ///   - each: Takes an answer.
  package mutating func follow(
    _ call: IntentCall, on terms: RunTerms, through door: any FrontDoor,
    start: (RunReport) throws(Failure) -> Void, interruption: () -> any Cancellation,
    each: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) -> Failure? {
    let loaded = worded(call)
    guard HandlerRegistry.live.find(loaded.definition.handler)?.canFollow ?? false else {
      throw Failure(.followImpossible, ["intent": .text(loaded.definition.id)])
    }
    var run = IntentRun(self, terms, through: door)
    run.label = label(of: call)
    var kept: AuthorizedInvocation?
    var report = await run.run(loaded, call.file, call.arguments) { kept = $0 }
    report.warnings += library.takeWarnings()
    do throws(Failure) {
      try start(report)
      guard let kept, case .answered(let first) = report.outcome, !first.isFailure else { return nil }
      return await follow(kept, first, terms, interruption(), each)
    } catch {
      return error
    }
  }

  private func follow(
    _ invocation: AuthorizedInvocation, _ first: IntentResult, _ terms: RunTerms,
    _ interruption: any Cancellation, _ each: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async -> Failure? {
    let (world, text) = (world, text)
    let limit = terms.timeout ?? Self.unlimited
    let report = await withLimit(limit, interruption) { cancellation in
      let context = HandlerContext(
        world: world, deadline: world.clock.monotonic() + limit, cancellation: cancellation,
        source: terms.source, text: text)
      var report = RunReport(
        intent: invocation.definition.id, outcome: .answered(first), startedAt: world.clock.wall())
      do throws(Failure) {
        try await invocation.handler.follow(invocation, context, after: first) { result throws(Failure) in
          try each(result)
        }
      } catch {
        report.outcome = .failed(error)
      }
      return report
    }
    if case .failed(let failure) = report.outcome { return failure }
    return nil
  }
}
