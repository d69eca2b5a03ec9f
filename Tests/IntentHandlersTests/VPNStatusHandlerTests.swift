import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct VPNStatusHandlerTests {
  private let world = ScriptedWorld()

  private func status(_ profile: Value? = nil) async throws -> IntentResult {
    let intent = definition("vpn.status", with: profile.map { ["profile": $0] } ?? [:])
    return try await VPNStatusHandler().answer(
      filled(intent, in: world), HandlerContext(world))
  }

  private func connect(_ profile: String) throws {
    try world.store.setDevice("vpn:\(profile)", DeviceState(state: "connected", since: world.now))
  }

  @Test func `not connected at first`() async throws {
    let result = try await status()
    #expect(result.outcome == .neutral)
    #expect(result.dialog == "Not connected")
    #expect(result.snippet == Snippet([.text("Work VPN")]))
    #expect(result.isSimulated)
  }

  @Test func `tells of the one that is up`() async throws {
    try connect("broken")
    #expect(try await status().snippet == Snippet([.text("Broken VPN on tun8, since 12:30:00")]))
    #expect(try await status("demo:work").dialog == "Not connected")
  }

  @Test func `lists several`() async throws {
    try connect("work")
    try connect("broken")
    let result = try await status()
    #expect(result.dialog == "2 VPNs are connected.")
    #expect(result.value.at(["profiles", "1", "profile"]) == "broken")
  }

  @Test func `a store that cannot be read is a failure`() async throws {
    world.store.fail(with: Failure(.storeDamaged))
    let failure = await #expect(throws: Failure.self) { try await status() }
    #expect(failure?.status.code == 74)
  }
}
