import IntentCore
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct DoorCheckTests {
  private typealias Answer = ScriptedHome.Answer

  private func checks(_ home: ScriptedHome) async throws -> [DoorCheck] {
    var world = home.world.world
    world.secrets = { _, _ throws(Failure) in ["token": "long-secret-token"] }
    return try await DoorCheck.all(world)
  }

  @Test func `nothing is wrong where each door is known`() async throws {
    let home = ScriptedHome(["GET /api/states": [.states([("front", "jammed")])]])
    let check = try #require(try await checks(home).first)
    #expect(check.provider == "home")
    #expect(check.doors == ["front"])
    #expect(check.faults.isEmpty)
  }

  @Test func `a token that is refused is named once, and shown to nobody`() async throws {
    let home = ScriptedHome(
      doors: ["front", "back"],
      ["GET /api/states": [Answer(status: 401, body: "no token long-secret-token here")]])
    let faults = try await checks(home).flatMap(\.faults)
    #expect(faults.map(\.code) == [.httpTokenRefused])
    #expect(faults.first?["hint"] == "no token *** here")
  }

  @Test func `doors that are offline or missing are named`() async throws {
    let home = ScriptedHome(
      doors: ["front", "back"],
      [
        "GET /api/states": [.states([("front", "unavailable")])],
        "GET /api/config": [Answer(body: #"{"state":"RUNNING"}"#)],
      ])
    let faults = try await checks(home).flatMap(\.faults)
    #expect(faults.map(\.code) == [.lockOffline, .entityUnknown])
  }

  @Test func `the demo needs no look`() async throws {
    #expect(try await DoorCheck.all(ScriptedWorld().world).isEmpty)
  }
}
