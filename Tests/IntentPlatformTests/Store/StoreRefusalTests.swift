import Glibc
import IntentCore
import IntentPlatform
import Testing

/// What is missing, broken or not ours.
@Suite struct StoreRefusalTests {
  private func filled() throws -> StoreFixture {
    let fixture = try StoreFixture()
    let store = fixture.store()
    try store.record(
      TrustRecord(path: "/a.json", source: [1], files: [], recordedAt: WallTime(microseconds: 1)), grants: [])
    try store.finishRun(try store.beginRun(.sample()), .sample())
    try store.setDevice("vpn:work", DeviceState(state: "on", since: WallTime(microseconds: 1)))
    try store.setDeadline(Deadline(resource: "lock:front", action: "lock", due: WallTime(microseconds: 5)))
    return fixture
  }

  @Test func `reading makes nothing`() throws {
    let fixture = try StoreFixture()
    let store = fixture.store()
    #expect(try store.standing(of: "/a", for: .here) == Standing())
    #expect(try store.standings().isEmpty)
    #expect(try store.runs(JournalQuery()).isEmpty)
    #expect(try store.device("vpn:work") == nil)
    #expect(try store.dueDeadlines(at: WallTime(microseconds: .max)).isEmpty)
    #expect(try store.deadline(of: "lock:front") == nil)
    #expect(try store.removeTrust(of: "/a") == false)
    try store.clearDeadline(of: "lock:front")
    store.maintain()
    #expect(!exists(fixture.root + "/home"))
    #expect(!exists(fixture.root + "/run"))
  }

  @Test func `what is made is for the user alone`() throws {
    let fixture = try filled()
    for folder in ["/home", "/home/.local", "/home/.local/state", "/home/.local/state/runintent"] {
      #expect(facts(fixture.root + folder).st_mode & 0o777 == 0o700)
    }
    for file in [
      fixture.journal, fixture.journal + "-wal", fixture.journal + "-shm", fixture.state, fixture.marker,
    ] {
      #expect(facts(file).st_mode & 0o777 == 0o600, "\(file)")
    }
  }

