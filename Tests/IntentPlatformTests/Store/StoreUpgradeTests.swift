import Foundation
import Glibc
import IntentCore
import IntentPlatform
import Testing

@Suite struct StoreUpgradeTests {
  /// The tables of words as versions before 7 had them, with one.
  private static let earlierWords = """
    DROP TABLE words;
    CREATE TABLE trust(path PRIMARY KEY,source,files,at)WITHOUT ROWID;
    CREATE TABLE grants(path,capability,source,at,PRIMARY KEY(path,capability,source))WITHOUT ROWID;
    INSERT INTO grants VALUES('/p','exec(/a)','script',9);
    """

  /// A journal as the first version made it, with one row.
  private func old(_ fixture: StoreFixture) throws {
    _ = try fixture.store().beginRun(.sample())
    try sql(fixture.journal, "DELETE FROM runs")
    try sql(fixture.journal, "ALTER TABLE runs DROP COLUMN summary")
    try sql(fixture.journal, "ALTER TABLE runs DROP COLUMN effect")
    try sql(fixture.journal, StoreUpgradeTests.earlierWords)
    try sql(fixture.journal, "PRAGMA user_version=1")
    try sql(
      fixture.journal,
      "INSERT INTO runs VALUES(7,1000000,0,'',0,'hello','/p','terminal','{}','','',"
        + "'finished',2000000,0,NULL,'Hello.')")
  }

  @Test func `a summary comes back`() throws {
    let fixture = try StoreFixture()
    var start = RunStart.sample()
    start.summary = "Greet Ana"
    _ = try fixture.store().beginRun(start)
    try fixture.store().recordDenial(start, end: .sample(.denied))
    #expect(try fixture.store().runs(JournalQuery()).map(\.start.summary) == ["Greet Ana", "Greet Ana"])
    #expect(try fixture.store().runs(JournalQuery()).map(\.end?.dialog) == ["Hello, Ana.", nil])
  }

  @Test func `an earlier journal is brought up to date with its rows`() throws {
    let fixture = try StoreFixture()
    try old(fixture)
    let store = fixture.store()
    let first = try #require(try store.runs(JournalQuery()).first)
    #expect(first.run == 7)
    #expect(first.start.summary == "")
    #expect(first.end?.dialog == "Hello.")
    var start = RunStart.sample()
    start.summary = "Greet Ana"
    #expect(try store.beginRun(start) == 8)
    #expect(try fixture.store().runs(JournalQuery()).map(\.start.summary) == ["Greet Ana", ""])
    try sql(fixture.journal, "SELECT 1/(user_version=7) FROM pragma_user_version")
  }

  @Test(arguments: [1, 2]) func `earlier grants are kept and have no limits`(_ version: Int) throws {
    let fixture = try StoreFixture()
    try old(fixture)
    if version == 2 { try sql(fixture.journal, "ALTER TABLE runs ADD COLUMN summary; PRAGMA user_version=2") }
    let kept = Grant(
      path: "/p", capability: "exec(/a)", who: .unattended, only: .script,
      recordedAt: WallTime(microseconds: 9))
    #expect(try fixture.store().standing(of: "/p", for: .unattended).grants == [kept])
    var denial = kept
    denial.isDenial = true
    denial.only = nil
    try fixture.store().record([denial])
    #expect(try fixture.store().standing(of: "/p", for: .unattended).grants == [denial, kept])
    #expect(try fixture.store().runs(JournalQuery()).map(\.run) == [7])
  }

