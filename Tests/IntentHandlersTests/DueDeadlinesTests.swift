import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct DueDeadlinesTests {
  private let world = ScriptedWorld()

  private func honour() async throws -> [DueDeadlines.Honoured] {
    try await DueDeadlines.honour(world: world.world, cancellation: TestCancellation())
  }

  private func unlock(_ door: String) throws {
    try world.store.setDevice("lock:\(door)", DeviceState(state: "unlocked", since: world.now))
    try world.store.setDeadline(
      Deadline(resource: "lock:demo:\(door)", action: "lock", due: world.now + .seconds(30)))
  }

  @Test func `a door whose time has passed is locked`() async throws {
    try unlock("front")
    #expect(try await honour().isEmpty)
    world.pass(.seconds(30))
    let honoured = try await honour()
    #expect(honoured.count == 1)
    guard case .answered(let result)? = honoured.first?.outcome else {
      Issue.record("did not answer")
      return
    }
    #expect(result.dialog == "The front door is locked.")
    #expect(try world.store.device("lock:front")?.state == "locked")
    #expect(try await honour().isEmpty)
  }

  @Test func `a door that another run moves is left to it`() async throws {
    try unlock("front")
    world.pass(.seconds(31))
    let lease = try await world.store.acquireLease(
      on: "lock:demo:front", until: MonotonicTime(nanoseconds: 0), TestCancellation())
    #expect(try await honour().isEmpty)
    lease.release()
    #expect(try await honour().count == 1)
  }

  @Test func `a door that jams keeps its deadline and is named`() async throws {
    try unlock("shed")
    world.pass(.seconds(31))
    let honoured = try await honour()
    guard case .failed(let failure)? = honoured.first?.outcome else {
      Issue.record("did not fail")
      return
    }
    #expect(failure.faults.first?.code == .lockJammed)
    #expect(try world.store.deadline(of: "lock:demo:shed") != nil)
  }

  @Test func `what nobody knows is left alone`() async throws {
    try world.store.setDeadline(Deadline(resource: "oven:demo:kitchen", action: "off", due: world.now))
    #expect(try await honour().isEmpty)
    #expect(try world.store.deadlines().count == 1)
  }

  @Test func `a clock that is set back does not keep a door open`() async throws {
    let clock = world.world.clock
    try world.store.setDevice("lock:front", DeviceState(state: "unlocked", since: world.now))
    try world.store.setDeadline(
      Deadline(resource: "lock:demo:front", action: "lock", after: .seconds(30), clock))
    world.change { $0.wall = $0.wall + .seconds(-3600) }
    world.pass(.seconds(29))
    #expect(try await honour().isEmpty)
    world.pass(.seconds(1))
    #expect(try await honour().count == 1)
  }
}
