import IntentCore
import TestSupport
import Testing

@testable import IntentPipeline

/// Where secrets come from, and what is said when they do not.
@Suite struct SecretReadingTests {
  static func world(
    _ secrets: [(name: String, secret: SecretReference)], files: [String: [UInt8]] = [:],
    variables: [String: String] = [:], _ script: ScriptedWorld
  ) -> World {
    var world = script.world
    world.configuration = { () throws(Failure) in Configuration(secrets: secrets) }
    world.files.readPrivate = { path, limit throws(Failure) in
      guard let bytes = files[path] else {
        throw Failure(.secretUnreadable, ["path": .text(path), "reason": "No such file or directory"])
      }
      return Array(bytes.prefix(limit))
    }
    world.machine.caller.variable = { variables[$0] }
    return world
  }

  static let withLimit: TimeLimit = { _, parent, work in await work(parent) }

  private func read(
    _ secret: SecretReference, file: [UInt8] = [], variables: [String: String] = [:],
    script: ScriptedWorld = ScriptedWorld()
  ) async -> Result<String, Failure> {
    let world = Self.world([("door", secret)], files: ["/s": file], variables: variables, script)
    let reading = SecretReading(world: world, withLimit: Self.withLimit, cancellation: TestCancellation())
    do throws(Failure) {
      return .success(try await reading.read(["door"])["door"]?.stringValue ?? "")
    } catch {
      return .failure(error)
    }
  }

  private func word(_ result: Result<String, Failure>) -> String {
    switch result {
    case .success(let text): return text
    case .failure(let failure):
      guard let fault = failure.faults.first, failure.faults.count == 1 else { return "\(failure)" }
      guard case .text(let reason)? = fault["reason"] else { return fault.code.id }
      return "\(fault.code.id) \(reason)"
    }
  }

  static let files: [(bytes: [UInt8], word: String)] = [
    (Array("1234\n".utf8), "1234"), (Array("1234\n\n".utf8), "1234\n"), (Array(" 12 ".utf8), " 12 "),
    (Array("123\n".utf8), "secret.invalid too-short"), ([0x0A], "secret.invalid empty"),
    ([], "secret.invalid empty"), (Array("12\u{0}34".utf8), "secret.invalid nul"),
    ([0x31, 0x32, 0x33, 0xFF], "secret.invalid encoding"),
    ([UInt8](repeating: 0x61, count: 65_536) + [0x0A], String(repeating: "a", count: 65_536)),
    ([UInt8](repeating: 0x61, count: 65_537), "secret.invalid too-long"),
    ([UInt8](repeating: 0x61, count: 1 << 20), "secret.invalid too-long"),
  ]

  @Test(arguments: files.indices) func `a file`(_ index: Int) async {
    #expect(word(await read(.file("/s"), file: Self.files[index].bytes)) == Self.files[index].word)
  }

  @Test func `a file that is not there or not named whole`() async {
    #expect(word(await read(.file("/none"))) == "secret.unreadable No such file or directory")
    #expect(word(await read(.file("s"))) == "secret.unreadable not-absolute")
  }

  @Test func `a variable`() async {
    #expect(word(await read(.environment("CODE"), variables: ["CODE": "4711"])) == "4711")
    #expect(word(await read(.environment("CODE"), variables: ["CODE": ""])) == "secret.unreadable not-set")
    #expect(word(await read(.environment("CODE"))) == "secret.unreadable not-set")
  }

  @Test func `a command gets little of the caller's`() async throws {
    let script = ScriptedWorld { script in
      script.executables = ["/usr/bin/pass"]
      script.caller.desktop = [("DISPLAY", ":0")]
      script.program = { _ in .success(ProcessOutcome(exit: .status(0), output: Array("hunter2\n".utf8))) }
    }
    let variables = ["GPG_TTY": "/dev/pts/1", "LD_PRELOAD": "x", "EDITOR": "vi"]
    #expect(
      word(await read(.command(["/usr/bin/pass", "show", "d"]), variables: variables, script: script))
        == "hunter2")
    let request = try #require(script.requests.first)
    #expect(request.executable == "/usr/bin/pass" && request.arguments == ["show", "d"])
    #expect(request.environment.map(\.name) == ["PATH", "HOME", "LANG", "DISPLAY", "GPG_TTY"])
    #expect(request.directory == "/home/ana" && request.input == nil)
  }

  @Test func `a command that fails tells nothing of what it wrote`() async throws {
    let script = ScriptedWorld { script in
      script.executables = ["/usr/bin/pass"]
      script.program = { _ in
        .success(
          ProcessOutcome(
            exit: .status(2), output: Array("hunter2\n".utf8),
            errors: Array("no key for aHVudGVyMg==, hunter2\n".utf8)))
      }
    }
    guard case .failure(let failure) = await read(.command(["/usr/bin/pass"]), script: script) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.status == .unavailable)
    #expect(failure.faults.first?["found"] == "no key for ***, ***")
    #expect(!"\(failure)".contains("hunter2"))
    #expect(word(await read(.command(["pass"]))) == "secret.command not-absolute")
    #expect(word(await read(.command(["/usr/bin/none"]))) == "secret.command not-executable")
  }

  @Test func `a command has half a minute`() async {
    let script = ScriptedWorld { script in
      script.executables = ["/usr/bin/pass"]
      script.program = { _ in .failure(CancellationReason.deadline(.seconds(30)).failure) }
    }
    #expect(word(await read(.command(["/usr/bin/pass"]), script: script)) == "secret.command too-slow")
  }

  @Test func `every fault comes at once, with its secret`() async {
    let world = Self.world([("a", .file("/none")), ("b", .environment("B"))], ScriptedWorld())
    let reading = SecretReading(world: world, withLimit: Self.withLimit, cancellation: TestCancellation())
    let failure = await #expect(throws: Failure.self) { _ = try await reading.read(["a", "b", "c"]) }
    #expect(failure?.faults.map { $0["name"] } == ["a", "b", "c"])
    #expect(failure?.faults.last?["path"] == "/home/ana/.config/runintent/config.json")
    #expect(failure?.status == .badDefinition)
  }
}
