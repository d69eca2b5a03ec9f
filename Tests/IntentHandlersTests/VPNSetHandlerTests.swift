import IntentCore
import IntentPipeline
import JSONSchema
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct VPNSetHandlerTests {
  private let world = ScriptedWorld()
  private let handler = VPNSetHandler()
  private let intent = definition(
    "vpn.set",
    parameters: [
      Parameter(name: "profile", schema: Schema([.type([.string])]), entity: "vpn.profile"),
      .choice("state", ["toggle", "on", "off"]),
    ], with: ["profile": "${profile}", "state": "${state}"])

  private func set(
    _ values: KeyValuePairs<String, Value> = [:], cancellation: any Cancellation = TestCancellation()
  ) async throws -> IntentResult {
    try await handler.answer(
      filled(intent, values, in: world, entities: .live), HandlerContext(world, cancellation: cancellation))
  }

  @Test func `connects and says since when`() async throws {
    let before = world.now
    let result = try await set()
    #expect(result.outcome == .done)
    #expect(result.dialog == "Connected")
    #expect(result.symbol == Symbol("checkmark.shield", .green))
    #expect(result.snippet == Snippet([.text("Work VPN on tun7, since 12:30:00")]))
    #expect(result.value.at(["state"]) == "connected")
    #expect(result.value.at(["interface"]) == "tun7")
    #expect(result.value.at(["since"]) == "2026-11-30T12:30:00+03:00")
    #expect(result.isSimulated)
    #expect(world.now - before == DemoVPN.connectTime)
  }

  @Test func `a second toggle disconnects`() async throws {
    _ = try await set()
    let result = try await set()
    #expect(result.outcome == .neutral)
    #expect(result.dialog == "Not connected")
    #expect(result.symbol == Symbol("xmark.shield", .grey))
    #expect(result.value.at(["state"]) == "disconnected")
    #expect(try await set().dialog == "Connected")
  }

  @Test func `on twice stays as it is`() async throws {
    let first = try await set(["state": "on"])
    world.pass(.seconds(60))
    let second = try await set(["state": "on"])
    #expect(second.snippet == first.snippet)
    #expect(first.value.at(["changed"]) == true)
    #expect(second.value.at(["changed"]) == false)
    #expect(try await set(["state": "off", "profile": "work"]).dialog == "Not connected")
  }

  @Test func `a connection of another day shows its date`() async throws {
    _ = try await set()
    world.pass(.seconds(86_400))
    let result = try await set(["state": "on"])
    #expect(result.snippet == Snippet([.text("Work VPN on tun7, since 2026-11-30 12:30:00")]))
  }

  @Test func `the broken profile has no network`() async throws {
    let result = try await set(["profile": "broken", "state": "on"])
    #expect(result.outcome == .failed(Fault(.vpnNoNetwork, ["name": "Broken VPN"])))
    #expect(result.symbol == Symbol("exclamationmark.triangle", .red))
    #expect(result.dialog == "Broken VPN could not connect.")
    #expect(result.snippet == Snippet([.text("There is no network.")]))
    #expect(result.value.at(["state"]) == "disconnected")
    #expect(result.isSimulated)
  }

  @Test func `an interruption leaves it disconnected and says so`() async throws {
    let failure = await #expect(throws: Failure.self) {
      try await set(cancellation: TestCancellation(.signal(2)))
    }
    #expect(failure?.status.code == 130)
    #expect(
      failure?.faults.last
        == Fault(.vpnInterrupted, ["name": "Work VPN", "state": "disconnected"], severity: .warning))
    #expect(try await set(["state": "off"]).value.at(["changed"]) == false)
  }

  @Test func `several that are up must be told apart`() async throws {
    for profile in ["vpn:work", "vpn:broken"] {
      try world.store.setDevice(profile, DeviceState(state: "connected", since: world.now))
    }
    let failure = await #expect(throws: Failure.self) { try await set() }
    #expect(failure?.faults.first?.code == .entityAmbiguous)
    #expect(failure?.faults.first?["allowed"] == .list(["demo:work", "demo:broken"]))
  }

  @Test func `a definition's profile that is not there is named`() async throws {
    let wrong = definition("vpn.set", with: ["profile": "wrok"])
    let failure = await #expect(throws: Failure.self) {
      try await handler.answer(filled(wrong, in: world), HandlerContext(world))
    }
    #expect(failure?.status.code == 66)
    #expect(failure?.faults.first?["suggestion"] == "work")
  }

  @Test func `a state that is none is refused`() async throws {
    let wrong = definition("vpn.set", with: ["state": "sideways"])
    let failure = await #expect(throws: Failure.self) {
      try await handler.answer(filled(wrong, in: world), HandlerContext(world))
    }
    #expect(failure?.status.code == 65)
  }

  @Test(arguments: [
    ("toggle", ["vpn(up,demo,work)", "vpn(down,demo,work)"]), ("on", ["vpn(up,demo,work)"]),
    ("off", ["vpn(down,demo,work)"]),
  ])
  func `claims what it may do`(state: String, capabilities: [String]) async throws {
    let call = try await filled(
      intent, ["profile": "work", "state": .string(state)], in: world, entities: .live)
    #expect(try handler.capabilities(call).map(\.text) == capabilities)
    #expect(try handler.resources(call) == ["vpn:demo:work"])
  }

  @Test func `without a profile it needs them all`() async throws {
    let call = try await filled(intent, in: world)
    #expect(try handler.capabilities(call).map(\.text) == ["vpn(up,demo,work)", "vpn(down,demo,any)"])
    #expect(try handler.capabilities(call).allSatisfy { $0.permissionClass == .harmless })
    #expect(try handler.resources(call) == ["vpn:demo:work", "vpn:demo:broken"])
  }
}
