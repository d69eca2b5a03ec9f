package import IntentCore

/// Does the work, at most so long; `nil` where it had to be ended for that. Fails as the work does, also when it is
/// cancelled.
package func withPatience<T: Sendable>(
  _ limit: Duration, _ clock: World.Clock, _ cancellation: any Cancellation,
  _ work: (any Cancellation) async throws(Failure) -> T
) async throws(Failure) -> T? {
  let (end, done) = (Notice(), Notice())
  let ticket = cancellation.onCancel { end.give($0) }
  defer { cancellation.forget(ticket) }
  async let watching: Void = give(end, after: limit, clock, unless: done)
  let answer: Result<T, Failure>
  do throws(Failure) { answer = .success(try await work(end)) } catch { answer = .failure(error) }
  done.give()
  await watching
  if case .failure(let failure) = answer, failure.faults.first?.code == .timedOut, cancellation.reason == nil
  {
    return nil
  }
  return try answer.get()
}

private func give(_ end: Notice, after limit: Duration, _ clock: World.Clock, unless done: Notice) async {
  do throws(Failure) { try await clock.wait(clock.monotonic() + limit, done) } catch { return }
  end.give(.deadline(limit))
}
