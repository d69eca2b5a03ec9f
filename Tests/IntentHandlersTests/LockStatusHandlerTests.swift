import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct LockStatusHandlerTests {
  private let world = ScriptedWorld()

  private func status(_ door: Value? = nil) async throws -> IntentResult {
    let intent = definition("lock.status", with: door.map { ["door": $0] } ?? [:])
    return try await LockStatusHandler().answer(
      filled(intent, in: world), HandlerContext(world))
  }

  private func set(_ door: String, _ state: String) throws {
    try world.store.setDevice("lock:\(door)", DeviceState(state: state, since: world.now))
  }

  @Test func `all doors are locked at first`() async throws {
    let result = try await status()
    #expect(result.outcome == .done)
    #expect(result.dialog == "All doors are locked.")
    #expect(result.value.arrayValue?.count == 3)
  }

  @Test func `names the doors that are not`() async throws {
    try set("back", "open")
    let result = try await status()
    #expect(result.outcome == .neutral)
    #expect(result.dialog == "Not locked: back door.")
  }

  @Test func `a list is as strict as a single question`() async throws {
    try set("shed", "jammed")
    try set("back", "odd")
    let result = try await status()
    #expect(result.isFailure)
    #expect(result.dialog == "Jammed: shed door. Not known: back door.")
  }

  @Test func `tells when a door locks again`() async throws {
    try set("front", "unlocked")
    try world.store.setDeadline(
      Deadline(resource: "lock:demo:front", action: "lock", due: world.now + .seconds(5)))
    let result = try await status("front")
    #expect(result.outcome == .neutral)
    #expect(result.dialog == "The front door is unlocked.")
    #expect(result.snippet == Snippet([.text("It locks again at 12:30:05.")]))
  }

  @Test(arguments: [
    ("jammed", FaultCode.lockJammed, "The shed door is jammed."),
    ("odd", FaultCode.lockUnknown, "The state of the shed door is not known."),
  ])
  func `a door that is neither is a failure`(state: String, code: FaultCode, dialog: String) async throws {
    try set("shed", state)
    let result = try await status("shed")
    guard case .failed(let fault) = result.outcome else {
      Issue.record("did not fail")
      return
    }
    #expect(fault.code == code)
    #expect(result.dialog == dialog)
    #expect(result.snippet == Snippet([.text("Try again, or look at the door.")]))
  }
}
