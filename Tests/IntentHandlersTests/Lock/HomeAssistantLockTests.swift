import IntentCore
import TestSupport
import Testing

@testable import IntentHandlers

/// What is said of a door of Home Assistant is what is.
@Suite struct HomeAssistantLockTests {
  private typealias Answer = ScriptedHome.Answer

  private static let front = "GET /api/states/lock.front"
  private static let unlock = "POST /api/services/lock/unlock"
  private static let lock = "POST /api/services/lock/lock"

  private func fault(_ result: IntentResult) -> Fault? {
    if case .failed(let fault) = result.outcome { fault } else { nil }
  }

  @Test(arguments: ["unavailable", "unknown", "locking", "unlocking"])
  func `a state that is there and then is not known is none`(word: String) async throws {
    let home = ScriptedHome(
      [
        Self.lock: [Answer()],
        Self.front: [.state("unlocked", told: 1), .state("locked", told: 2), .state(word, told: 3)],
      ])
    let deadline = Deadline(resource: "lock:home:front", action: "lock", due: home.world.now + .seconds(60))
    try home.world.store.setDeadline(deadline)
    let result = try await home.set("front", "locked")
    #expect(fault(result)?.code == .lockUnknown)
    #expect(result.value.at(["state"])?.stringValue == (word.hasSuffix("ing") ? "moving" : word))
    #expect(try home.world.store.deadline(of: "lock:home:front") == deadline)
  }

  @Test func `a bolt that moves again is read on`() async throws {
    let home = ScriptedHome(
      [
        Self.lock: [Answer()],
        Self.front: [
          .state("unlocked", told: 1), .state("locked", told: 2), .state("locking", told: 3),
          .state("locking", told: 3), .state("locked", told: 4),
        ],
      ])
    #expect(try await home.set("front", "locked").dialog == "The front door is locked.")
  }

  @Test func `a report older than the answer does not undo it`() async throws {
    let home = ScriptedHome(
      [
        Self.unlock: [Answer()],
        Self.front: [.state("locked", told: 1), .state("unlocked", told: 3), .state("locked", told: 2)],
      ])
    let result = try await home.set("front", "unlocked")
    #expect(result.outcome == .done)
    #expect(result.value.at(["confirmed"]) == true)
  }

  @Test func `a report newer than the answer undoes it`() async throws {
    let home = ScriptedHome(
      [
        Self.unlock: [Answer()],
        Self.front: [.state("locked", told: 1), .state("unlocked", told: 3), .state("locked", told: 4)],
      ])
    #expect(fault(try await home.set("front", "unlocked"))?.code == .lockBounced)
  }

  @Test(arguments: [true, false])
  func `a bolt that jams anew is told at once`(isSeenMoving: Bool) async throws {
    let moving: [Answer] = isSeenMoving ? [.state("locking", told: 2)] : []
    let home = ScriptedHome(
      [
        Self.lock: [Answer(after: .seconds(2))],
        Self.front: [.state("jammed", told: 1)] + moving + [.state("jammed", told: 4)],
      ])
    let before = home.world.now
    #expect(fault(try await home.set("front", "locked"))?.code == .lockJammed)
    #expect(home.world.now - before < .seconds(3))
  }

