import Glibc
import IntentCore
import IntentPlatform
import Testing

/// Read-only and full file systems; they need the right to mount one.
@Suite(.serialized, .enabled(if: Privilege.canMount, "mounting a file system needs root"))
struct StoreMountTests {
  /// A small file system of its own at a folder, gone after `remove`.
  private struct Mount {
    let path: String

    init(_ path: String, size: String) throws {
      mkdir(path, 0o700)
      self.path = path
      #expect(try run("/bin/mount", "-t", "tmpfs", "-o", "size=\(size),mode=700", "none", path) == 0)
    }

    func remount(_ options: String) throws {
      // Another test's child may hold a file of it open for the moment between fork and exec.
      for _ in 0..<100 {
        if try run("/bin/mount", "-o", "remount,\(options)", path) == 0 { return }
        usleep(20_000)
      }
      Issue.record("\(path) cannot be mounted anew with \(options)")
    }

    func remove() { _ = try? run("/bin/umount", "-l", path) }
  }

  private func fill(_ store: SQLiteStore) throws {
    try store.record(
      TrustRecord(path: "/a.json", source: [1], files: [], recordedAt: WallTime(microseconds: 1)), grants: [])
    try store.finishRun(try store.beginRun(.sample()), .sample())
    try store.setDevice("vpn:work", DeviceState(state: "on", since: WallTime(microseconds: 1)))
    try store.setDeadline(Deadline(resource: "lock:front", action: "lock", due: WallTime(microseconds: 5)))
  }

  @Test func `an empty read-only home reads as nothing stored`() throws {
    let fixture = try StoreFixture()
    let mount = try Mount(fixture.root + "/home", size: "1m")
    defer { mount.remove() }
    try mount.remount("ro")
    let store = fixture.store()
    #expect(try store.standing(of: "/a.json", for: .here) == Standing())
    #expect(try store.runs(JournalQuery()).isEmpty)
    #expect(try store.dueDeadlines(at: WallTime(microseconds: .max)).isEmpty)
    let found = fault { try store.beginRun(.sample()) }
    #expect(found?.code == .storeUnwritable)
    #expect(found?["path"] != nil)
    #expect(found?["reason"] == .text("Read-only file system"))
  }

  enum Log: String, CaseIterable { case full, empty, missing }

  @Test(arguments: Log.allCases)
  func `a store on a read-only file system can be read`(log: Log) throws {
    let fixture = try StoreFixture()
    let mount = try Mount(fixture.root + "/home", size: "4m")
    defer { mount.remove() }
    try fill(fixture.store())
    _ = try fixture.store().beginRun(.sample("gone"))
    try sql(fixture.journal, "UPDATE runs SET pid=0 WHERE intent='gone'")
    for file in [fixture.journal, fixture.state] where log != .full {
      try sql(file, "PRAGMA wal_checkpoint(TRUNCATE)")
      if log == .missing { for suffix in ["-wal", "-shm"] { unlink(file + suffix) } }
    }
    try mount.remount("ro")
    let store = fixture.store()
    #expect(try store.standing(of: "/a.json", for: .here).trust != nil)
    #expect(try store.runs(JournalQuery()).map(\.state) == [.unknown, .finished])
    #expect(try store.device("vpn:work")?.state == "on")
    #expect(try store.dueDeadlines(at: WallTime(microseconds: 9)).count == 1)
    store.maintain()
    let failures = [
      fault { try store.beginRun(.sample()) }, fault { try store.removeTrust(of: "/a.json") },
      fault { try store.setDevice("d", DeviceState(state: "on", since: WallTime(microseconds: 1))) },
      fault { try store.clearDeadline(of: "lock:front") },
    ]
    #expect(failures.map { $0?.code } == Array(repeating: .storeUnwritable, count: 4))
    #expect(failures[0]?["path"] == .text(fixture.journal))
  }

  @Test func `no room for a store is told and leaves nothing half made`() throws {
    let fixture = try StoreFixture()
    let mount = try Mount(fixture.root + "/home", size: "32k")
    defer { mount.remove() }
    write(String(repeating: "x", count: 40_000), to: mount.path + "/filler")
    #expect(fault { try fixture.store().beginRun(.sample()) }?.code == .storeUnwritable)
    #expect(!exists(fixture.journal))
    #expect(try fixture.store().runs(JournalQuery()).isEmpty)
    unlink(mount.path + "/filler")
    try mount.remount("size=1m")
    #expect(try fixture.store().beginRun(.sample()) == 1)
  }

  @Test func `a disk that fills up keeps what was written`() throws {
    let fixture = try StoreFixture()
    let mount = try Mount(fixture.root + "/home", size: "128k")
    defer { mount.remove() }
    let store = fixture.store()
    var written = 0
    var found: Fault?
    while found == nil, written < 1000 {
      found = fault { try store.finishRun(try store.beginRun(.sample()), .sample()) }
      if found == nil { written += 1 }
    }
    #expect(found?.code == .storeUnwritable)
    #expect(found?["path"] == .text(fixture.journal))
    #expect(found?["reason"] != nil)
    #expect(try fixture.store().runs(JournalQuery(limit: 2000, states: [.finished])).count == written)
    try mount.remount("size=4m")
    try store.finishRun(try store.beginRun(.sample()), .sample())
    #expect(try fixture.store().runs(JournalQuery(limit: 2000, states: [.finished])).count == written + 1)
  }
}
