import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct VPNSessionTests {
  private let world = ScriptedWorld()
  private let handler = VPNSetHandler()

  private func rules(_ rules: SessionRule...) {
    world.change { $0.configuration = Configuration(vpn: VPNSettings(sessions: rules)) }
  }

  private static let quarter = SessionRule(
    profile: "demo:work", duration: .seconds(900), pause: .seconds(2700))

  private func set(_ state: String, session: Value? = nil) async throws -> IntentResult {
    var with: KeyValuePairs<String, Value> { ["profile": "work", "state": .string(state)] }
    var intent = definition("vpn.set", with: with)
    if let session { intent.with.append(("session", Template(written: session))) }
    return try await handler.answer(filled(intent, in: world), HandlerContext(world))
  }

  private func status() async throws -> IntentResult {
    let intent = definition("vpn.status", with: ["profile": "work"])
    return try await VPNStatusHandler().answer(
      filled(intent, in: world), HandlerContext(world))
  }

  private func honour() async throws -> [DueDeadlines.Honoured] {
    try await DueDeadlines.honour(world: world.world, cancellation: TestCancellation())
  }

  private func refusal(_ state: String = "on") async throws -> Fault? {
    do {
      _ = try await set(state)
      return nil
    } catch let failure as Failure {
      #expect(failure.status.code == 75)
      return failure.faults.first
    }
  }

  private func text(_ result: IntentResult) -> String {
    if case .text(let text)? = result.snippet.blocks.first { text } else { "" }
  }

  @Test func `a connection says how long it may last`() async throws {
    rules(Self.quarter)
    let result = try await set("on")
    #expect(text(result) == "Work VPN on tun7, since 12:30:00\n15 min left, until 12:45:00")
    #expect(result.value.at(["session", "secondsLeft"]) == 900)
    #expect(result.value.at(["session", "state"]) == "open")
    #expect(world.guardCalls == 1)
    world.pass(.milliseconds(60_500))
    #expect(text(try await status()).hasSuffix("\n14 min left, until 12:45:00"))
  }

  @Test(arguments: [(900, 2700), (2, 3)])
  func `the end brings it down, and the pause keeps it so`(duration: Int, pause: Int) async throws {
    rules(SessionRule(profile: "*", duration: .seconds(duration), pause: .seconds(pause)))
    _ = try await set("on")
    world.pass(.seconds(duration) - .milliseconds(1))
    #expect(try await honour().isEmpty)
    world.pass(.milliseconds(1))
    #expect(try await honour().map(\.deadline.resource) == ["vpn:demo:work"])
    #expect(try world.store.device("vpn:work")?.state == "disconnected")
    let after = try await status()
    #expect(after.dialog == "Not connected")
    #expect(text(after).contains("stopped: limit"))
    #expect(after.value.at(["session", "stopped"]) == "limit")
    world.pass(.seconds(pause) - .milliseconds(1500))
    let fault = try await refusal()
    #expect(fault?.code == .vpnPaused)
    #expect(fault?["retryAfter"] == .integer(2))
    #expect(fault?["left"] == "2 s")
    world.pass(.milliseconds(1500))
    #expect(try await set("on").dialog == "Connected")
    #expect(try await honour().isEmpty)
  }

  @Test func `connecting again within a session does not lengthen it`() async throws {
    rules(Self.quarter)
    _ = try await set("on")
    world.pass(.seconds(600))
    let down = try await set("off")
    #expect(text(down).contains("stopped: user, at 12:40:00"))
    #expect(try world.store.deadlines().isEmpty)
    let up = try await set("on")
    #expect(up.value.at(["session", "secondsLeft"]) == 300)
    _ = try await set("off")
    world.pass(.seconds(300))
    #expect(try await refusal()?["left"] == "45 min")
  }

  @Test func `a connect that fails opens no window`() async throws {
    rules(SessionRule(profile: "*", duration: .seconds(900), pause: .seconds(2700)))
    let intent = definition("vpn.set", with: ["profile": "broken", "state": "on"])
    let result = try await handler.answer(filled(intent, in: world), HandlerContext(world))
    #expect(result.isFailure)
    #expect(try world.store.window(of: "demo:broken") == nil)
    #expect(try world.store.deadlines().isEmpty)
  }

  @Test func `a definition only tightens`() async throws {
    rules(Self.quarter)
    let longer = try await set("on", session: .object(["duration": "PT1H", "pause": "PT1M"]))
    #expect(longer.value.at(["session", "secondsLeft"]) == 900)
    let shorter = try await set("on", session: .object(["duration": "PT5M", "pause": "PT2H"]))
    #expect(shorter.value.at(["session", "secondsLeft"]) == 300)
    world.pass(.seconds(300))
    #expect(try await honour().count == 1)
    #expect(try await refusal()?["left"] == "2 h")
  }

  @Test func `the strictest of the rules holds`() async throws {
    rules(
      Self.quarter, SessionRule(profile: "*", duration: .seconds(60), pause: .seconds(1)),
      SessionRule(profile: "demo:broken", duration: .seconds(1), pause: .seconds(1)))
    #expect(try await set("on").value.at(["session", "secondsLeft"]) == 60)
  }

  @Test(
    arguments: [(["premium"], true), (["premium2", "prem"], false), ([], false)] as [(Set<String>, Bool)])
  func `members of the exempt group have no window`(groups: Set<String>, isExempt: Bool) async throws {
    rules(SessionRule(profile: "*", duration: .seconds(60), pause: .seconds(60), exempt: "premium"))
    world.change { $0.groups = groups }
    let result = try await set("on")
    #expect((result.value.at(["session"]) == nil) == isExempt)
    #expect((try world.store.window(of: "demo:work") == nil) == isExempt)
    #expect(try world.store.deadlines().isEmpty == isExempt)
  }

  @Test func `a clock that is set back lengthens nothing, one set forward ends it`() async throws {
    rules(Self.quarter)
    _ = try await set("on")
    world.change { $0.wall = $0.wall + .seconds(-3600) }
    world.pass(.seconds(899))
    #expect(try await honour().isEmpty)
    #expect(try await status().value.at(["session", "secondsLeft"]) == 1)
    world.pass(.seconds(1))
    #expect(try await honour().count == 1)
    #expect(try await refusal()?["left"] == "45 min")
    world.pass(.seconds(2700))
    _ = try await set("on")
    world.change { $0.wall = $0.wall + .seconds(86_400) }
    #expect(try await honour().count == 1)
  }

  @Test func `after a start of the machine the dates count`() async throws {
    rules(Self.quarter)
    _ = try await set("on")
    world.change {
      $0.boot = "boot-2"
      $0.uptime = .seconds(1_000_000)
    }
    #expect(try await honour().isEmpty)
    #expect(try await status().value.at(["session", "secondsLeft"]) == 900)
    world.pass(.seconds(900))
    #expect(try await honour().count == 1)
  }

  @Test func `a late end does not touch a session that was begun anew`() async throws {
    rules(SessionRule(profile: "*", duration: .seconds(10), pause: .zero))
    _ = try await set("on")
    let old = try #require(try world.store.deadline(of: "vpn:demo:work"))
    world.pass(.seconds(10))
    _ = try await set("off")
    _ = try await set("on")
    #expect(try world.store.deadline(of: "vpn:demo:work") != old)
    #expect(try await honour().isEmpty)
    #expect(try world.store.device("vpn:work")?.state == "connected")
  }

  @Test func `a session that ends while it is being connected again is not resumed`() async throws {
    rules(Self.quarter)
    _ = try await set("on")
    _ = try await set("off")
    world.pass(.seconds(900) - .milliseconds(100) - DemoVPN.connectTime + .milliseconds(100))
    #expect(try await refusal()?.code == .vpnPaused)
    #expect(try world.store.device("vpn:work")?.state == "disconnected")
    #expect(try world.store.deadlines().isEmpty)
  }

  @Test func `a tunnel that is up without us meets the rule`() async throws {
    rules(Self.quarter)
    let events = TunnelEvents(world: world.world, cancellation: TestCancellation(), providers: [DemoVPN()])
    try world.store.setDevice("vpn:work", DeviceState(state: "connected", since: world.now))
    try await events.cameUp("work")
    #expect(try await status().value.at(["session", "secondsLeft"]) == 900)
    try await events.cameUp("work")
    world.pass(.seconds(900))
    #expect(try await honour().count == 1)
    try world.store.setDevice("vpn:work", DeviceState(state: "connected", since: world.now))
    try await events.cameUp("work")
    #expect(try await honour().count == 1)
    #expect(try world.store.device("vpn:work")?.state == "disconnected")
    try await events.cameUp("no such tunnel")
  }

  @Test func `who ended it is told apart`() async throws {
    rules(Self.quarter)
    _ = try await set("on")
    try world.store.setDevice("vpn:work", DeviceState(state: "disconnected", since: world.now))
    #expect(try await status().value.at(["session", "stopped"]) == "outside")
    let events = TunnelEvents(world: world.world, cancellation: TestCancellation(), providers: [DemoVPN()])
    try await events.wentDown("work")
    #expect(text(try await status()).contains("stopped: outside, noticed at 12:30:00"))
    #expect(try world.store.deadlines().isEmpty)
    _ = try await set("on")
    _ = try await set("off")
    try await events.wentDown("work")
    #expect(try await status().value.at(["session", "stopped"]) == "user")
  }

  @Test func `without a rule nothing is kept`() async throws {
    let result = try await set("on")
    #expect(result.value.at(["session"]) == nil)
    #expect(try world.store.deadlines().isEmpty)
    #expect(world.guardCalls == 0)
  }

  @Test func `a rule that is gone does not end a session begun since`() async throws {
    rules(Self.quarter)
    _ = try await set("on")
    rules()
    _ = try await set("off")
    _ = try await set("on")
    world.pass(.seconds(900))
    #expect(try await honour().isEmpty)
    #expect(try world.store.device("vpn:work")?.state == "connected")
  }

  @Test(arguments: [("duration", "soon"), ("duration", "PT0S"), ("length", "PT5M")])
  func `a session that is none is refused`(key: String, text: String) async throws {
    var session = ValueObject()
    session[key] = .string(text)
    do {
      _ = try await set("on", session: .object(session))
      Issue.record("was not refused")
    } catch let failure as Failure {
      #expect(failure.status.code == 65)
    }
  }
}
