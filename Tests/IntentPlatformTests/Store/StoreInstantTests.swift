import IntentCore
import IntentPlatform
import Testing

@Suite struct StoreInstantTests {
  private func at(_ seconds: Int) -> WallTime { WallTime(seconds: seconds) }

  @Test func `a moment is taken on once`() throws {
    let fixture = try StoreFixture()
    #expect(try fixture.store().instants(of: "/a", limit: 10).isEmpty)
    #expect(try fixture.store().claimInstant(at(60), of: "/a", now: at(61)))
    #expect(try !fixture.store().claimInstant(at(60), of: "/a", now: at(62)))
    #expect(try fixture.store().claimInstant(at(60), of: "/b", now: at(63)))
    #expect(try fixture.store().claimInstant(at(120), of: "/a", now: at(121)))
    let done = InstantRecord(
      automation: "/a", at: at(60), startedAt: at(61), state: .failed, exitCode: 1, code: "lock.jammed",
      run: 7)
    try fixture.store().finishInstant(done)
    #expect(
      try fixture.store().instants(of: "/a", limit: 10) == [
        InstantRecord(automation: "/a", at: at(120), startedAt: at(121)), done,
      ])
    #expect(try fixture.store().instants(of: "/a", limit: 1).count == 1)
  }

  @Test func `one of many takes it on`() async throws {
    let fixture = try StoreFixture()
    let claims = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 { group.addTask { try fixture.store().claimInstant(at(60), of: "/a", now: at(61)) } }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(claims == 1)
  }

  @Test func `one whose process is gone is unknown`() throws {
    let fixture = try StoreFixture()
    #expect(try fixture.store().claimInstant(at(60), of: "/a", now: at(61)))
    try sql(fixture.stateFolder + "/automations.sqlite", "UPDATE instants SET pid=4194999")
    #expect(try fixture.store().instants(of: "/a", limit: 1).map(\.state) == [.unknown])
    #expect(try !fixture.store().claimInstant(at(60), of: "/a", now: at(62)))
    #expect(try fixture.store().reclaimInstant(at(60), of: "/a", now: at(63)))
    #expect(
      try fixture.store().instants(of: "/a", limit: 1) == [
        InstantRecord(automation: "/a", at: at(60), startedAt: at(63))
      ])
    #expect(try !fixture.store().reclaimInstant(at(60), of: "/a", now: at(64)))
    #expect(try !fixture.store().reclaimInstant(at(120), of: "/a", now: at(64)))
  }

  @Test func `old ones are forgotten`() throws {
    let fixture = try StoreFixture()
    #expect(try fixture.store().claimInstant(at(60), of: "/a", now: at(61)))
    try sql(
      fixture.stateFolder + "/automations.sqlite",
      """
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i+1 FROM n WHERE i<1100)
      INSERT INTO instants SELECT '/a',i*60000000,0,0,'',0,'done',0,NULL,NULL FROM n
      """)
    #expect(try fixture.store().claimInstant(at(60 * 1200), of: "/a", now: at(60 * 1200)))
    let kept = try fixture.store().instants(of: "/a", limit: 5000)
    #expect(kept.count == 1000)
    #expect(kept.first?.at == at(60 * 1200))
  }
}
