import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct SystemDiskHandlerTests {
  private let world = ScriptedWorld { script in
    // 1000 used and 1000 reserved or free: df shows 1000 of 1900, rounded up.
    script.spaces["/data"] = FileSystemSpace(total: 2000, free: 1000, available: 900)
    script.spaces["/home/ana/work/sub"] = FileSystemSpace(total: 100, free: 100, available: 100)
    script.spaces["/proc"] = FileSystemSpace(total: 0, free: 0, available: 0)
  }

  private func answer(_ path: String, warn: Value? = nil) async throws -> IntentResult {
    let intent = definition(
      "system.disk", parameters: [.text("path"), Parameter(name: "warn")],
      with: ["path": "${path}", "warn": "${warn}"])
    var values: [(key: String, value: Value)] = [("path", .string(path))]
    if let warn { values.append(("warn", warn)) }
    let call = try await filled(intent, values, in: world)
    return try await SystemDiskHandler().answer(call, HandlerContext(world))
  }

  @Test func `counts as df does`() async throws {
    let result = try await answer("/data")
    #expect(result.dialog == "/data is 53 % full.")
    #expect(result.value.at(["percent"]) == 53)
    #expect(result.value.at(["used"]) == 1000)
    #expect(!result.isFailure)
  }

  @Test(arguments: [(52, true), (53, false), (90, false)])
  func `fails above the mark alone`(mark: Int, fails: Bool) async throws {
    let result = try await answer("/data", warn: .integer(mark))
    #expect(result.isFailure == fails)
    #expect(result.dialog == "/data is 53 % full.")
  }

  @Test func `sees a path from the caller's folder`() async throws {
    #expect(try await answer("sub").dialog == "sub is 0 % full.")
  }

  @Test func `an empty file system is not full`() async throws {
    #expect(try await answer("/proc").dialog == "/proc is 0 % full.")
  }

  @Test(arguments: ["/absent", ""])
  func `names a path that is not there`(path: String) async throws {
    let failure = await #expect(throws: Failure.self) { try await answer(path) }
    #expect(failure?.status.code == 66)
    #expect(failure?.faults.first?["path"] == .text(path))
  }
}
