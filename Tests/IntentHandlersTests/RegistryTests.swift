import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct RegistryTests {
  @Test func `every handler is found by its name`() {
    let all = HandlerRegistry.live.all()
    let names = all.map(\.descriptor.name)
    #expect(names.map { HandlerRegistry.live.find($0)?.descriptor.name } == names)
    #expect(HandlerRegistry.live.find("dialogue") == nil)
  }

  @Test(arguments: [
    ("vpn.profile", ["demo:work", "demo:broken"]), ("door", ["demo:front", "demo:back", "demo:shed"]),
  ])
  func `lists entities`(kind: String, ids: [String]) async throws {
    let entities = try await EntityLists.live.list(kind, ScriptedWorld().world)
    #expect(entities.map(\.id) == ids)
    #expect(entities.map(\.names) == ids.map { [$0.replacing("demo:", with: "")] })
  }

  @Test func `an unknown kind of entity is a failure`() async {
    await #expect(throws: Failure.self) {
      try await EntityLists.live.list("window", ScriptedWorld().world)
    }
  }
}
