import IntentCore
import IntentPipeline
import Synchronization
import TestSupport
import Testing

@testable import IntentHandlers

/// A provider that connects by itself and tells what was asked of it.
private final class WilfulVPN: VPNProvider {
  private struct State {
    var status = VPNStatus.State.connected
    var autoconnect = true
    var calls: [String] = []
    var connecting = 0
    var refuses = false
  }

  private let state = Mutex(State())

  let name = "demo"
  let isSimulated = true

  var calls: [String] { state.withLock { $0.calls } }
  var isAutomatic: Bool { state.withLock { $0.autoconnect } }

  func begin(connecting polls: Int) {
    state.withLock {
      $0.status = .connecting
      $0.connecting = polls
    }
  }

  func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

  func resources(of profile: String?) -> [String] { ["vpn:demo:work"] }
  func isInstalled(_ world: World) -> Bool { true }

  func readings(_ access: ProviderAccess) async throws(Failure) -> [VPNReading] {
    var readings: [VPNReading] = []
    for profile in DemoVPN.all {
      readings.append(VPNReading(profile: profile, status: state.withLock { VPNStatus(state: $0.status) }))
    }
    return readings
  }

  func status(of profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    state.withLock { state in
      if state.status == .connecting {
        state.connecting -= 1
        if state.connecting <= 0 { state.status = .connected }
      }
      return VPNStatus(state: state.status)
    }
  }

  func connect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    state.withLock {
      $0.status = .connected
      $0.calls.append("up")
    }
    return VPNStatus(state: .connected)
  }

  func disconnect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    let refuses = state.withLock { state in
      state.calls.append("down")
      if !state.refuses { state.status = .disconnected }
      return state.refuses
    }
    if refuses { throw Failure(.unavailable, ["name": "demo"]) }
    return .disconnected
  }

  func setAutoconnect(
    _ isOn: Bool, of profile: VPNProfile, _ access: ProviderAccess
  ) async throws(Failure) -> Bool {
    state.withLock { state in
      let changes = state.autoconnect != isOn
      state.autoconnect = isOn
      if changes { state.calls.append(isOn ? "automatic" : "manual") }
      return changes
    }
  }

  func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch { VPNWatch() }
}

@Suite struct SessionEndTests {
  private let world = ScriptedWorld {
    $0.configuration = Configuration(
      vpn: VPNSettings(sessions: [
        SessionRule(profile: "*", duration: .seconds(60), pause: .seconds(60))
      ]))
  }
  private let provider = WilfulVPN()

  private func end() async throws -> IntentResult? {
    let deadline = try #require(try world.store.deadline(of: "vpn:demo:work"))
    let end = SessionEnd(
      id: "work", provider: provider, access: ProviderAccess(world.world, TestCancellation()))
    return try await end.perform(deadline)
  }

  private func set(_ state: String) async throws -> IntentResult {
    let intent = definition("vpn.set", with: ["profile": "work", "state": .string(state)])
    return try await VPNSetHandler(providers: VPNProviders(world: world.world, simulated: provider)).answer(
      filled(intent, in: world), HandlerContext(world))
  }

  @Test func `autoconnect goes off first, and the next connect turns on what the guard turned off`()
    async throws
  {
    _ = try await set("on")
    world.pass(.seconds(60))
    #expect(try await end()?.dialog == "Not connected")
    #expect(provider.calls == ["manual", "down"])
    #expect(try world.store.window(of: "demo:work")?.clearedAutoconnect == true)
    world.pass(.seconds(60))
    _ = try await set("on")
    #expect(provider.calls == ["manual", "down", "up", "automatic"])
    #expect(try world.store.window(of: "demo:work")?.clearedAutoconnect == false)
    _ = try await set("off")
    _ = try await set("on")
    #expect(provider.calls.count { $0 == "automatic" } == 1)
  }

  @Test func `a connect under way is waited for`() async throws {
    _ = try await set("on")
    world.pass(.seconds(60))
    provider.begin(connecting: 5)
    let before = world.now
    _ = try await end()
    #expect(provider.calls == ["manual", "down"])
    #expect(world.now - before > .milliseconds(500))
  }

  @Test func `a tunnel that does not go down keeps its deadline`() async throws {
    _ = try await set("on")
    world.pass(.seconds(60))
    provider.refuse(true)
    await #expect(throws: Failure.self) { try await end() }
    #expect(try world.store.deadlines().count == 1)
    #expect(try world.store.window(of: "demo:work")?.clearedAutoconnect == true)
    provider.refuse(false)
    #expect(try await end() != nil)
    #expect(try world.store.deadlines().isEmpty)
    #expect(try world.store.window(of: "demo:work")?.clearedAutoconnect == true)
  }

  @Test func `a tunnel that is down already is only noted`() async throws {
    _ = try await set("on")
    _ = try await provider.disconnect(DemoVPN.all[0], ProviderAccess(HandlerContext(world)))
    world.pass(.seconds(60))
    #expect(try await end() == nil)
    #expect(try world.store.window(of: "demo:work")?.stop == .outside)
    #expect(try world.store.deadlines().isEmpty)
  }
}
