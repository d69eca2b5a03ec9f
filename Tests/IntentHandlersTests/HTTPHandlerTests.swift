import IntentCore
import IntentPipeline
import Synchronization
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct HTTPHandlerTests {
  private let handler = HTTPHandler()

  /// A curl that answers in turn; the last answer stays.
  private static func world(_ answers: [String]) -> ScriptedWorld {
    let next = Mutex(0)
    return ScriptedWorld { script in
      script.executables = ["/usr/bin/curl"]
      script.program = { _ in
        let index = next.withLock { number in
          defer { number += 1 }
          return min(number, answers.count - 1)
        }
        let parts = answers[index].split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        return .success(
          ProcessOutcome(
            exit: .status(0), output: Array(parts[1].utf8), errors: Array("\n#\t\(parts[0])\n".utf8)))
      }
    }
  }

  /// Status, exit, seconds to connect, type, redirection, complaint.
  private static func answer(
    _ status: Int, _ body: String = "", exit: Int = 0, connected: Bool = true,
    type: String = "application/json",
    to: String = "", _ complaint: String = ""
  ) -> String {
    "\(status)\t\(exit)\t\(connected ? "0.001" : "0.000000")\t\(type)\t\(to)\t\(body.utf8.count)\t\(complaint)|\(body)"
  }

  private func run(
    _ with: KeyValuePairs<String, Value>, _ answers: [String]
  ) async throws -> (IntentResult, ScriptedWorld) {
    let world = Self.world(answers)
    let call = try await filled(definition("http", with: with), in: world)
    return (try await handler.answer(call, HandlerContext(world)), world)
  }

  private func text(_ world: ScriptedWorld) -> [String] {
    world.requests.map { String(decoding: $0.input ?? [], as: UTF8.self) }
  }

  @Test func `everything stands in what curl reads, and nothing in its arguments`() async throws {
    let (result, world) = try await run(
      [
        "url": "https://example.org/a?b=c", "method": "PUT", "headers": .object(["X-Odd": "a \"b\" \\ c"]),
        "body": .object(["on": true]), "timeout": "1500ms", "limit": 100,
      ], [Self.answer(200, #"{"a":1}"#)])
    #expect(result.value == .object(["a": 1]))
    let request = try #require(world.requests.first)
    #expect(request.arguments == ["-q", "--config", "-"])
    #expect(request.outputLimit == 100)
    #expect(request.descriptors == [HandedContents(number: 10, contents: Array(#"{"on":true}"#.utf8))])
    let script = text(world)[0]
    for line in [
      #"url = "https://example.org:443/a?b=c""#, #"request = "PUT""#, #"proto = "=https""#, "globoff",
      "path-as-is",
      #"max-time = "1.500""#, #"header = "X-Odd: a \"b\" \\ c""#,
      #"header = "Content-Type: application/json""#,
      #"data-binary = "@/dev/fd/10""#, #"max-filesize = "100""#,
    ] { #expect(script.contains("\(line)\n"), "\(line)") }
    #expect(!script.contains("location\n"))
  }

  @Test(arguments: ["a\nb", "a\rb", "a\u{0}b", "a\u{7F}"])
  func `a header ends no line`(value: String) async throws {
    let failure = await #expect(throws: Failure.self) {
      try await run(
        ["url": "https://example.org", "headers": .object(["X": .string(value)])], [Self.answer(200)])
    }
    #expect(failure?.status.code == 65)
  }

  @Test(arguments: ["X Y", "", "X:", "@x", "Host", "content-length", "Transfer-Encoding"])
  func `no header of the connection or of another form`(name: String) async throws {
    await #expect(throws: Failure.self) {
      try await run(["url": "https://example.org", "headers": .object([name: "x"])], [Self.answer(200)])
    }
  }

  @Test(arguments: [
    (answer(0, exit: 7, connected: false), FaultCode.httpUnreachable, 69),
    (answer(0, exit: 28, connected: false), .httpUnreachable, 69), (answer(0, exit: 60), .httpTLS, 69),
    (answer(0, exit: 28), .httpTimedOut, 1), (answer(0, exit: 52), .httpLost, 1),
    (answer(0, exit: 63), .httpTooLarge, 1), (answer(404), .httpStatus, 1), (answer(302), .httpStatus, 1),
    (answer(401), .httpTokenRefused, 78), (answer(403), .httpTokenRefused, 78),
    (answer(503), .httpUnavailable, 69),
    (answer(200, "{"), .httpBadJSON, 1), (answer(200, "{}"), .httpPointer, 1),
  ])
  func `each fault has its code`(answer: String, code: FaultCode, status: Int) async throws {
    let failure = await #expect(throws: Failure.self) {
      try await run(["url": "https://example.org", "pointer": "/a", "retries": 0], [answer])
    }
    #expect(failure?.faults.map(\.code) == [code])
    #expect(failure.map { Int($0.status.code) } == status)
  }

  @Test func `an answer that was too long is told as such, whatever curl says of it`() {
    var answer = HTTPAnswer()
    (answer.status, answer.exit, answer.wasConnected, answer.isCut) = (200, 28, true, true)
    #expect(answer.code == .httpTooLarge)
    answer.isCut = false
    #expect(answer.code == .httpTimedOut)
  }

  @Test func `expects the statuses that it is told`() async throws {
    #expect(
      try await run(["url": "https://a", "status": [404, 410]], [Self.answer(404, type: "")]).0.value == .null
    )
    await #expect(throws: Failure.self) {
      try await run(["url": "https://a", "status": 204], [Self.answer(200)])
    }
  }

  @Test func `the value is what the pointer leads to`() async throws {
    let (result, _) = try await run(
      ["url": "https://a", "pointer": "/a/1"], [Self.answer(200, #"{"a":[0,"x"]}"#, type: "text/plain")])
    #expect(result.value == "x")
    #expect(result.snippet == Snippet([.text("x")]))
  }

  @Test(arguments: [
    ("GET", 3), ("HEAD", 3), ("PUT", 3), ("DELETE", 3), ("POST", 1), ("PATCH", 1),
  ])
  func `sends again what may be done twice`(method: String, count: Int) async throws {
    let world = Self.world([Self.answer(503)])
    let call = try await filled(
      definition("http", with: ["url": "https://a", "method": .string(method)]), in: world)
    await #expect(throws: Failure.self) { try await handler.answer(call, HandlerContext(world)) }
    #expect(world.requests.count == count)
  }

  @Test func `waits longer each time, and stops when it is answered`() async throws {
    let world = Self.world([
      Self.answer(0, exit: 7, connected: false), Self.answer(502), Self.answer(200, "1"),
    ])
    let before = world.now
    let call = try await filled(definition("http", with: ["url": "https://a", "retries": 5]), in: world)
    #expect(try await handler.answer(call, HandlerContext(world)).value == 1)
    #expect(world.requests.count == 3)
    #expect(world.now - before == .milliseconds(750))
  }

  @Test func `refuses to send again what may not be done twice`() async throws {
    let world = Self.world([Self.answer(200)])
    let call = try await filled(
      definition("http", with: ["url": "https://a", "method": "POST", "retries": 1]), in: world)
    #expect(throws: Failure.self) { try handler.capabilities(call) }
  }

  @Test func `goes on only to places that are named, and without headers`() async throws {
    let moved = Self.answer(301, to: "https://b/x")
    let (result, world) = try await run(
      [
        "url": "https://a", "headers": .object(["Authorization": "Bearer t0ken"]), "redirects": ["https://b"],
      ],
      [moved, Self.answer(200, "1")])
    #expect(result.value == 1)
    #expect(text(world)[1].contains("https://b:443/x"))
    #expect(!text(world)[1].contains("t0ken"))
    for other in ["https://c", "http://b", "https://b:8443"] {
      await #expect(throws: Failure.self) {
        try await run(["url": "https://a", "redirects": [.string(other)]], [moved])
      }
    }
  }

  @Test func `reads back until it is so`() async throws {
    let (result, world) = try await run(
      [
        "url": "https://a/set", "method": "POST", "body": "on", "readBack": "https://a/state",
        "pointer": "/s",
        "until": "on",
      ],
      [
        Self.answer(202), Self.answer(200, #"{"s":"off"}"#), Self.answer(503),
        Self.answer(200, #"{"s":"on"}"#),
      ])
    #expect(result.value == "on")
    #expect(text(world).map { $0.contains("POST") } == [true, false, false, false])
    let failure = await #expect(throws: Failure.self) {
      try await run(
        ["url": "https://a", "readBack": "https://a/state", "pointer": "/s", "until": "on", "within": "2s"],
        [Self.answer(200), Self.answer(200, #"{"s":"off"}"#)])
    }
    #expect(failure?.faults.map(\.code) == [.httpNotConfirmed])
  }

  @Test(arguments: [
    ("https://example.org/${x}", ["net(https,example.org,443)"]),
    ("http://[::1]:8/${x}", ["net(http,::1,8)"]),
    ("https://${x}/a", ["net(https,any,443)"]), ("https://${x}.example.org:99/", ["net(https,any,99)"]),
    ("${x}", ["net(https,any,443)"]), ("https://example.org${x}", ["net(https,any,443)"]),
  ])
  func `claims the place, or any where a caller may choose`(url: String, texts: [String]) async throws {
    let world = Self.world([Self.answer(200)])
    let intent = definition("http", parameters: [.text("x")], with: ["url": .string(url)])
    let call = try await filled(intent, ["x": "ex.org"], in: world)
    #expect(try handler.capabilities(call).map(\.text) == texts)
  }

  @Test func `a value is a part of the path and nothing else`() async throws {
    let world = Self.world([Self.answer(200)])
    let intent = definition("http", parameters: [.text("x")], with: ["url": "https://example.org/a/${x}"])
    let call = try await filled(intent, ["x": "../b?c#d\n\"e"], in: world)
    _ = try await handler.answer(call, HandlerContext(world))
    #expect(text(world)[0].contains(#"url = "https://example.org:443/a/..%2Fb%3Fc%23d%0A%22e""#))
    let dots = try await filled(intent, ["x": ".."], in: world)
    await #expect(throws: Failure.self) { try await handler.answer(dots, HandlerContext(world)) }
  }

  @Test(arguments: ["ftp://example.org", "https://u:p@example.org", "example.org", "https://example.org/#x"])
  func `refuses what is no address`(url: Value) async throws {
    let world = Self.world([Self.answer(200)])
    let call = try await filled(definition("http", with: ["url": url]), in: world)
    let failure = #expect(throws: Failure.self) { try handler.capabilities(call) }
    #expect(failure?.faults.map(\.code) == [.httpAddress])
  }
}
