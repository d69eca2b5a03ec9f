import IntentCore
import IntentPipeline
import Synchronization
import TestSupport

@testable import IntentHandlers

/// A Home Assistant that a test scripts: what it answers to each request, in turn; the last answer stays.
final class ScriptedHome: Sendable {
  struct Answer: Sendable {
    var status = 200
    var body = ""
    /// How long it takes.
    var after = Duration.zero
    var exit = 0
  }

  let world: ScriptedWorld
  private let answers: Mutex<[String: [Answer]]>
  private let asked = Mutex<[String]>([])

  /// - Parameters:
  ///   - doors: Names of doors; each has the entity `lock.NAME`.
  ///   - answers: By method and path, such as `GET /api/states/lock.front`.
  init(doors: [String] = ["front"], _ answers: [String: [Answer]]) {
    self.answers = Mutex(answers)
    world = ScriptedWorld { script in
      script.executables = ["/usr/bin/curl"]
      let configured = doors.map { name in
        ConfiguredDoor(
          name: name, provider: "home", type: "home-assistant", values: ["entity": .string("lock.\(name)")])
      }
      let provider = LockProviderSettings(
        name: "home", type: "home-assistant", values: ["url": "http://home.test", "token": "token"])
      script.configuration = Configuration(doors: DoorSettings(providers: [provider], doors: configured))
    }
    world.change { script in
      script.program = { [self] request in .success(outcome(of: request)) }
    }
  }

  /// The requests that came, as methods and paths.
  var requests: [String] { asked.withLock { $0 } }

  private func outcome(of process: ProcessRequest) -> ProcessOutcome {
    var (output, errors) = ("", "")
    let script = String(decoding: process.input ?? [], as: UTF8.self)
    for part in script.split(separator: "next\n") {
      var (method, path) = ("GET", "")
      for line in part.split(separator: "\n") {
        if line.hasPrefix("url = ") {
          path = "/" + line.dropLast().split(separator: "/").dropFirst(2).joined(separator: "/")
        }
        if line.hasPrefix("request = ") { method = String(line.dropFirst(11).dropLast()) }
      }
      let name = "\(method) \(path)"
      asked.withLock { $0.append(name) }
      let answer = answers.withLock { answers in
        let all = answers[name] ?? []
        if all.count > 1 { answers[name] = Array(all.dropFirst()) }
        return all.first ?? Answer(status: 404)
      }
      world.pass(answer.after)
      output += answer.body
      errors +=
        "\n#\t\(answer.status)\t\(answer.exit)\t0.001\tapplication/json\t\t\(answer.body.utf8.count)\t\n"
    }
    return ProcessOutcome(exit: .status(0), output: Array(output.utf8), errors: Array(errors.utf8))
  }

  func status(_ door: String? = nil) async throws -> IntentResult {
    let intent = definition("lock.status", with: door.map { ["door": .string($0)] } ?? [:])
    return try await LockStatusHandler(providers: DoorProviders(world: world.world)).answer(
      filled(intent, in: world), context)
  }

  func set(_ door: String, _ state: String, for time: String? = nil) async throws -> IntentResult {
    let intent =
      time.map {
        definition("lock.set", with: ["door": .string(door), "state": .string(state), "for": .string($0)])
      }
      ?? definition("lock.set", with: ["door": .string(door), "state": .string(state)])
    return try await LockSetHandler(providers: DoorProviders(world: world.world)).answer(
      filled(intent, in: world), context)
  }

  private var context: HandlerContext {
    var context = HandlerContext(world)
    context.secrets["token"] = "long-secret-token"
    return context
  }
}

extension ScriptedHome.Answer {
  /// A lock's state, with when it was told and when it became so, in seconds.
  static func state(
    _ state: String, of door: String = "front", told: Int = 0, changed: Int? = nil, format: String? = nil
  ) -> Self {
    Self(body: object(state, of: door, told: told, changed: changed, format: format))
  }

  static func states(_ states: [(door: String, state: String)]) -> Self {
    Self(body: "[\(states.map { object($0.state, of: $0.door) }.joined(separator: ","))]")
  }

  private static func object(
    _ state: String, of door: String, told: Int = 0, changed: Int? = nil, format: String? = nil
  ) -> String {
    let format = format.map { #""\#($0)""# } ?? "null"
    func moment(_ second: Int) -> String { "2026-11-30T09:30:\(second < 10 ? "0" : "")\(second).5+00:00" }
    return #"{"entity_id":"lock.\#(door)","state":"\#(state)","last_updated":"\#(moment(told))","#
      + #""last_changed":"\#(moment(changed ?? told))","attributes":{"code_format":\#(format)}}"#
  }
}
