import IntentCore
import IntentPipeline
import TestSupport
import Testing

/// What was allowed once is allowed as it was shown, and nothing else is.
@Suite struct GateAllowanceTests {
  private static let front = Capability.network(scheme: "https", host: .exact("front"), port: 443)
  private static let open = Capability.network(scheme: "https", host: .any, port: 443)

  private static func allowance(
    bytes: [UInt8] = [0], path: String = GateWorld.path, file: [UInt8] = [1], _ capabilities: [Capability],
    _ values: ValueObject? = nil
  ) -> Allowance {
    let files = [TrustedFile(name: "x", path: "/same", contents: file)]
    return Allowance(
      trust: TrustRecord(path: path, source: bytes, files: files, recordedAt: GateWorld.now),
      capabilities: capabilities, values: values)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var allowance: Allowance
    var claims = [front]
    var decision: String
    var change: @Sendable (inout GateWorld) -> Void = { _ in }
  }

  static let cases: [Case] = [
    Case(testDescription: "what was shown", allowance: allowance([front]), decision: "allow"),
    Case(
      testDescription: "also before the values are known", allowance: allowance([front]), decision: "allow"
    ) {
      $0.hasOutput = true
    },
    Case(testDescription: "other bytes", allowance: allowance(bytes: [9], [front]), decision: "changed"),
    Case(
      testDescription: "another file", allowance: allowance(path: "/other", [front]), decision: "not-allowed"),
    Case(
      testDescription: "a file that changed", allowance: allowance(file: [9], [front]),
      decision: "file-changed"),
    Case(testDescription: "less than it needs", allowance: allowance([]), decision: "not-allowed"),
    Case(
      testDescription: "another thing of the kind",
      allowance: allowance([.network(scheme: "https", host: .exact("front.example"), port: 443)]),
      decision: "not-allowed"),
    Case(testDescription: "what is denied", allowance: allowance([front]), decision: "denied") {
      $0.rules = [GateWorld.rule(front, denies: true)]
    },
    Case(testDescription: "what others may write", allowance: allowance([front]), decision: "writable") {
      $0.isWritable = true
    },
    Case(testDescription: "what is not made for it", allowance: allowance([front]), decision: "mode") {
      $0.isMade = false
    },
    Case(testDescription: "what asks besides", allowance: allowance([front]), decision: "confirm") {
      $0.isAsking = true
    },
    Case(
      testDescription: "what a caller chooses, with the values that were shown",
      allowance: allowance([open], ValueObject()), claims: [open], decision: "allow"),
    Case(
      testDescription: "the same with no values shown", allowance: allowance([open]), claims: [open],
      decision: "not-allowed"),
    Case(
      testDescription: "the same with other values", allowance: allowance([open], ["host": "evil"]),
      claims: [open], decision: "not-allowed"),
    Case(
      testDescription: "what needs an authentication",
      allowance: allowance([GateWorld.door(.exact("front"))]),
      claims: [GateWorld.door(.exact("front"))], decision: "authenticate"),
  ]

  @Test(arguments: cases) func `allows once`(_ item: Case) async throws {
    var world = GateWorld(trust: .none, claims: item.claims)
    world.allowance = item.allowance
    item.change(&world)
    let resolved = try await GateWorld.resolved(world.definition)
    #expect(world.decision(resolved, try world.store()) == item.decision)
  }

  @Test func `is said in the journal`() async throws {
    var world = GateWorld(trust: .none, claims: [Self.front])
    world.allowance = Self.allowance([Self.front])
    let resolved = try await GateWorld.resolved(world.definition)
    guard case .ready(let invocation) = world.outcome(resolved, try world.store()) else {
      Issue.record("refused")
      return
    }
    #expect(invocation.rule == "allowed once")
  }
}

/// Who must prove who they are, and what they are told.
@Suite struct GateAuthenticationTests {
  private static let shell = Capability.elevate(.exact("/usr/bin/sh"))

  @Test func `an earlier grant names the command that would record the authentication`() async throws {
    var world = GateWorld(claims: [Self.shell])
    world.rules = [GateWorld.rule(Self.shell, proven: false)]
    let resolved = try await GateWorld.resolved(world.definition)
    guard case .needs(let questions) = world.outcome(resolved, try world.store()) else {
      Issue.record("not refused")
      return
    }
    let fault = try #require(Failure(unanswered: questions, intent: "do-it").faults.first)
    #expect(fault.code == .permissionDenied)
    #expect(fault["command"] == .list(["runintent", "allow", "do-it", "--unattended"]))
    #expect(fault["missing"] == .capabilities([Self.shell]))
  }

  @Test func `no command stands for what each run asks`() async throws {
    var world = GateWorld(claims: [])
    world.authentication = .required
    let resolved = try await GateWorld.resolved(world.definition)
    guard case .needs(let questions) = world.outcome(resolved, try world.store()) else {
      Issue.record("not refused")
      return
    }
    let fault = try #require(Failure(unanswered: questions, intent: "do-it").faults.first)
    #expect(fault["command"] == .list([]))
  }

  @Test func `a confirmation and an authentication are asked for together`() async throws {
    var world = GateWorld(claims: [])
    (world.authentication, world.isAsking) = (.required, true)
    let resolved = try await GateWorld.resolved(world.definition)
    guard case .needs(let questions) = world.outcome(resolved, try world.store()) else {
      Issue.record("not refused")
      return
    }
    #expect(questions.count == 2)
  }
}
