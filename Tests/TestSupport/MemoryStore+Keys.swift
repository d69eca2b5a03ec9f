package import IntentCore

extension MemoryStore {
  package func addKey(
    _ key: SharedKey, hash: [UInt8], takesClock: Bool, _ clock: World.Clock
  ) throws(Failure) -> Bool {
    let now = clock.wall()
    return try attempt { (state: inout State) -> Result<Bool, Failure> in
      if let seen = state.seen, now < seen {
        guard takesClock else { return .failure(.clockWentBack(now, seen, clock)) }
        for index in state.keys.indices where state.keys[index].key.revokedAt == nil {
          state.keys[index].key.revokedAt = now
        }
      }
      state.seen = now
      if state.keys.contains(where: { $0.key.id == key.id }) { return .success(false) }
      state.keys.insert((key, hash), at: 0)
      return .success(true)
    }
  }

  package func keys() throws(Failure) -> [SharedKey] { try access { $0.keys.map(\.key) } }

  package func revokeKey(_ id: String, at time: WallTime) throws(Failure) -> Bool {
    try access { state in
      guard let index = state.keys.firstIndex(where: { $0.key.id == id }) else { return false }
      state.keys[index].key.revokedAt = state.keys[index].key.revokedAt ?? time
      return true
    }
  }

  package func latestInstant() throws(Failure) -> WallTime? { try access { $0.seen } }

  package func keyHash(_ use: KeyUse, _ clock: World.Clock) throws(Failure) -> [UInt8]? {
    try access { state in state.keys.first { $0.key.id == use.key.id }?.hash }
  }

  package func redeemKey(
    _ use: KeyUse, hash: [UInt8], _ start: RunStart, _ clock: World.Clock
  ) throws(Failure) -> Int {
    let now = clock.wall()
    try attempt { (state: inout State) -> Result<Void, Failure> in
      if let seen = state.seen, now < seen { return .failure(.clockWentBack(now, seen, clock)) }
      if let wait = KeyLimits.wait(state.misses, at: use.place, now: now) {
        return .failure(.tooManyKeys(wait))
      }
      let index = state.keys.firstIndex { $0.key.id == use.key.id }
      let refusal =
        index.map { state.keys[$0].key.refusal(use, matches: state.keys[$0].hash == hash, at: now) } ?? .wrong
      state.seen = now
      if let refusal {
        state.misses.append(.init(at: now, place: use.place))
        return .failure(Failure(refusing: use, refusal, index.map { state.keys[$0].key.id }))
      }
      if let index { state.keys[index].key.usesLeft -= 1 }
      return .success(())
    }
    return try beginRun(start)
  }

  private func attempt<T: Sendable>(_ body: (inout State) -> Result<T, Failure>) throws(Failure) -> T {
    try access(body).get()
  }
}
