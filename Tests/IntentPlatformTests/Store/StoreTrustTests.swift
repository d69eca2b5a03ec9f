import IntentCore
import IntentPlatform
import Testing

@Suite struct StoreTrustTests {
  private let path = "/home/ana/intents/backup.json"

  private func trust(_ path: String, _ text: String = "{}", at: Int = 7) -> TrustRecord {
    TrustRecord(
      path: path, source: Array(text.utf8),
      files: [
        TrustedFile(name: "rsync", path: "/usr/bin/rsync", contents: nil),
        TrustedFile(name: "./sync.sh", path: "/home/ana/sync.sh", contents: [0, 255, 10]),
        TrustedFile(name: "empty", path: "/home/ana/empty", contents: []),
        TrustedFile(
          name: "./python", path: "/home/ana/venv/bin/python", contents: nil, target: "/usr/bin/python3.11"),
      ], recordedAt: WallTime(microseconds: at))
  }

  private func grant(_ path: String, _ capability: String, _ who: Who = .here) -> Grant {
    Grant(path: path, capability: capability, who: who, recordedAt: WallTime(microseconds: 9))
  }

  @Test func `trust and grants come back as they were recorded`() throws {
    let fixture = try StoreFixture()
    let grants = [
      grant(path, "exec(/usr/bin/rsync)"), grant(path, "exec(/usr/bin/rsync)", .unattended),
      grant(path, "read(any)", .named("desk")),
    ]
    try fixture.store().record(trust(path), grants: grants)
    let standings = try fixture.store().standings()
    #expect(
      standings.compactMap(\.trust) == [trust(path)], "bytes that were allowed here say nothing elsewhere")
    #expect(try fixture.store().standing(of: path, for: .here).trust == trust(path))
    #expect(try fixture.store().standing(of: path, for: .unattended).trust == nil)
    let kept = standings.flatMap(\.grants)
    #expect(Set(kept.map(\.who)) == [.here, .unattended, .named("desk")])
    #expect(kept.count == 3)
    #expect(kept.allSatisfy { $0.path == path && $0.recordedAt.microseconds == 9 })
  }

  @Test func `new trust replaces the old, grants are added`() throws {
    let store = try StoreFixture().store()
    try store.record(trust(path, "old"), grants: [grant(path, "exec(/a)")])
    try store.record(trust(path, "new", at: 8), grants: [grant(path, "exec(/a)"), grant(path, "exec(/b)")])
    let standing = try store.standing(of: path, for: .here)
    #expect(standing.trust?.source == Array("new".utf8))
    #expect(standing.grants.map(\.capability) == ["exec(/a)", "exec(/b)"])
  }

  @Test func `paths that look alike have standings of their own`() throws {
    let store = try StoreFixture().store()
    let (composed, decomposed) = ("/h/caf\u{E9}.json", "/h/cafe\u{301}.json")
    try store.record(trust(composed), grants: [grant(composed, "exec(/a)")])
    #expect(try store.standing(of: decomposed, for: .here) == Standing())
    try store.record(trust(decomposed), grants: [])
    #expect(try store.standings().count == 2)
    #expect(try store.standings().map(\.grants.count).sorted() == [0, 1])
  }

  @Test func `trust that is taken back is gone, with its grants`() throws {
    let fixture = try StoreFixture()
    let store = fixture.store()
    #expect(try store.removeTrust(of: path) == false)
    #expect(!exists(fixture.stateFolder))
    try store.record(trust(path), grants: [grant(path, "exec(/a)")])
    try store.record(trust("/other"), grants: [])
    #expect(try store.removeTrust(of: path))
    #expect(try store.removeTrust(of: path) == false)
    #expect(try fixture.store().standing(of: path, for: .here) == Standing())
    #expect(try fixture.store().standings().map(\.trust?.path) == ["/other"])
  }

  @Test func `a large definition is kept whole`() throws {
    let store = try StoreFixture().store()
    let source = [UInt8]((0..<(256 << 10)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try store.record(
      TrustRecord(path: path, source: source, files: [], recordedAt: WallTime(microseconds: 1)), grants: [])
    #expect(try store.standing(of: path, for: .here).trust?.source == source)
  }
}
