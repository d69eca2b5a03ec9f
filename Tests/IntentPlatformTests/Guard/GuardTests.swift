import Glibc
import IntentCore
import IntentPlatform
import Synchronization
import Testing

@Suite struct GuardLockTests {
  @Test func `only one has it, and others learn whose it is`() throws {
    let fixture = try StoreFixture()
    #expect(GuardLock.holder(stateFolder: fixture.stateFolder) == nil)
    let lock = try #require(try GuardLock.take(stateFolder: fixture.stateFolder))
    #expect(try GuardLock.take(stateFolder: fixture.stateFolder) == nil)
    #expect(GuardLock.holder(stateFolder: fixture.stateFolder) == Int(getpid()))
    lock.release()
    #expect(GuardLock.holder(stateFolder: fixture.stateFolder) == nil)
    #expect(try GuardLock.take(stateFolder: fixture.stateFolder) != nil)
  }
}

@Suite struct DeadlineAlarmTests {
  private let clock = World.Clock.sleeping

  /// How long the alarm waits, in milliseconds.
  private func wait(
    _ fixture: StoreFixture, until due: Duration? = nil, latest: Duration? = nil,
    _ meanwhile: @escaping @Sendable () throws -> Void = {}
  ) throws -> Int {
    let now = WallTime(microseconds: World.Clock.nanoseconds(CLOCK_REALTIME) / 1000)
    let boot = BootTime(boot: "", microseconds: World.Clock.nanoseconds(CLOCK_BOOTTIME) / 1000)
    let began = World.Clock.nanoseconds(CLOCK_MONOTONIC)
    try EventLoop.run { loop throws(Failure) in
      let alarm = try DeadlineAlarm(loop, stateFolder: fixture.stateFolder)
      alarm.listen()
      try? meanwhile()
      try await alarm.wait(
        until: due.map { now + $0 }, latest: latest.map { boot + $0 }, FixedCancellation())
    }
    return (World.Clock.nanoseconds(CLOCK_MONOTONIC) - began) / 1_000_000
  }

  @Test(
    arguments: [
      (.milliseconds(200), .seconds(60)), (.seconds(60), .milliseconds(200)), (.milliseconds(200), nil),
      (nil, .milliseconds(200)),
    ] as [(Duration?, Duration?)])
  func `the first of both moments wakes`(due: Duration?, latest: Duration?) throws {
    let waited = try wait(try StoreFixture(), until: due, latest: latest)
    #expect(waited >= 199 && waited < 5000)
  }

  @Test func `a moment that has passed wakes at once`() throws {
    #expect(try wait(try StoreFixture(), until: .seconds(-3600)) < 5000)
  }

  @Test func `a change of deadlines wakes`() throws {
    let fixture = try StoreFixture()
    let deadline = Deadline(resource: "lock:demo:front", action: "lock", due: WallTime(microseconds: 1))
    try fixture.store().setDeadline(deadline)
    #expect(
      try wait(fixture, until: .seconds(60)) { try fixture.store().clearDeadline(of: "lock:demo:front") }
        < 5000)
  }
}

@Suite struct GuardStartTests {
  private static let timer = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/backup.service\n"
  private static let login = "0::/user.slice/user-1000.slice/session-2.scope\n"

  /// One on which waiting takes no time.
  private static let clock = World.Clock.live { _, _ throws(Failure) in }

  @Test(arguments: [(timer, true, 1), (timer, false, 0), (login, true, 0)])
  func `in a unit that ends it, it is started as a unit of its own`(
    groups: String, hasSystemd: Bool, calls: Int
  ) async throws {
    let fixture = try StoreFixture()
    let requests = Mutex<[ProcessRequest]>([])
    var files = World.Files.live
    files.isExecutable = { _ in hasSystemd }
    let folder = fixture.stateFolder
    let started = Mutex<[any Lease]>([])
    let processes = World.Processes { request, _ throws(Failure) in
      requests.withLock { $0.append(request) }
      if let lease = try GuardLock.take(stateFolder: folder) { started.withLock { $0.append(lease) } }
      return ProcessOutcome(exit: .status(0))
    }
    // Held, so that nothing real is started where systemd is not asked.
    let lock = calls == 0 ? try GuardLock.take(stateFolder: fixture.stateFolder) : nil
    let isThere = await GuardProcess.wake(
      stateFolder: folder, [("HOME", "/home/ana")], processes, FixedCancellation(), clock: Self.clock,
      files: files, controlGroups: { Array(groups.utf8) })
    #expect(isThere)
    lock?.release()
    #expect(requests.withLock { $0.count } == calls)
    if let request = requests.withLock({ $0.first }) {
      #expect(request.executable == "/usr/bin/systemd-run")
      #expect(
        request.arguments.starts(with: ["--user", "--quiet", "--collect", "--setenv=HOME=/home/ana", "--"]))
      #expect(request.arguments.last == "guard")
    }
  }
}
