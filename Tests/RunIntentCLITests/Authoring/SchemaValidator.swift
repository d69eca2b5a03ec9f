import Foundation
import IntentCore
import IntentHandlers
import IntentLoading
import IntentPipeline
import TestSupport

/// Definitions judged by an independent validator, and by our reader.
enum SchemaValidator {
  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    work = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(work["schema"])
    validator = Draft202012Validator(work["schema"])
    print(json.dumps([
        [error.json_path + ": " + error.message[:200] for error in validator.iter_errors(instance)]
        for instance in work["instances"]]))
    """

  /// The complaints about each text under the shipped schema; none for one that is valid.
  static func complaints(
    _ texts: [String], of file: String = "intent.schema.json"
  ) throws -> [[String]] {
    let schema = try Repository.text("intents/schema/\(file)")
    let input = #"{"schema": \#(schema), "instances": [\#(texts.joined(separator: ","))]}"#
    let output = try TestTool.jsonschema.run(
      ["venv/bin/python", "-c", script], input: Data(input.utf8))
    return try JSONDecoder().decode([[String]].self, from: output)
  }

  /// The errors that the reader finds, by their codes.
  static func errors(_ text: String) -> [FaultCode] {
    let file = SourceFile(displayPath: "x.json", path: "/x.json", bytes: Array(text.utf8))
    do throws(Failure) {
      _ = try DefinitionReader.read(
        file, id: "x", descriptors: { HandlerRegistry.live.find($0)?.descriptor },
        handlerNames: { HandlerRegistry.live.all().map(\.descriptor.name) })
      return []
    } catch {
      return error.faults.filter { $0.severity == .error }.map(\.code)
    }
  }

  /// Whether a text is JSON at all, by our strict grammar.
  static func isJSON(_ text: String) -> Bool {
    (try? JSONDocument(bytes: Array(text.utf8), file: "", limits: .definition)) != nil
  }
}

/// A definition that stands in some golden case.
struct DefinitionFixture: Sendable, CustomStringConvertible {
  var name: String
  var text: String

  var description: String { name }

  static let all: [DefinitionFixture] = GoldenCase.all.flatMap { name -> [DefinitionFixture] in
    guard let text = try? String(contentsOf: GoldenCase.url(name), encoding: .utf8) else { return [] }
    return GoldenCase(text).sections.compactMap { section in
      guard section.kind == "file", section.header.count > 1, section.header[1].hasSuffix(".json"),
        !section.header[1].hasSuffix("/config.json"), section.header[1] != "use.json",
        SchemaValidator.isJSON(section.body)
      else { return nil }
      return DefinitionFixture(name: "\(name): \(section.header[1])", text: section.body)
    }
  }
}
