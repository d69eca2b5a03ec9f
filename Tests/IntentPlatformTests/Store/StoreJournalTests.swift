import Glibc
import IntentCore
import IntentPlatform
import Testing

@Suite struct StoreJournalTests {
  @Test func `a run comes back as it was written`() throws {
    let fixture = try StoreFixture()
    let store = fixture.store()
    let run = try store.beginRun(.sample())
    try store.markStarted(run)
    try store.finishRun(run, .sample())
    let record = try #require(try fixture.store().runs(JournalQuery()).first)
    #expect(record == RunRecord(run: run, start: .sample(), state: .finished, end: .sample()))
  }

  @Test(arguments: [RunSource.script, .timer, .automation, .client("desk"), .client("")])
  func `the source comes back`(source: RunSource) throws {
    let store = try StoreFixture().store()
    var start = RunStart.sample()
    start.source = source
    _ = try store.beginRun(start)
    #expect(try store.runs(JournalQuery()).first?.start.source == source)
  }

  @Test func `a run that must last is authorised before it is started`() throws {
    let store = try StoreFixture().store()
    let run = try store.beginRun(.sample(durable: true))
    #expect(try store.runs(JournalQuery()).map(\.state) == [.authorised])
    try store.markStarted(run)
    #expect(try store.runs(JournalQuery()).map(\.state) == [.started])
    try store.finishRun(run, .sample(.failed))
    try store.markStarted(run)
    let record = try store.runs(JournalQuery())[0]
    #expect(record.state == .failed)
    #expect(record.end == .sample(.failed))
  }

  @Test func `another run is started at once`() throws {
    let store = try StoreFixture().store()
    _ = try store.beginRun(.sample())
    #expect(try store.runs(JournalQuery()).map(\.state) == [.started])
  }

  @Test func `a denial is a row with an end`() throws {
    let store = try StoreFixture().store()
    var end = RunEnd.sample(.denied)
    (end.exitCode, end.code) = (77, "permission.untrusted")
    try store.recordDenial(.sample("backup"), end: end)
    let record = try store.runs(JournalQuery())[0]
    #expect(record.state == .denied)
    #expect(record.end == end)
  }

  @Test func `rows are filtered and come newest first`() throws {
    let store = try StoreFixture().store()
    for index in 0..<30 {
      let run = try store.beginRun(.sample(index % 3 == 0 ? "backup" : "hello", at: index))
      try store.finishRun(run, .sample(index % 2 == 0 ? .finished : .failed, at: index))
    }
    #expect(try store.runs(JournalQuery(limit: 3)).map(\.run) == [30, 29, 28])
    #expect(try store.runs(JournalQuery()).count == 20)
    #expect(try store.runs(JournalQuery(limit: 2, intent: "backup")).map(\.run) == [28, 25])
    #expect(
      try store.runs(JournalQuery(limit: 50, intent: "backup", states: [.failed])).map(\.run)
        == [28, 22, 16, 10, 4])
    #expect(try store.runs(JournalQuery(states: [.denied, .killed])).isEmpty)
    #expect(try store.runs(JournalQuery(limit: 0)).isEmpty)
  }

  @Test func `a run that the journal does not know cannot end`() throws {
    let store = try StoreFixture().store()
    #expect(fault { try store.finishRun(99, .sample()) }?.code == .runUnknown)
  }

  @Test(arguments: [false, true])
  func `a run whose process was killed is unknown`(durable: Bool) async throws {
    let fixture = try StoreFixture()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [
        state = fixture.stateFolder as String, runtime = fixture.runtimeFolder as String,
        durable = durable as Bool
      ] in
      let store = makeStore(state, runtime)
      let run = try store.beginRun(.sample(durable: durable))
      try store.markStarted(run)
      kill(getpid(), SIGKILL)
    }
    let mine = try fixture.store().beginRun(.sample("mine"))
    let records = try fixture.store().runs(JournalQuery())
    #expect(records.map(\.state) == [.started, .unknown])
    #expect(records.map(\.run) == [mine, mine - 1])
    #expect(records[1].end == nil)
    #expect(try fixture.store().runs(JournalQuery(states: [.unknown])).map(\.run) == [mine - 1])
    try sql(fixture.journal, "SELECT 1/(state='unknown') FROM runs WHERE run=\(mine - 1)")
  }

  @Test(arguments: [
    ("from another boot", "boot='00000000-0000-0000-0000-000000000000'"),
    ("of a process that started later under that number", "uptime=1"),
    ("of no process", "pid=0"),
  ])
  func `a row is unknown`(which: String, change: String) throws {
    let fixture = try StoreFixture()
    let run = try fixture.store().beginRun(.sample())
    try sql(fixture.journal, "UPDATE runs SET \(change)")
    #expect(try fixture.store().runs(JournalQuery(states: [.started])).isEmpty)
    #expect(try fixture.store().runs(JournalQuery(states: [.unknown])).map(\.run) == [run])
  }

  @Test func `many write at once and nothing is lost`() async throws {
    let fixture = try StoreFixture()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<16 {
        group.addTask {
          let store = fixture.store()
          for _ in 0..<8 {
            let run = try store.beginRun(.sample("intent-\(index)"))
            try store.finishRun(run, .sample())
            store.maintain()
          }
        }
      }
      try await group.waitForAll()
    }
    let records = try fixture.store().runs(JournalQuery(limit: 1000))
    #expect(records.count == 128)
    #expect(Set(records.map(\.run)).count == 128)
    #expect(records.allSatisfy { $0.state == .finished })
  }

  @Test func `a long log is written back when nobody else has the store open`() throws {
    let fixture = try StoreFixture()
    let log = fixture.journal + "-wal"
    let store = fixture.store()
    for _ in 0..<80 { try store.finishRun(try store.beginRun(.sample()), .sample()) }
    #expect(facts(log).st_size > SQLiteStore.logLimit)
    do {
      let other = fixture.store()
      _ = try other.standing(of: "/x", for: .here)
      store.maintain()
      #expect(facts(log).st_size > SQLiteStore.logLimit)
      withExtendedLifetime(other) {}
    }
    store.maintain()
    #expect(facts(log).st_size == 0)
    _ = try store.beginRun(.sample())
    store.maintain()
    #expect(facts(log).st_size > 0)
    #expect(try fixture.store().runs(JournalQuery(limit: 100)).count == 81)
  }

  @Test func `a journal that another process keeps locked for two seconds is busy`() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store().beginRun(.sample())
    let holder = try SQLConnection(fixture.journal)
    try holder.run("BEGIN IMMEDIATE")
    let start = World.Clock.sleeping.monotonic()
    let found = fault { try fixture.store().beginRun(.sample()) }
    let waited = World.Clock.sleeping.monotonic() - start
    #expect(found?.code == .busy)
    #expect(found?["resource"] == .text(fixture.journal))
    #expect(waited > .milliseconds(1900))
    #expect(try fixture.store().runs(JournalQuery()).count == 1)
    try holder.run("COMMIT")
    #expect(try fixture.store().beginRun(.sample()) == 2)
  }
}
