import IntentCore
import IntentPipeline
import JSONSchema
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct LockSetHandlerTests {
  private let world = ScriptedWorld()
  private let handler = LockSetHandler()
  private let unlockDoor = definition(
    "lock.set",
    parameters: [
      Parameter(name: "door", schema: Schema([.type([.string])]), isRequired: true, entity: "door"),
      .text("for"),
    ], with: ["door": "${door}", "state": "unlocked", "for": "${for}"])

  private func run(
    _ intent: IntentDefinition, _ values: KeyValuePairs<String, Value> = [:],
    cancellation: any Cancellation = TestCancellation()
  ) async throws -> IntentResult {
    try await handler.answer(
      filled(intent, values, in: world, entities: .live),
      HandlerContext(world, cancellation: cancellation))
  }

  private func unlock(
    _ values: KeyValuePairs<String, Value>, cancellation: any Cancellation = TestCancellation()
  ) async throws -> IntentResult {
    try await run(unlockDoor, values, cancellation: cancellation)
  }

  private func set(_ state: String, _ door: String = "front") async throws -> IntentResult {
    try await run(definition("lock.set", with: ["door": .string(door), "state": .string(state)]))
  }

  @Test(arguments: [
    ("unlocked", "The front door is unlocked.", "lock.open"),
    ("open", "The front door is open.", "lock.open"),
    ("locked", "The front door is locked.", "lock"),
  ])
  func `moves the bolt and says so`(state: String, dialog: String, symbol: String) async throws {
    let result = try await set(state)
    #expect(result.outcome == .done)
    #expect(result.dialog == dialog)
    #expect(result.symbol.name == symbol)
    #expect(result.value == .object(["door": "front", "state": .string(state), "confirmed": true]))
    #expect(result.isSimulated)
  }

  @Test func `unlocks for a while`() async throws {
    let result = try await unlock(["door": "front", "for": "30s"])
    #expect(result.dialog == "The front door is unlocked.")
    #expect(result.snippet == Snippet([.text("It locks again at 12:30:30.")]))
    #expect(result.value.at(["lockedAgainAt"]) == "2026-11-30T12:30:30+03:00")
    #expect(try world.store.deadline(of: "lock:demo:front")?.action == "lock")
  }

  @Test func `locking takes the deadline away`() async throws {
    _ = try await unlock(["door": "front", "for": "30s"])
    let result = try await set("locked")
    #expect(result.snippet.blocks.isEmpty)
    #expect(try world.store.deadline(of: "lock:demo:front") == nil)
  }

  @Test func `the last word on how long counts`() async throws {
    _ = try await unlock(["door": "front", "for": "30s"])
    #expect(
      try await unlock(["door": "front", "for": "1m"]).snippet
        == Snippet([.text("It locks again at 12:31:00.")]))
    #expect(try await unlock(["door": "front"]).snippet.blocks.isEmpty)
    #expect(try world.store.deadline(of: "lock:demo:front") == nil)
  }

  @Test func `the shed jams, and the figure is true`() async throws {
    let before = world.now
    let result = try await unlock(["door": "shed", "for": "30s"])
    #expect(result.isFailure)
    #expect(result.dialog == "The shed door is jammed.")
    #expect(
      result.snippet
        == Snippet([.text("The bolt did not move within 0.5 s. Try again, or look at the door.")]))
    #expect(world.now - before == .milliseconds(500))
    #expect(result.value == .object(["door": "shed", "state": "jammed", "confirmed": true]))
    #expect(try world.store.deadline(of: "lock:demo:shed") == nil)
  }

  @Test func `an interruption leaves the door and no deadline`() async throws {
    let failure = await #expect(throws: Failure.self) {
      try await unlock(["door": "front", "for": "30s"], cancellation: TestCancellation(.signal(15)))
    }
    #expect(failure?.status.code == 143)
    #expect(try world.store.deadline(of: "lock:demo:front") == nil)
    #expect(try DemoLock().state(of: DemoLock.all[0], world.world) == .locked)
  }

  @Test(arguments: ["soon", "0s", "-5s"])
  func `refuses a while that is none`(text: Value) async throws {
    let failure = await #expect(throws: Failure.self) { try await unlock(["door": "front", "for": text]) }
    #expect(failure?.status.code == 65)
  }

  @Test func `refuses to lock for a while`() async throws {
    let intent = definition("lock.set", with: ["door": "front", "state": "locked", "for": "30s"])
    let failure = await #expect(throws: Failure.self) { try await run(intent) }
    #expect(failure?.status.code == 65)
  }

  @Test func `has no toggle`() async throws {
    let failure = await #expect(throws: Failure.self) { try await set("toggle") }
    #expect(failure?.faults.first?["allowed"] == .list(["locked", "unlocked", "open"]))
  }

  @Test func `names a door that is not there`() async throws {
    let failure = await #expect(throws: Failure.self) { try await set("locked", "frnt") }
    #expect(failure?.status.code == 66)
    #expect(failure?.faults.first?["suggestion"] == "front")
  }

  @Test func `claims unlocking, and locking where a while can be given`() async throws {
    let call = try await filled(unlockDoor, ["door": "front"], in: world, entities: .live)
    #expect(
      try handler.capabilities(call).map(\.text) == ["lock(unlock,demo,front)", "lock(lock,demo,front)"])
    #expect(try handler.resources(call) == ["lock:demo:front"])
    let lock = definition("lock.set", with: ["door": "demo:back", "state": "locked"])
    #expect(try await handler.capabilities(filled(lock, in: world)).map(\.text) == ["lock(lock,demo,back)"])
  }

  @Test func `a free state claims all`() async throws {
    let free = definition(
      "lock.set", parameters: [.text("state")], with: ["door": "front", "state": "${state}"])
    let call = try await filled(free, ["state": "locked"], in: world)
    #expect(try handler.capabilities(call).count == 3)
  }
}