  @Test func `many bring an earlier journal up to date at once`() async throws {
    let fixture = try StoreFixture()
    try old(fixture)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { try fixture.store().beginRun(.sample()) } }
      try await group.waitForAll()
    }
    #expect(try fixture.store().runs(JournalQuery()).count == 9)
  }

  /// A file that the program wrote when its version was 3.
  @Test func `a journal of version 3 keeps its words, none of which was authenticated`() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store().beginRun(.sample())
    for name in ["-wal", "-shm", ""] { unlink(fixture.journal + name) }
    var root = URL(filePath: #filePath)
    while root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
    let old = try Data(contentsOf: root.appending(path: "Fixtures/journal-3.sqlite"))
    try old.write(to: URL(filePath: fixture.journal))
    chmod(fixture.journal, 0o600)
    let path = "/home/ana/.config/runintent/intents/sync.json"
    let said = try fixture.store().standings(of: path).flatMap(\.grants)
    #expect(said.map(\.capability) == ["elevate(/usr/bin/sh)", "elevate(/usr/bin/sh)"])
    #expect(said.allSatisfy { !$0.isAuthenticated && $0.usesLeft == nil })
    #expect(said.map(\.only) == [nil, .script], "what was granted to scripts is not given to timers")
    let limited = try fixture.store().standings(of: "/home/ana/.config/runintent/intents/space.json")
    #expect(limited.flatMap(\.grants).compactMap(\.usesLeft) == [4])
    #expect(try fixture.store().runs(JournalQuery()).map(\.start.intent) == ["space", "sync"])
    var proven = said[0]
    proven.isAuthenticated = true
    try fixture.store().record([proven])
    #expect(
      try fixture.store().standings(of: path).flatMap(\.grants).map(\.isAuthenticated) == [true, false])
    try sql(fixture.journal, "SELECT 1/(user_version=7) FROM pragma_user_version")
  }

  /// A journal of version 6 with these rows of trust and of grants.
  private func six(_ fixture: StoreFixture, trust paths: [String], grants: [String]) throws {
    _ = try fixture.store().beginRun(.sample())
    try sql(fixture.journal, "DROP TABLE words")
    try sql(fixture.journal, "CREATE TABLE trust(path PRIMARY KEY,source,files,at)WITHOUT ROWID")
    try sql(
      fixture.journal,
      "CREATE TABLE grants(path,capability,source,at,PRIMARY KEY(path,capability,source))WITHOUT ROWID")
    for path in paths { try sql(fixture.journal, "INSERT INTO trust VALUES('\(path)',x'7B7D',x'',5)") }
    for grant in grants { try sql(fixture.journal, "INSERT INTO grants VALUES(\(grant))") }
    try sql(fixture.journal, "PRAGMA user_version=6")
  }

  /// What earlier rows let run, by source, and what they let run after the move.
  @Test func `no right appears when earlier words are moved, and none goes`() throws {
    let fixture = try StoreFixture()
    let limited = "'1000000,9000000000000000,3,a'"
    try six(
      fixture, trust: ["/a", "/b", "/c"],
      grants: [
        "'/a','exec(/x)','terminal',7", "'/a','exec(/x)','script',\(limited)", "'/b','exec(/x)','timer',7",
        "'/b','exec(/x)','!automation',7", "'/b','net(https,any,443)','!terminal',7",
        "'/c','exec(/x)','script',7", "'/c','exec(/x)','timer',8", "'/c','exec(/x)','automation',9",
        "'/c','exec(/x)','mcp:claude',7", "'/d','exec(/x)','script',7",
      ])
    let store = fixture.store()
    let sources: [RunSource] = [.terminal, .script, .timer, .automation, .client("claude"), .client("other")]
    var may: [String] = []
    for path in ["/a", "/b", "/c", "/d"] {
      for source in sources {
        let standing = try store.standing(of: path, for: source.who)
        #expect(
          (standing.trust?.source == [0x7B, 0x7D])
            == (path != "/d" && source != .client("other")
              && (path == "/c" || source != .client("claude"))),
          "\(path) \(source)")
        let said = standing.grants.filter { $0.isAbout(source) && $0.isAbout("exec(/x)") }
        if said.contains(where: \.isDenial) { may.append("not \(path) \(source.text)") }
        if said.contains(where: { !$0.isDenial }) { may.append("\(path) \(source.text)") }
      }
    }
    #expect(
      may == [
        "/a terminal", "/a script", "/b timer", "not /b automation", "/c script", "/c timer",
        "/c automation", "/c mcp:claude", "/d script",
      ])
    let kept = try store.standing(of: "/a", for: .unattended).grants
    #expect(kept.map(\.usesLeft) == [3] && kept.allSatisfy { $0.isAuthenticated && $0.expiresAt != nil })
    #expect(try store.standing(of: "/c", for: .unattended).grants.map(\.only) == [nil])
    #expect(try store.standing(of: "/b", for: .here).grants.map(\.isDenial) == [true])
    try sql(fixture.journal, "SELECT 1/(user_version=7) FROM pragma_user_version")
  }
}