  @Test func `a run alone makes only the journal`() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store().beginRun(.sample())
    #expect(exists(fixture.journal))
    #expect(!exists(fixture.state))
  }

  @Test(arguments: [
    ("text", "this is no database, however long it may be: " + String(repeating: "x", count: 5000)),
    ("a few bytes", "x"), ("nothing", ""),
  ])
  func `a file with other content is refused and kept`(what: String, content: String) throws {
    let fixture = try filled()
    for suffix in ["-wal", "-shm"] { unlink(fixture.journal + suffix) }
    write(content, to: fixture.journal)
    let reading = fault { try fixture.store().standing(of: "/a.json", for: .here) }
    let writing = fault { try fixture.store().beginRun(.sample()) }
    for found in [reading, writing] {
      #expect(found?.code == .storeDamaged)
      #expect(found?["path"] == .text(fixture.journal))
      #expect(found?["repair"] == .list(["mv", fixture.journal, fixture.journal + ".broken"]))
    }
    #expect(facts(fixture.journal).st_size == content.utf8.count)
    #expect(try fixture.store().device("vpn:work")?.state == "on")
  }

  @Test func `another program's database is refused`() throws {
    let fixture = try filled()
    for suffix in ["", "-wal", "-shm"] { unlink(fixture.journal + suffix) }
    try sql(fixture.journal, "CREATE TABLE trust(path)")
    #expect(fault { try fixture.store().standing(of: "/a.json", for: .here) }?.code == .storeDamaged)
  }

  @Test func `damage inside the file is told`() throws {
    let fixture = try filled()
    try sql(fixture.journal, "PRAGMA wal_checkpoint(TRUNCATE)")
    let file = open(fixture.journal, O_WRONLY)
    let noise = [UInt8](repeating: 0xA5, count: 4096)
    _ = noise.withUnsafeBytes { pwrite(file, $0.baseAddress, 924, 100) }
    close(file)
    #expect(fault { try fixture.store().standing(of: "/a.json", for: .here) }?.code == .storeDamaged)
  }

  @Test func `the repair command gives a new store and keeps the old one`() throws {
    let fixture = try filled()
    write(String(repeating: "x", count: 9000), to: fixture.journal)
    guard case .list(let repair)? = fault({ try fixture.store().beginRun(.sample()) })?["repair"] else {
      Issue.record("no repair command")
      return
    }
    try run("/usr/bin/env", repair[0], repair[1], repair[2])
    #expect(try fixture.store().beginRun(.sample()) == 1)
    #expect(try fixture.store().standing(of: "/a.json", for: .here) == Standing())
    #expect(facts(fixture.journal + ".broken").st_size == 9000)
  }

  @Test func `a newer store is refused and kept`() throws {
    let fixture = try filled()
    try sql(fixture.journal, "PRAGMA user_version=8")
    for found in [
      fault { try fixture.store().standing(of: "/a.json", for: .here) },
      fault { try fixture.store().beginRun(.sample()) },
    ] {
      #expect(found?.code == .storeNewer)
      #expect(found?["path"] == .text(fixture.journal))
      #expect(found?["repair"] != nil)
    }
  }

  @Test(.enabled(if: Privilege.isRoot, "only root can give files away"), arguments: ["", "/journal.sqlite"])
  func `a store of another user is refused`(part: String) throws {
    let fixture = try filled()
    #expect(chown(fixture.stateFolder + part, 4711, 4711) == 0)
    for found in [
      fault { try fixture.store().standing(of: "/a.json", for: .here) },
      fault { try fixture.store().beginRun(.sample()) },
    ] {
      #expect(found?.code == .storeForeign)
      #expect(found?["path"] == .text(fixture.stateFolder + part))
    }
  }

  @Test func `a folder that others may write to is refused until it is mended`() throws {
    let fixture = try filled()
    chmod(fixture.stateFolder, 0o777)
    let found = fault { try fixture.store().standing(of: "/a.json", for: .here) }
    #expect(found?.code == .storeForeign)
    #expect(found?["repair"] == .list(["chmod", "go-w", fixture.stateFolder]))
    try run("/bin/sh", "-c", "chmod go-w \(fixture.stateFolder)")
    #expect(try fixture.store().standing(of: "/a.json", for: .here).trust != nil)
  }

  @Test func `links are refused`() throws {
    let fixture = try filled()
    let other = try StoreFixture()
    mkdir(other.root + "/home", 0o700)
    symlink(fixture.stateFolder, other.root + "/home/link")
    let store = makeStore(other.root + "/home/link", other.runtimeFolder)
    #expect(fault { try store.standing(of: "/a.json", for: .here) }?.code == .storeDamaged)
    mkdir(other.root + "/home/folder", 0o700)
    symlink(fixture.journal, other.root + "/home/folder/journal.sqlite")
    let second = makeStore(other.root + "/home/folder", other.runtimeFolder)
    #expect(fault { try second.standing(of: "/a.json", for: .here) }?.code == .storeDamaged)
    #expect(fault { try second.beginRun(.sample()) }?.code == .storeDamaged)
  }

  @Test func `a file or a FIFO in place of the folder or the database is refused`() throws {
    let fixture = try StoreFixture()
    write("x", to: fixture.root + "/file")
    let store = makeStore(fixture.root + "/file", fixture.runtimeFolder)
    let found = fault { try store.beginRun(.sample()) }
    #expect(found?.code == .storeDamaged)
    #expect(found?["repair"] == .list(["mv", fixture.root + "/file", fixture.root + "/file.broken"]))
    let below = makeStore(fixture.root + "/file/below", fixture.runtimeFolder)
    #expect(fault { try below.beginRun(.sample()) }?.code == .storeUnwritable)
    mkdir(fixture.root + "/folder", 0o700)
    mkfifo(fixture.root + "/folder/journal.sqlite", 0o600)
    let pipe = makeStore(fixture.root + "/folder", fixture.runtimeFolder)
    #expect(fault { try pipe.standing(of: "/a.json", for: .here) }?.code == .storeDamaged)
  }

  @Test func `a path with blanks and quotes works, and its repair command too`() throws {
    let fixture = try StoreFixture()
    let folder = fixture.root + "/it's a folder?x=1#y%20"
    let store = makeStore(folder, fixture.runtimeFolder)
    #expect(try store.beginRun(.sample()) == 1)
    write("x", to: folder + "/state.sqlite")
    guard case .list(let repair)? = fault({ try store.device("d") })?["repair"] else {
      Issue.record("no repair command")
      return
    }
    #expect(try run("/usr/bin/env", repair[0], repair[1], repair[2]) == 0)
    #expect(exists(folder + "/state.sqlite.broken"))
  }
}
