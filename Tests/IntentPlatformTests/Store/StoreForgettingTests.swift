import Foundation
import IntentCore
import IntentPlatform
import Testing

@Suite struct StoreForgettingTests {
  @discardableResult
  private func add(
    _ store: SQLiteStore, _ intent: String, _ state: RunState = .finished, source: RunSource = .terminal,
    parameters: String = "{}"
  ) throws -> Int {
    // One after the other, so that none is a step of another.
    let at = 10_000_000 * (1 + (try store.runs(JournalQuery(limit: 1)).first?.run ?? 0))
    var start = RunStart.sample(intent, at: at)
    start.source = source
    start.parameters = parameters
    let run = try store.beginRun(start)
    try store.finishRun(run, .sample(state, at: at + 1))
    return run
  }

  @Test func `donations are calls of a person that went well`() throws {
    let store = try StoreFixture().store()
    #expect(try store.calls(limit: 10) == [])
    try add(store, "old")
    try add(store, "a", parameters: #"{"x":1}"#)
    try add(store, "b", .failed)
    try add(store, "c", source: .timer)
    try add(store, "d", source: .automation)
    try add(store, "e", parameters: "null")
    try store.recordDenial(.sample("f"), end: .sample(.denied))
    try add(store, "g", source: .script)
    let calls = try store.calls(limit: 7)
    #expect(calls.map(\.intent) == ["g", "e", "d", "c", "b", "a"])
    #expect(calls.map(\.run) == [8, 6, 5, 4, 3, 2])
    #expect(calls.filter(\.isDonation).map(\.intent) == ["g", "a"])
    #expect(calls.last?.parameters == #"{"x":1}"#)
    #expect(calls.last?.path == "/home/ana/intents/a.json")
    #expect(try store.calls(limit: 100).count == 7)
  }

  @Test func `steps of a run are no calls`() throws {
    let store = try StoreFixture().store()
    func begin(_ intent: String, _ at: Int) throws -> Int { try store.beginRun(.sample(intent, at: at)) }
    let outer = try begin("workflow", 1000)
    for (intent, at) in [("one", 1100), ("two", 1300)] {
      try store.finishRun(try begin(intent, at), .sample(at: at + 100))
    }
    #expect(try store.calls(limit: 10).map(\.intent) == ["workflow"])
    try store.finishRun(outer, .sample(at: 1500))
    try store.finishRun(try begin("next", 1500), .sample(at: 1600))
    #expect(try store.calls(limit: 10).map(\.intent) == ["next", "workflow"])
  }

  @Test func `what is forgotten is nowhere any more`() throws {
    let fixture = try StoreFixture()
    do {
      let store = fixture.store()
      for _ in 0..<3 { try add(store, "secret-errand", parameters: #"{"where":"canary-place"}"#) }
      try add(store, "other")
      #expect(try store.forget(.of(intent: "secret-errand")) == 3)
      #expect(try store.runs(JournalQuery()).map(\.run) == [4])
      #expect(try store.calls(limit: 100).map(\.intent) == ["other"])
      store.maintain()
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: fixture.stateFolder) {
      guard let bytes = FileManager.default.contents(atPath: "\(fixture.stateFolder)/\(name)") else {
        continue
      }
      #expect(bytes.range(of: Data("canary-place".utf8)) == nil, "\(name)")
      #expect(bytes.range(of: Data("secret-errand".utf8)) == nil, "\(name)")
    }
  }

  @Test func `no later run gets a forgotten number`() throws {
    let store = try StoreFixture().store()
    try add(store, "a")
    #expect(try add(store, "b") == 2)
    #expect(try store.forget(.one(2)) == 1)
    #expect(try store.forget(.one(2)) == 0)
    #expect(try store.forget(.one(9)) == 0)
    #expect(try store.runs(JournalQuery()).map(\.run) == [1])
    #expect(try add(store, "c") == 3)
    #expect(try store.forget(.all) == 2)
    #expect(try store.runs(JournalQuery()).isEmpty)
    #expect(try store.forget(.all) == 0)
    #expect(try add(store, "d") == 4)
  }

  @Test func `what is under way stays`() throws {
    let store = try StoreFixture().store()
    let run = try store.beginRun(.sample("a"))
    try add(store, "b")
    #expect(try store.forget(.all) == 1)
    try store.finishRun(run, .sample())
    #expect(try store.runs(JournalQuery()).map(\.run) == [run])
  }
}
