import Glibc
import IntentCore
import IntentPlatform
import Testing

@Suite struct StoreWindowTests {
  private static let boot = BootTime(boot: "boot-1", microseconds: 5_000_000)

  private func at(_ seconds: Int) -> WallTime { WallTime(microseconds: seconds * 1_000_000) }

  private var window: SessionWindow {
    SessionWindow(
      profile: "demo:work", opened: at(100), ends: at(160), pauseEnds: at(400), openedInBoot: Self.boot)
  }

  private func clock(wall: Int, uptime: Int, boot: String = "boot-1") -> World.Clock {
    var clock = World.Clock.sleeping
    let now = at(wall)
    clock.wall = { now }
    clock.uptime = { .seconds(uptime) }
    clock.bootIdentifier = { boot }
    return clock
  }

  @Test func `a window comes back with its deadline`() throws {
    let fixture = try StoreFixture()
    #expect(try fixture.store().window(of: "demo:work") == nil)
    #expect(!fixture.store().hasWindows())
    try fixture.store().keep(window, window.deadline)
    #expect(try fixture.store().window(of: "demo:work") == window)
    #expect(try fixture.store().deadline(of: "vpn:demo:work") == window.deadline)
    var stopped = window.stopped(.limit, at: at(160))
    stopped.clearedAutoconnect = true
    try fixture.store().keep(stopped, nil)
    #expect(try fixture.store().window(of: "demo:work") == stopped)
    #expect(try fixture.store().deadlines().isEmpty)
    #expect(fixture.store().hasWindows())
    #expect(try fixture.store().window(of: "demo:other") == nil)
  }

  @Test(arguments: [
    (159, 64, "boot-1", 0), (160, 64, "boot-1", 1), (100, 65, "boot-1", 1), (-3500, 65, "boot-1", 1),
    (100, 64, "boot-1", 0), (100, 65, "boot-2", 0), (160, 1, "boot-2", 1), (100_000, 6, "boot-1", 1),
  ])
  func `it is due by the date or by the time since the boot`(wall: Int, uptime: Int, boot: String, count: Int)
    throws
  {
    let fixture = try StoreFixture()
    try fixture.store().keep(window, window.deadline)
    #expect(try fixture.store().dueDeadlines(clock(wall: wall, uptime: uptime, boot: boot)).count == count)
    #expect(try fixture.store().deadlines().count == 1)
  }

  @Test func `without a deadline nothing is opened`() throws {
    let fixture = try StoreFixture()
    try fixture.store().keep(window, window.deadline)
    try fixture.store().keep(window, nil)
    for suffix in ["", "-wal", "-shm"] { unlink(fixture.state + suffix) }
    write("no database", to: fixture.state)
    #expect(try fixture.store().deadlines().isEmpty)
    #expect(try fixture.store().dueDeadlines(clock(wall: 1000, uptime: 1000)).isEmpty)
  }

  @Test func `an earlier store keeps its deadlines`() throws {
    let fixture = try StoreFixture()
    try fixture.store().setDevice("vpn:work", DeviceState(state: "on", since: at(1)))
    try sql(
      fixture.state,
      """
      DROP TABLE windows; DROP TABLE deadlines;
      CREATE TABLE deadlines(resource PRIMARY KEY,action,due)WITHOUT ROWID;
      INSERT INTO deadlines VALUES('lock:demo:front','lock',7000000);
      PRAGMA user_version=1;
      """)
    let expected = Deadline(resource: "lock:demo:front", action: "lock", due: at(7))
    #expect(try fixture.store().dueDeadlines(clock(wall: 8, uptime: 1)) == [expected])
    try fixture.store().keep(window, window.deadline)
    #expect(try fixture.store().deadlines() == [expected, window.deadline])
  }

  @Test func `what a run changed comes back`() throws {
    let fixture = try StoreFixture()
    let effect = RunEffect(resource: "vpn:demo:work", found: "disconnected", left: "connected")
    let run = try fixture.store().beginRun(.sample())
    var end = RunEnd.sample()
    end.effect = effect
    try fixture.store().finishRun(run, end)
    let other = try fixture.store().beginRun(.sample())
    try fixture.store().finishRun(other, .sample())
    #expect(try fixture.store().runs(JournalQuery()).map(\.end?.effect) == [nil, effect])
    #expect(try fixture.store().runs(JournalQuery(numbers: other...Int.max)).map(\.run) == [other])
  }
}
