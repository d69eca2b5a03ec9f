import Foundation
import IntentCore
import JSONSchema
import Testing

@testable import IntentLoading

/// Runs the public JSON Schema tests (draft 2020-12) of the keywords that definitions have. The folder is
/// `RUNINTENT_CONFORMANCE`, or `shared/conformance` in a folder above the checkout.
@Suite struct SchemaConformanceTests {
  private static var folder: URL? {
    if let path = ProcessInfo.processInfo.environment["RUNINTENT_CONFORMANCE"] {
      return URL(filePath: path).appending(path: "json-schema")
    }
    var place = URL(filePath: #filePath)
    while place.path != "/" {
      place = place.deletingLastPathComponent()
      let folder = place.appending(path: "shared/conformance/json-schema")
      if FileManager.default.fileExists(atPath: folder.path) { return folder }
    }
    return nil
  }

  @Test func everyTestOfOurKeywordsPasses() throws {
    guard let folder = Self.folder else {
      print("skipped: the JSON Schema conformance tests are not beside this checkout")
      return
    }
    var tally = Tally()
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    for file in files {
      let name = file.deletingPathExtension().lastPathComponent
      let bytes = tally.replacingNul(in: try String(contentsOf: file, encoding: .utf8))
      let document = try JSONDocument(bytes: bytes, file: name, limits: .data)
      guard case .array(let groups) = document.root.kind else {
        Issue.record("\(name) holds no list")
        continue
      }
      for group in groups { tally.run(group, of: document, file: name) }
    }
    print(
      "JSON Schema conformance: \(tally.passed) tests of \(tally.groups) groups in \(files.count) files pass")
    print("NUL, which no document may hold, was read as \\u0001 in \(tally.replaced) places")
    print("refused groups: \(tally.refused.count)")
    for group in tally.refused { print("  \(group)") }
    #expect(tally.passed > 1000)
  }

  private struct Tally {
    var groups = 0
    var passed = 0
    var refused: [String] = []
    var replaced = 0

    mutating func replacingNul(in text: String) -> [UInt8] {
      let parts = text.components(separatedBy: #"\u0000"#)
      replaced += parts.count - 1
      return Array(parts.joined(separator: #"\u0001"#).utf8)
    }

    mutating func run(_ group: JSONNode, of document: JSONDocument, file: String) {
      let name = group["description"]?.value.stringValue ?? ""
      guard let node = group["schema"], case .array(let tests) = group["tests"]?.kind else { return }
      let schema: Schema
      do throws(Failure) {
        schema = try Self.schema(node, of: document)
      } catch {
        let keys = Set(error.faults.compactMap { Self.refusedKey($0) })
        if keys.count == 0 || error.faults.contains(where: { $0.code != .definitionUnknownKey }) {
          Issue.record("\(file): \(name): \(error.faults)")
        }
        refused.append("\(file): \(name) (\(keys.sorted().joined(separator: ", ")); \(tests.count) tests)")
        return
      }
      groups += 1
      for test in tests {
        guard let data = test["data"]?.value, let isValid = test["valid"]?.value.booleanValue else {
          continue
        }
        let faults = schema.faults(for: data, name: "data")
        let what = "\(file): \(name): \(test["description"]?.value.stringValue ?? "")"
        #expect(faults.isEmpty == isValid, "\(what)")
        #expect(schema.accepts(data) == isValid, "\(what)")
        if faults.isEmpty == isValid { passed += 1 }
      }
    }

    /// Reads the schema that stands at a node of a document.
    private static func schema(_ node: JSONNode, of document: JSONDocument) throws(Failure) -> Schema {
      var log = ReadingLog(document: document)
      var node = node
      if case .object(let members) = node.kind { node.kind = .object(members.filter { $0.key != "$schema" }) }
      let schema = SchemaReader.schema(JSONMember(key: "schema", keySpan: node.span, node: node), &log)
      if !log.errors.isEmpty { throw log.failure }
      return schema
    }

    private static func refusedKey(_ fault: Fault) -> String? {
      if case .text(let key) = fault["key"] { key } else { nil }
    }
  }
}