  @Test(arguments: [500, 400])
  func `a lock that wants a code says so at once`(status: Int) async throws {
    let home = ScriptedHome(
      [
        Self.unlock: [Answer(status: status, body: #"{"message":"Code does not fit"}"#)],
        Self.front: [.state("locked", format: "^\\\\d{4}$")],
      ])
    let before = home.world.now
    let fault = try #require(fault(try await home.set("front", "unlocked")))
    #expect(fault.code == .lockRefused)
    #expect(fault["reason"] == "code")
    #expect(fault["format"] == .text("^\\d{4}$"))
    #expect(fault["hint"] == "Code does not fit")
    #expect(home.world.now - before < .seconds(1))
    #expect(home.requests.count { $0.hasPrefix("POST") } == 1)
  }

  @Test func `a service that fails is told in its own words, and the promise stays`() async throws {
    let home = ScriptedHome(
      [Self.unlock: [Answer(status: 500, body: "boom:\nno radio")], Self.front: [.state("locked")]])
    let result = try await home.set("front", "unlocked", for: "30s")
    #expect(fault(result)?.code == .lockRefused)
    #expect(fault(result)?["reason"] == "boom: no radio")
    #expect(result.value.at(["state"]) == "unknown")
    #expect(try home.world.store.deadline(of: "lock:home:front") != nil)
  }

  @Test func `a proxy that is not ready is told at once`() async throws {
    let home = ScriptedHome(
      [Self.unlock: [Answer(status: 503, body: "busy")], Self.front: [.state("locked")]])
    let failure = await #expect(throws: Failure.self) { try await home.set("front", "unlocked") }
    #expect(failure?.status.code == 69)
    #expect(failure?.faults.first?.code == .httpUnavailable)
    #expect(failure?.faults.first?["hint"] == "busy")
  }

  @Test func `a gateway that gave up leaves the word to the bolt`() async throws {
    let home = ScriptedHome(
      [
        Self.unlock: [Answer(status: 504)],
        Self.front: [.state("locked", told: 1), .state("locked", told: 1), .state("unlocked", told: 2)],
      ])
    #expect(try await home.set("front", "unlocked").outcome == .done)
  }

  @Test func `while it starts, no entity is unknown`() async throws {
    let home = ScriptedHome(
      ["GET /api/config": [Answer(body: #"{"state":"STARTING"}"#)], "GET /api/states": [Answer(body: "[]")]])
    for failure in [
      await #expect(throws: Failure.self) { try await home.status("front") },
      await #expect(throws: Failure.self) { try await home.status() },
      await #expect(throws: Failure.self) { try await home.set("front", "locked") },
    ] {
      #expect(failure?.faults.first?.code == .httpUnavailable)
      #expect(failure?.faults.first?["reason"] == "STARTING")
    }
    let found = ScriptedHome(
      doors: [],
      ["GET /api/config": [Answer(body: #"{"state":"STARTING"}"#)], "GET /api/states": [Answer(body: "[]")]])
    let failure = await #expect(throws: Failure.self) { try await found.status() }
    #expect(failure?.faults.first?.code == .httpUnavailable)
  }

  @Test func `an entity that is not there once it runs is unknown`() async throws {
    let home = ScriptedHome(
      [
        "GET /api/config": [Answer(body: #"{"state":"RUNNING"}"#)],
        "GET /api/states": [.states([("frnt", "locked")])],
      ])
    let failure = await #expect(throws: Failure.self) { try await home.status("front") }
    #expect(failure?.faults.first?.code == .entityUnknown)
    #expect(failure?.faults.first?["suggestion"] == "lock.frnt")
    let all = await #expect(throws: Failure.self) { try await home.status() }
    #expect(all?.faults.first?.code == .entityUnknown)
  }

  @Test func `a list is as strict as a single question`() async throws {
    let home = ScriptedHome(
      doors: ["a", "b", "c", "d", "e", "f"],
      [
        "GET /api/states": [
          .states([
            ("a", "locked"), ("b", "unknown"), ("c", "unavailable"), ("d", "jammed"), ("e", "unlocked"),
            ("f", "locking"),
          ])
        ]
      ])
    let result = try await home.status()
    #expect(fault(result)?.code == .lockJammed)
    #expect(
      result.dialog
        == "Jammed: d door. Not locked: e door. Moving: f door. Offline: c door. Not known: b door.")
    let values = result.value.arrayValue ?? []
    #expect(
      values.map { $0.at(["state"])?.stringValue }
        == ["locked", "unknown", "unavailable", "jammed", "unlocked", "moving"])
    #expect(values.map { $0.at(["confirmed"]) } == [true, false, false, true, true, true])
    #expect(Set(result.warnings.map(\.code)) == [.lockUnknown, .lockOffline])
  }

  @Test(arguments: [
    ("unknown", FaultCode.lockUnknown, "The state of the front door is not known."),
    ("jammed", .lockJammed, "The front door is jammed."),
  ])
  func `one door, and a list of it, say the same`(word: String, code: FaultCode, dialog: String) async throws
  {
    let home = ScriptedHome([Self.front: [.state(word)], "GET /api/states": [.states([("front", word)])]])
    let single = try await home.status("front")
    #expect(fault(single)?.code == code)
    #expect(single.dialog == dialog)
    #expect(fault(try await home.status())?.code == code)
  }

  @Test func `a door that is offline is no answer about a door`() async throws {
    let home = ScriptedHome(
      [Self.front: [.state("unavailable")], "GET /api/states": [.states([("front", "unavailable")])]])
    let failure = await #expect(throws: Failure.self) { try await home.status("front") }
    #expect(failure?.faults.first?.code == .lockOffline)
    let list = try await home.status()
    #expect(fault(list)?.code == .lockOffline)
    #expect(list.dialog == "Offline: front door.")
  }

  @Test func `a door that moves is neither locked nor a failure`() async throws {
    let home = ScriptedHome([Self.front: [.state("locking")]])
    let result = try await home.status("front")
    #expect(result.outcome == .neutral)
    #expect(result.dialog == "The front door is moving.")
  }
}
