import Foundation
import TestSupport
import Testing

/// What an editor offers, shows and underlines with the schema, asked of the language service that VS Code
/// edits JSON with.
@Suite(
  .enabled(if: TestTool.languageService.isReady, "node or monaco-qt of PyPI is not there"))
struct SchemaEditorTests {
  private struct Answer: Decodable {
    /// The words offered where the bar stands.
    var candidates: [String]
    var hover: String
    var problems: [String]
  }

  /// Calls the worker as Monaco does, which is the editor of VS Code.
  private static let script = """
    const fs = require("fs");
    let exported;
    global.define = (name, dependencies, factory) => { exported = factory(() => ({})); };
    require(process.cwd() + "/" + process.argv[1]);
    const work = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
    (async () => {
      const answers = [];
      for (const text of work.instances) {
        const at = text.indexOf("|");
        const value = text.replace("|", "");
        const uri = "file:///x.json";
        const model = { uri: { toString: () => uri }, version: 1, getValue: () => value };
        const worker = exported.create({ getMirrorModels: () => [model] }, {
          languageId: "json", enableSchemaRequest: false, languageSettings: { validate: true,
            schemas: [{ uri: "urn:schema", fileMatch: ["*"], schema: work.schema }] } });
        const position = { line: 0, character: at };
        const list = await worker.doComplete(uri, position);
        const hover = await worker.doHover(uri, position);
        const problems = await worker.doValidation(uri);
        answers.push({ candidates: list.items.map(item => item.label),
          hover: hover ? [].concat(hover.contents).map(c => c.value ?? c).join(" ") : "",
          problems: problems.map(problem => problem.message) });
      }
      console.log(JSON.stringify(answers));
    })();
    """

  private static func ask(_ texts: [String]) throws -> [Answer] {
    // The worker in this package is of 2022 and judges nothing by a schema that says draft 2020-12, of which ours
    // uses little that draft 7 does not have.
    let schema = try JSONSerialization.jsonObject(
      with: Data(
        Repository.text("intents/schema/intent.schema.json").replacing(
          "https://json-schema.org/draft/2020-12/schema", with: "http://json-schema.org/draft-07/schema#"
        ).utf8))
    let input = try JSONSerialization.data(withJSONObject: ["schema": schema, "instances": texts])
    let output = try TestTool.languageService.run(["node", "-e", script, "jsonWorker.js"], input: input)
    return try JSONDecoder().decode([Answer].self, from: output)
  }

  private static let completions: [(text: String, offered: Set<String>, isAll: Bool)] = [
    (
      #"{ "title": "T", | }"#,
      [
        "$schema", "description", "summary", "icon", "category", "phrases", "keywords", "hidden",
        "search", "suggest", "parameters", "required", "handler", "with", "result", "modes", "authentication",
        "confirm", "limits",
        "uses", "sandbox", "idempotent",
      ], true
    ),
    (
      #"{ "handler": | }"#,
      [
        #""dialog""#, #""command""#, #""notify""#, #""system.status""#, #""system.disk""#, #""vpn.set""#,
        #""lock.set""#,
      ], false
    ),
    (#"{ "handler": "command", "with": { | } }"#, ["run", "stdin", "cwd", "env", "descriptors"], true),
    (#"{ "handler": "dialog", "with": { | } }"#, ["text", "detail", "value"], true),
    (#"{ "handler": "vpn.set", "with": { "state": | } }"#, [#""toggle""#, #""on""#, #""off""#], false),
    (
      #"{ "handler": "dialog", "parameters": { "a": { | } } }"#,
      ["type", "enum", "default", "entity", "prompt", "position", "short", "secret", "input", "format"], false
    ),
    (
      #"{ "parameters": { "a": { "format": | } } }"#,
      [#""date""#, #""date-time""#, #""duration""#, #""email""#, #""uuid""#], false
    ),
    (#"{ "parameters": { "a": { "entity": | } } }"#, [#""vpn.profile""#, #""door""#], false),
    (#"{ "limits": { | } }"#, ["timeout", "concurrency"], true),
    (
      #"{ "limits": { "concurrency": | } }"#, [#""single""#, #""queue""#, #""restart""#, #""parallel""#], true
    ),
    (#"{ "result": { | } }"#, ["parse", "dialog", "snippet", "value"], true),
  ]

  @Test func `keys and values are completed, and those of with by the handler`() throws {
    for (expected, answer) in zip(Self.completions, try Self.ask(Self.completions.map(\.text))) {
      let offered = Set(answer.candidates)
      #expect(
        expected.isAll ? offered == expected.offered : expected.offered.isSubset(of: offered),
        "\(expected.text): \(answer.candidates)")
    }
  }

  @Test func `a key explains itself`() throws {
    let texts = [
      #"{ "sum|mary": "x" }"#, #"{ "handler": "command", "with": { "st|din": "x" } }"#,
      #"{ "limits": { "time|out": "PT5S" } }"#,
    ]
    let words = ["every required parameter", "What the program reads", "ended after this time"]
    for ((text, word), answer) in zip(zip(texts, words), try Self.ask(texts)) {
      #expect(answer.hover.contains(word), "\(text): \(answer.hover)")
    }
  }

  @Test func `mistakes are underlined while typing, and only they`() throws {
    let texts = [
      #"{ "title": "T", "handler": "dialog", "with": { "text": "Hi" } }|"#,
      #"{ "titel": "T", "handler": "dialog", "with": { "text": "Hi" } }|"#,
      #"{ "title": "T", "handler": "dialog", "with": { "txt": "Hi" } }|"#,
      #"{ "title": "T", "handler": "vpn.set", "with": { "state": "sideways" } }|"#,
    ]
    let answers = try Self.ask(texts)
    #expect(answers[0].problems.isEmpty)
    for (text, answer) in zip(texts, answers).dropFirst() { #expect(!answer.problems.isEmpty, "\(text)") }
  }
}
