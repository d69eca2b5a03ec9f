import Glibc
import IntentCore
import IntentPlatform
import Testing

@Suite struct StoreDeadlineTests {
  private func at(_ seconds: Int) -> WallTime { WallTime(microseconds: seconds * 1_000_000) }

  private func deadline(_ resource: String, _ seconds: Int) -> Deadline {
    Deadline(resource: resource, action: "lock", due: at(seconds))
  }

  private func marked(_ fixture: StoreFixture) -> Int { facts(fixture.marker).st_mtim.tv_sec }

  @Test func `deadlines are due from their date on, earliest first`() throws {
    let fixture = try StoreFixture()
    let store = fixture.store()
    try store.setDeadline(deadline("lock:back", 200))
    try store.setDeadline(deadline("lock:front", 100))
    #expect(try fixture.store().dueDeadlines(at: at(99)).isEmpty)
    #expect(try fixture.store().dueDeadlines(at: at(100)) == [deadline("lock:front", 100)])
    #expect(
      try fixture.store().dueDeadlines(at: at(300)) == [
        deadline("lock:front", 100), deadline("lock:back", 200),
      ])
    #expect(try store.deadline(of: "lock:back") == deadline("lock:back", 200))
    #expect(try store.deadline(of: "lock:shed") == nil)
  }

  @Test func `the marker follows the earliest deadline`() throws {
    let fixture = try StoreFixture()
    let store = fixture.store()
    try store.setDeadline(deadline("front", 200))
    #expect(marked(fixture) == 200)
    try store.setDeadline(deadline("back", 100))
    #expect(marked(fixture) == 100)
    try store.setDeadline(deadline("back", 300))
    #expect(marked(fixture) == 200)
    try store.clearDeadline(of: "front")
    #expect(marked(fixture) == 300)
    try store.clearDeadline(of: "back")
    #expect(marked(fixture) > 4_000_000_000)
    #expect(try store.dueDeadlines(at: at(4_000_000_000)).isEmpty)
  }

  @Test func `nothing is opened when nothing is due`() throws {
    let fixture = try StoreFixture()
    try fixture.store().setDeadline(deadline("front", 200))
    for suffix in ["", "-wal", "-shm"] { unlink(fixture.state + suffix) }
    write("no database", to: fixture.state)
    #expect(try fixture.store().dueDeadlines(at: at(199)).isEmpty)
    #expect(fault { try fixture.store().dueDeadlines(at: at(200)) }?.code == .storeDamaged)
  }

  @Test func `a marker that is missing or too early costs a look and is mended`() throws {
    let fixture = try StoreFixture()
    try fixture.store().setDeadline(deadline("front", 200))
    unlink(fixture.marker)
    #expect(try fixture.store().dueDeadlines(at: at(250)).count == 1)
    #expect(try fixture.store().dueDeadlines(at: at(100)).isEmpty)
    #expect(marked(fixture) == 200)
    utimensat(
      AT_FDCWD, fixture.marker, [timespec(tv_sec: 5, tv_nsec: 0), timespec(tv_sec: 5, tv_nsec: 0)], 0)
    #expect(try fixture.store().dueDeadlines(at: at(100)).isEmpty)
    #expect(marked(fixture) == 200)
  }

  @Test func `a store without deadlines gets a marker at the first look`() throws {
    let fixture = try StoreFixture()
    try fixture.store().setDevice("vpn:work", DeviceState(state: "on", since: at(1)))
    #expect(try fixture.store().dueDeadlines(at: at(100)).isEmpty)
    #expect(exists(fixture.marker))
  }

  @Test func `a deadline that cannot be marked is not stored`() throws {
    let fixture = try StoreFixture()
    try fixture.store().setDevice("vpn:work", DeviceState(state: "on", since: at(1)))
    symlink("/nowhere", fixture.marker)
    #expect(fault { try fixture.store().setDeadline(deadline("front", 100)) }?.code == .storeDamaged)
    unlink(fixture.marker)
    #expect(try fixture.store().deadline(of: "front") == nil)
  }

  @Test func `a process that dies while it sets a deadline leaves the marker early enough`() async throws {
    let fixture = try StoreFixture()
    try fixture.store().setDeadline(deadline("back", 300))
    await #expect(processExitsWith: .signal(SIGALRM)) {
      [state = fixture.stateFolder as String, runtime = fixture.runtimeFolder as String] in
      let store = makeStore(state, runtime)
      ualarm(20_000, 0)
      for seconds in 1...1_000_000 {
        try store.setDeadline(
          Deadline(
            resource: "front", action: "lock", due: WallTime(microseconds: seconds * 7919 % 299 * 1_000_000)))
      }
    }
    for resource in ["front", "back"] {
      if let stored = try fixture.store().deadline(of: resource) {
        #expect(facts(fixture.marker).st_mtim.tv_sec * 1_000_000 <= stored.due.microseconds)
      }
    }
  }

  @Test func `many change deadlines at once and the marker is right`() async throws {
    let fixture = try StoreFixture()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 1...16 {
        group.addTask {
          let store = fixture.store()
          for step in 1...4 { try store.setDeadline(deadline("door-\(index)", 1000 * index - step)) }
          if index < 8 { try store.clearDeadline(of: "door-\(index)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(marked(fixture) == 7996)
    #expect(try fixture.store().dueDeadlines(at: at(8000)).map(\.resource) == ["door-8"])
  }

  @Test func `device states come back`() throws {
    let fixture = try StoreFixture()
    let store = fixture.store()
    #expect(try store.device("vpn:work") == nil)
    let on = DeviceState(state: "on", since: at(12), note: "tun7")
    try store.setDevice("vpn:work", on)
    #expect(try fixture.store().device("vpn:work") == on)
    let off = DeviceState(state: "off", since: at(13))
    try store.setDevice("vpn:work", off)
    #expect(try fixture.store().device("vpn:work") == off)
  }
}
