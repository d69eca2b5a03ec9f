import Glibc
import IntentCore
import IntentPlatform
import Testing

@Suite struct LongJournalTests {
  /// A journal of 30,000 runs, of which the third is another intent's, failed, and changed a lock.
  private func fixture() throws -> StoreFixture {
    let fixture = try StoreFixture()
    var end = RunEnd.sample(.failed)
    end.effect = RunEffect(resource: "lock:demo:front", found: "locked", left: "unlocked")
    let runs = (1...30_000).map { run in
      FinishedRun(
        start: .sample(run == 3 ? "odd" : "hello", at: run), end: run == 3 ? end : .sample(at: run))
    }
    let store = fixture.store()
    try store.record(runs)
    try store.finishRun(3, end)
    // Alone in its folder it is written back, and found to be long.
    for _ in 1...2 { store.maintain() }
    return fixture
  }

  private func size(_ fixture: StoreFixture) -> Int {
    var facts = stat()
    return stat("\(fixture.stateFolder)/journal.sqlite", &facts) == 0 ? facts.st_size : -1
  }

  @Test func `one row among many is found at once, by whatever it is asked for`() throws {
    let fixture = try fixture()
    let queries = [
      JournalQuery(limit: 5, intent: "odd"), JournalQuery(limit: 5, states: [.failed, .unknown]),
      JournalQuery(limit: 5, numbers: 3...3),
      JournalQuery(limit: .max, numbers: 2...Int.max, hasEffect: true),
    ]
    let store = fixture.store()
    _ = try store.runs(JournalQuery(limit: 1))
    let began = MonotonicClock.microseconds()
    for query in queries { #expect(try store.runs(query).map(\.run) == [3]) }
    #expect(MonotonicClock.microseconds() - began < 20_000)
    #expect(try store.runs(JournalQuery(limit: 2)).map(\.run) == [30_000, 29_999])
    #expect(try store.runs(JournalQuery(limit: 2, states: [.finished])).map(\.run) == [30_000, 29_999])
  }

  @Test func `what is forgotten leaves no room behind`() throws {
    let fixture = try fixture()
    let before = size(fixture)
    #expect(before > 4 << 20)
    let store = fixture.store()
    #expect(try store.forget(.of(intent: "hello")) == 29_999)
    store.maintain()
    #expect(size(fixture) < before / 10)
    #expect(try store.runs(JournalQuery()).map(\.run) == [3])
  }
}

/// The time of a test.
enum MonotonicClock {
  static func microseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }
}
