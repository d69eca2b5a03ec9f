import Glibc
import IntentCore
import IntentPlatform
import Testing

@Suite struct StoreLeaseTests {
  private let free = FixedCancellation()
  private let clock = World.Clock.sleeping

  private func fault(_ work: () async throws -> some Any) async -> Fault? {
    do {
      _ = try await work()
      return nil
    } catch {
      return (error as? Failure)?.faults.first
    }
  }

  @Test func `a lease is for one at a time, and free when released`() async throws {
    let fixture = try StoreFixture()
    let (first, second) = (fixture.store(), fixture.store())
    let lease = try await first.acquireLease(on: "vpn:work", until: clock.soon(0), free)
    let other = try await second.acquireLease(on: "vpn:home", until: clock.soon(0), free)
    let found = await fault { try await second.acquireLease(on: "vpn:work", until: clock.soon(30), free) }
    #expect(found?.code == .busy)
    #expect(found?["resource"] == "vpn:work")
    lease.release()
    lease.release()
    try await second.acquireLease(on: "vpn:work", until: clock.soon(0), free).release()
    other.release()
  }

  @Test func `a lease that nobody holds on to is free`() async throws {
    let store = try StoreFixture().store()
    _ = try await store.acquireLease(on: "a", until: clock.soon(0), free)
    _ = try await store.acquireLease(on: "a", until: clock.soon(0), free)
  }

  @Test func `waiting ends when cancelled`() async throws {
    let store = try StoreFixture().store()
    let lease = try await store.acquireLease(on: "a", until: clock.soon(0), free)
    let found = await fault {
      try await store.acquireLease(on: "a", until: clock.soon(60_000), FixedCancellation(.signal(15)))
    }
    #expect(found?.code == .interrupted)
    lease.release()
  }

  @Test(arguments: [
    ("vpn:work", "vpn%3Awork.lease"), ("../../etc/passwd", "..%2F..%2Fetc%2Fpasswd.lease"), (".", "..lease"),
    ("", ".lease"), ("a\u{0}b\n", "a%00b%0A.lease"), ("дверь", "%D0%B4%D0%B2%D0%B5%D1%80%D1%8C.lease"),
    ("e\u{301}", "e%CC%81.lease"), ("A-z_0.9", "A-z_0.9.lease"),
  ])
  func `the file of a resource stays in its folder`(resource: String, name: String) async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.store().acquireLease(on: resource, until: clock.soon(0), free)
    let file = fixture.runtimeFolder + "/" + name
    #expect(facts(file).st_mode & 0o7777 == 0o600)
    #expect(facts(file).st_mode & S_IFMT == S_IFREG)
    #expect(facts(fixture.runtimeFolder).st_mode & 0o777 == 0o700)
  }

  @Test func `long names of resources stay apart`() async throws {
    let store = try StoreFixture().store()
    let stem = String(repeating: "й", count: 400)
    let one = try await store.acquireLease(on: stem + "1", until: clock.soon(0), free)
    let two = try await store.acquireLease(on: stem + "2", until: clock.soon(0), free)
    let found = await fault { try await store.acquireLease(on: stem + "1", until: clock.soon(0), free) }
    #expect(found?.code == .busy)
    one.release()
    two.release()
  }

  @Test func `a link or a foreign folder is refused`() async throws {
    let fixture = try StoreFixture()
    mkdir(fixture.root + "/run", 0o700)
    mkdir(fixture.runtimeFolder, 0o700)
    symlink("/etc/passwd", fixture.runtimeFolder + "/a.lease")
    let store = fixture.store()
    #expect(
      await fault { try await store.acquireLease(on: "a", until: clock.soon(0), free) }?.code == .storeDamaged
    )
    chmod(fixture.runtimeFolder, 0o777)
    #expect(
      await fault { try await store.acquireLease(on: "b", until: clock.soon(0), free) }?.code == .storeForeign
    )
  }

  @Test(.enabled(if: access("/usr/bin/flock", X_OK) == 0, "flock(1) of util-linux is missing"))
  func `another process's lease is waited for and free when it dies`() async throws {
    let fixture = try StoreFixture()
    let store = fixture.store()
    try await store.acquireLease(on: "lock:front", until: clock.soon(0), free).release()
    let file = fixture.runtimeFolder + "/lock%3Afront.lease"
    // -o: the program that flock(1) starts does not hold the lock.
    let holder = try start(["/usr/bin/flock", "-o", file, "/bin/sleep", "30"])
    var found: Fault?
    for _ in 0..<400 where found == nil {
      found = await fault { try await store.acquireLease(on: "lock:front", until: clock.soon(0), free) }
      usleep(5000)
    }
    #expect(found?.code == .busy)
    let waiter = Task {
      try await fixture.store().acquireLease(on: "lock:front", until: clock.soon(10_000), free)
    }
    usleep(20_000)
    kill(holder, SIGKILL)
    waitpid(holder, nil, 0)
    try await waiter.value.release()
  }

  @Test func `64 toggles of one device at once are counted exactly`() async throws {
    let fixture = try StoreFixture()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask { try await toggle(fixture.store()) }
      }
      try await group.waitForAll()
    }
    let state = try #require(try fixture.store().device("vpn:work"))
    #expect(state.state == "off")
    #expect(state.note == "64")
  }

  @Test func `processes take turns`() async throws {
    let fixture = try StoreFixture()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [state = fixture.stateFolder as String, runtime = fixture.runtimeFolder as String] in
            let store = makeStore(state, runtime)
            for _ in 0..<21 { try await toggle(store) }
          }
        }
      }
    }
    let state = try #require(try fixture.store().device("vpn:work"))
    #expect(state.state == "on")
    #expect(state.note == "63")
  }
}

/// Turns the device over and counts in its note how often that was done.
private func toggle(_ store: SQLiteStore) async throws {
  let lease = try await store.acquireLease(
    on: "vpn:work", until: World.Clock.sleeping.soon(30_000), FixedCancellation())
  defer { lease.release() }
  let before = try store.device("vpn:work")
  let run = try store.beginRun(.sample("toggle-vpn"))
  try store.setDevice(
    "vpn:work",
    DeviceState(
      state: before?.state == "on" ? "off" : "on", since: WallTime(microseconds: 1),
      note: String((before.flatMap { Int($0.note) } ?? 0) + 1)))
  try store.finishRun(run, .sample())
}
