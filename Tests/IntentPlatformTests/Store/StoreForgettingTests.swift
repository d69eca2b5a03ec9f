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
    var start = RunStart.sample(intent)
    start.source = source
    start.parameters = parameters
    let run = try store.beginRun(start)
    try store.finishRun(run, .sample(state))
    return run
  }

  @Test func `donations are what a person ran well`() throws {
    let store = try StoreFixture().store()
    #expect(try store.donations(limit: 10) == [])
    try add(store, "old")
    try add(store, "a", parameters: #"{"x":1}"#)
    try add(store, "b", .failed)
    try add(store, "c", source: .timer)
    try add(store, "d", source: .automation)
    try add(store, "e", parameters: "null")
    try store.recordDenial(.sample("f"), end: .sample(.denied))
    try add(store, "g", source: .script)
    _ = try store.beginRun(.sample("h"))
    let donations = try store.donations(limit: 8)
    #expect(donations.map(\.intent) == ["g", "a"])
    #expect(donations.last?.parameters == #"{"x":1}"#)
    #expect(donations.last?.path == "/home/ana/intents/a.json")
    #expect(try store.donations(limit: 100).count == 3)
  }

  @Test func `what is forgotten is nowhere any more`() throws {
    let fixture = try StoreFixture()
    do {
      let store = fixture.store()
      for _ in 0..<3 { try add(store, "secret-errand", parameters: #"{"where":"canary-place"}"#) }
      try add(store, "other")
      #expect(try store.forget(.of(intent: "secret-errand")) == 3)
      #expect(try store.runs(JournalQuery()).map(\.run) == [4])
      #expect(try store.donations(limit: 100).map(\.intent) == ["other"])
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
