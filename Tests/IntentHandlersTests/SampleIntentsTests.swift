import Foundation
import IntentCore
import IntentLoading
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct SampleIntentsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "intents")

  private static let ids = [
    "backup-folder", "disk-space", "door-status", "failed-services", "good-night", "hello", "is-up",
    "lock-door", "machine-load", "open-ports", "remind-me", "share-key", "show-status", "toggle-vpn",
    "unlock-door",
    "vpn-status",
  ]

  private func load(_ id: String) throws -> LoadedDefinition {
    let file = Self.folder.appending(path: "\(id).json")
    let source = SourceFile(
      displayPath: file.path(), path: file.path(), bytes: Array(try Data(contentsOf: file)))
    return try DefinitionReader.read(
      source, id: id, descriptors: { HandlerRegistry.live.find($0)?.descriptor },
      handlerNames: { HandlerRegistry.live.all().map(\.descriptor.name) })
  }

  @Test func `these are all`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    #expect(files.filter { $0.hasSuffix(".json") }.sorted() == Self.ids.map { "\($0).json" })
  }

  @Test(arguments: ids)
  func `loads without a warning and is fully described`(id: String) throws {
    let loaded = try load(id)
    #expect(loaded.warnings.isEmpty)
    let definition = loaded.definition
    #expect(definition.description?.hasSuffix(".") == true)
    #expect(definition.icon != nil)
    #expect(definition.category != nil)
    #expect(!definition.phrases.isEmpty)
    let summary = try #require(definition.summary)
    for parameter in definition.parameters where parameter.isRequired {
      #expect(summary.references.contains(.parameter(parameter.name, path: [])))
    }
  }

  /// The programs of the samples, where a machine usually has them.
  private let world = ScriptedWorld { script in
    script.executables = ["/usr/bin/curl", "/usr/bin/ss", "/usr/bin/systemctl", "/usr/bin/tar"]
    script.folders = ["/srv/a"]
  }

  private static let values: [String: [String: Value]] = [
    "unlock-door": ["door": "front"], "lock-door": ["door": "front"],
    "is-up": ["host": "example.com"], "backup-folder": ["folder": "/srv/a", "archive": "b"],
    "remind-me": ["text": "Tea"], "share-key": ["door": "front", "to": "Ana", "until": "4h"],
  ]

  private func capabilities(_ id: String) async throws -> [String] {
    let definition = try load(id).definition
    let script = Self.folder.appending(path: "scripts/machine-load.sh").path()
    world.change { $0.executables.insert(script) }
    let call = try await filled(definition, Self.values[id] ?? [:], in: world, entities: .live)
    let handler = try #require(HandlerRegistry.live.find(definition.handler))
    return try handler.capabilities(call).map { $0.text.replacing(Self.folder.path(), with: "intents") }
  }

  @Test(arguments: [
    ("hello", []), ("show-status", []), ("remind-me", []), ("disk-space", []), ("door-status", []),
    ("unlock-door", ["lock(unlock,demo,front)", "lock(lock,demo,front)"]),
    ("lock-door", ["lock(lock,demo,front)"]), ("is-up", ["exec(/usr/bin/curl)"]),
    ("share-key", ["key(share,demo,front)"]),
    ("open-ports", ["exec(/usr/bin/ss)"]), ("failed-services", ["exec(/usr/bin/systemctl)"]),
    ("backup-folder", ["exec(/usr/bin/tar)"]), ("machine-load", ["exec(intents/scripts/machine-load.sh)"]),
  ])
  func `touches no more than it says`(id: String, expected: [String]) async throws {
    #expect(try await capabilities(id) == expected)
  }

  @Test func `the simplest has eight lines`() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "hello.json"), encoding: .utf8)
    #expect(text.split(separator: "\n").count == 8)
  }
}
