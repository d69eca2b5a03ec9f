import IntentCore
import IntentPipeline
import JSONSchema
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct KeyShareHandlerTests {
  private let world = ScriptedWorld()
  private let handler = KeyShareHandler()

  private static let shareKey = definition(
    "key.share",
    parameters: [
      Parameter(name: "door", schema: Schema([.type([.string])]), entity: "door"), .text("to"),
      .text("until"), .text("from"),
    ],
    with: [
      "door": "${door}", "to": "${to}", "until": "${until}", "from": "${from}", "uses": 2, "open": true,
    ], dialog: "Made ${result.value.key}")

  private static let values: KeyValuePairs<String, Value> = [
    "door": "back", "to": "Ana", "until": "4h", "from": "18:00",
  ]

  private var context: HandlerContext {
    var context = HandlerContext(world)
    context.world.keyMaterial = {
      KeyMaterial(
        random: { count throws(Failure) in (0..<count).map { UInt8($0) } },
        setting: { () throws(Failure) in Array("$".utf8) },
        hash: { secret, setting throws(Failure) in setting + Array(secret.utf8) })
    }
    return context
  }

  @Test func `it claims the door that it shares a key to`() async throws {
    let call = try await filled(Self.shareKey, Self.values, in: world, entities: .live)
    let claims = try handler.capabilities(call)
    #expect(claims.map(\.text) == ["key(share,demo,back)"])
    #expect(claims.map(\.needsAuthentication) == [true])
    #expect(!handler.takesKeys)
    let open = try await filled(
      definition("key.share", parameters: [.text("door")], with: ["door": "${door}"]),
      ["door": "demo:front"], in: world)
    let claimed = try handler.capabilities(open)
    #expect(claimed.map(\.isOpen) == [true])
  }

  @Test func `the answer shows the key, and the store has its hash alone`() async throws {
    let call = try await filled(Self.shareKey, Self.values, in: world, entities: .live)
    let result = try await handler.answer(call, context)
    #expect(result.dialog == "A key to the back door for Ana.")
    #expect(result.value.at(["key"]) == "01234.5678-9abc-defg-hjkm")
    #expect(result.value.at(["from"]) == "2026-11-30T18:00:00+03:00")
    #expect(result.value.at(["until"]) == "2026-11-30T22:00:00+03:00")
    let key = try #require(try world.store.keys().first)
    #expect(key.id == "01234" && key.uses == 2 && key.opens)
    #expect(key.door == KeyDoor(provider: "demo", id: "back"))
    #expect(key.state(at: world.now) == .early)
  }

  @Test func `a dialog that tells the key goes into the journal without it`() async throws {
    let call = try await filled(Self.shareKey, Self.values, in: world, entities: .live)
    let result = try await handler.answer(call, context).shaped(by: call)
    #expect(result.dialog == "Made 01234.5678-9abc-defg-hjkm")
    let report = RunReport(intent: "share-key", outcome: .answered(result), startedAt: world.now)
    #expect(RunEnd(report, at: world.now).dialog == "Made ***")
  }

  @Test(arguments: [
    ("nothing", "Ana", "4h", FaultCode.entityUnknown), ("back", "", "4h", .valueType),
    ("back", "A\nna", "4h", .valueType), ("back", "Ana", "soon", .valueType),
  ])
  func `what is said wrong makes no key`(
    _ door: String, _ name: String, _ until: String, _ code: FaultCode
  ) async throws {
    let failure = await #expect(throws: Failure.self) {
      _ = try await KeyOffer(
        door: door, to: name, opens: false, from: nil, until: until, uses: nil, world.world)
    }
    #expect(failure?.faults.map(\.code) == [code])
    let keys = try world.store.keys()
    #expect(keys.isEmpty)
  }
}
