internal import IntentCore
internal import IntentPipeline
internal import Synchronization

/// Goes on with every change of doors until cancelled, whoever caused it.
struct LockFollowing {
  let context: HandlerContext
  let access: ProviderAccess
  let report: @Sendable (IntentResult) throws(Failure) -> Void

  /// What each provider knows of its doors is what was told of them in the answer that is already out.
  ///
  /// - Parameters:
  ///   - scope: The providers that count.
  ///   - only: The one door that counts, `nil` for each.
  func run(
    _ scope: DoorScope, only: (door: Door, provider: any LockProvider)?, after first: Value
  ) async throws(Failure) {
    let told = first.arrayValue ?? [first]
    let providers = only.map { [$0.provider] } ?? scope.providers
    _ = try await sideBySide(providers) { provider in
      do throws(Failure) {
        let doors = if let only { [only.door] } else { try await provider.doors(access) }
        try await follow(doors, of: provider, told)
        return .success(true)
      } catch {
        return .failure(error)
      }
    }
  }

  private func follow(_ doors: [Door], of provider: any LockProvider, _ told: [Value]) async throws(Failure) {
    let known = Mutex(
      doors.map { door in
        told.first { $0.at(["door"])?.stringValue == door.id }.map { LockReading(told: $0) }
          ?? LockReading(state: .unknown)
      })
    let redactor = access.redactor
    try await provider.follow(doors, known.withLock { $0 }, access) { place, reading throws(Failure) in
      let isChange = known.withLock { known in
        defer { known[place] = reading }
        return !known[place].says(reading)
      }
      if !isChange { return }
      let answer = try LockAnswer(doors[place], reading, of: provider, context.world, context.text)
      try report(redactor.hide(answer.seen()))
    }
  }
}

extension LockReading {
  /// What an answer said of a door.
  fileprivate init(told value: Value) {
    let state = value.at(["state"])?.stringValue.flatMap { Door.State(rawValue: $0) } ?? .unknown
    self.init(state: state, certainty: value.at(["confirmed"]) == true ? .answered : .lastHeard)
  }

  /// Whether people would be told the same.
  fileprivate func says(_ other: LockReading) -> Bool {
    state == other.state && isConfirmed == other.isConfirmed && cause?.code == other.cause?.code
  }
}
