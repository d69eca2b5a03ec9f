import IntentCore
import IntentPlatform
import Testing

@Suite struct StoreGrantTests {
  private let path = "/home/ana/intents/backup.json"

  private func grant(
    _ capability: String, _ who: Who = .unattended, denies: Bool = false, until: Int? = nil,
    uses: Int? = nil
  ) -> Grant {
    Grant(
      path: path, capability: capability, who: who, recordedAt: WallTime(microseconds: 9),
      isDenial: denies, expiresAt: until.map { WallTime(microseconds: $0) }, usesLeft: uses)
  }

  private func start(_ redeems: [Grant], at: Int = 1_000_000) -> RunStart {
    var start = RunStart.sample(at: at)
    (start.path, start.redeems) = (path, redeems)
    return start
  }

  @Test func `a grant and a denial of the same thing stand side by side`() throws {
    let fixture = try StoreFixture()
    let grants = [
      grant("exec(/a)", until: 77, uses: 3), grant("exec(/a)", denies: true), grant("exec(/a)", .here),
    ]
    for grant in grants { try fixture.store().record([grant]) }
    #expect(try fixture.store().standings(of: path).flatMap(\.grants) == [grants[2], grants[1], grants[0]])
    #expect(try fixture.store().standings().map(\.grants.count) == [1, 2])
  }

  @Test func `a new word replaces the old of its kind`() throws {
    let store = try StoreFixture().store()
    try store.record([grant("exec(/a)", uses: 1), grant("exec(/a)", denies: true)])
    try store.record([grant("exec(/a)", until: 5)])
    #expect(
      try store.standing(of: path, for: .unattended).grants == [
        grant("exec(/a)", denies: true), grant("exec(/a)", until: 5),
      ])
  }

  @Test func `trust that is taken back leaves denials`() throws {
    let store = try StoreFixture().store()
    try store.record([grant("exec(/a)"), grant("exec(/a)", denies: true)])
    #expect(try store.removeTrust(of: path))
    #expect(try store.removeTrust(of: path) == false)
    #expect(try store.standing(of: path, for: .unattended).grants == [grant("exec(/a)", denies: true)])
  }

  static let selections: [(String, GrantSelection, [Int])] = [
    ("all", GrantSelection(path: "/home/ana/intents/backup.json"), []),
    ("another path", GrantSelection(path: "/other"), [0, 1, 2, 3]),
    ("a capability", GrantSelection(path: "/home/ana/intents/backup.json", capability: "exec(/a)"), [3]),
    (
      "half of a name",
      GrantSelection(path: "/home/ana/intents/backup.json", capability: "exec(/"), [0, 1, 2, 3]
    ),
    ("a source", GrantSelection(path: "/home/ana/intents/backup.json", whos: [.here]), [0, 1, 3]),
  ]

  @Test(arguments: selections.indices) func `takes back what is meant`(_ index: Int) throws {
    let (name, selection, kept) = Self.selections[index]
    let store = try StoreFixture().store()
    let grants = [
      grant("exec(/a)", denies: true), grant("exec(/a)"), grant("exec(/a)", .here), grant("exec(/ab)"),
    ]
    try store.record(grants)
    #expect(try store.removeGrants(selection) == grants.count - kept.count, "\(name)")
    #expect(
      Set(try store.standings(of: path).flatMap(\.grants).map(\.text)) == Set(kept.map { grants[$0].text }),
      "\(name)")
  }

  @Test func `uses are counted down with the row, all or none`() throws {
    let fixture = try StoreFixture()
    let store = fixture.store()
    let (two, one) = (grant("exec(/a)", uses: 2), grant("exec(/b)", uses: 1))
    try store.record([two, one])
    #expect(try store.beginRun(start([two, one])) == 1)
    #expect(throws: start([]).usedUp) { try store.beginRun(start([two, one])) }
    #expect(try fixture.store().standing(of: path, for: .unattended).grants.map(\.usesLeft) == [1, 0])
    #expect(try store.runs(JournalQuery()).count == 1)
    #expect(try store.beginRun(start([two])) == 2)
  }

  @Test func `what was taken back or has ended meanwhile is not redeemed`() throws {
    let store = try StoreFixture().store()
    let grant = grant("exec(/a)", until: 1_000_000, uses: 2)
    #expect(throws: start([]).usedUp) { try store.beginRun(start([grant])) }
    try store.record([grant])
    #expect(throws: start([]).usedUp) { try store.beginRun(start([grant])) }
    #expect(try store.beginRun(start([grant], at: 999_999)) > 0)
  }

  @Test func `one use is redeemed once, however many come`() async throws {
    let fixture = try StoreFixture()
    let grant = grant("exec(/a)", uses: 1)
    try fixture.store().record([grant])
    let start = start([grant])
    let began = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 { group.addTask { (try? fixture.store().beginRun(start)) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(began == 1)
    #expect(try fixture.store().standing(of: path, for: .unattended).grants.map(\.usesLeft) == [0])
  }

  @Test func `an authentication is kept with the grant, beside its limits`() throws {
    let fixture = try StoreFixture()
    var grants = [grant("elevate(/a)"), grant("elevate(/b)", until: 77, uses: 3), grant("elevate(/c)")]
    grants[0].isAuthenticated = true
    grants[1].isAuthenticated = true
    try fixture.store().record(grants)
    #expect(try fixture.store().standing(of: path, for: .unattended).grants == grants)
    var start = start([grants[1]])
    start.at = WallTime(microseconds: 1)
    _ = try fixture.store().beginRun(start)
    #expect(try fixture.store().standing(of: path, for: .unattended).grants[1].isAuthenticated)
    try sql(fixture.journal, "UPDATE words SET at='1,,,b' WHERE permission='elevate(/c)'")
    #expect(
      try fixture.store().standing(of: path, for: .unattended).grants[2].usesLeft == 0,
      "what cannot be read allows nothing")
  }
}

extension Grant { fileprivate var text: String { "\(who.text) \(isDenial) \(capability)" } }
