import Foundation
import IntentCore
import IntentLoading
import TestSupport
import Testing

@Suite(.enabled(if: TestTool.jsonschema.isReady, "jsonschema of PyPI could not be installed"))
struct SchemaValidationTests {
  /// What only looking at two places at once finds, and therefore our reader alone.
  private static let semantic: Set<FaultCode> = [
    .definitionSecret,
    .definitionPlaceholder, .definitionPlaceholderSyntax, .definitionDefault, .definitionPosition,
    .definitionPattern, .jsonDuplicateKey, .phraseSyntax,
  ]

  /// Faults whose code the schema finds in other places, but not here.
  private static let semanticCases: Set<String> = [
    "definitions/short-taken", "definitions/required-names-nobody", "definitions/parameter-named-no",
  ]

  @Test func `every sample is valid`() throws {
    let names = Repository.files(below: Repository.intents, ending: ".json").filter { !$0.contains("/") }
    let texts = try names.map { try Repository.text("intents/\($0)") }
    #expect(!texts.isEmpty)
    for (name, complaints) in zip(names, try SchemaValidator.complaints(texts)) {
      #expect(complaints.isEmpty, "\(name)")
    }
  }

  @Test func `fixtures are judged as the reader judges them`() throws {
    let fixtures = DefinitionFixture.all
    var (good, bad) = (0, 0)
    var left: [String] = []
    for (fixture, complaints) in zip(fixtures, try SchemaValidator.complaints(fixtures.map(\.text))) {
      let errors = SchemaValidator.errors(fixture.text)
      let name = fixture.name.split(separator: ":")[0]
      if errors.isEmpty {
        good += 1
        #expect(complaints.isEmpty, "refuses the good \(fixture)")
      } else if errors.allSatisfy(Self.semantic.contains) || Self.semanticCases.contains(String(name)) {
        if complaints.isEmpty { left.append(String(name)) }
      } else {
        bad += 1
        #expect(!complaints.isEmpty, "accepts the bad \(fixture): \(errors)")
      }
    }
    print("schema: \(good) good accepted, \(bad) bad refused, to the reader alone: \(Set(left).sorted())")
    #expect(good > 50 && bad > 30)
  }

  static let bad: [(String, String)] = [
    ("no object", "[]"), ("no title", #"{"handler": "system.status"}"#),
    ("no handler", #"{"title": "T"}"#),
    ("empty title", #"{"title": "", "handler": "system.status"}"#),
    ("unknown key", #"{"title": "T", "handler": "system.status", "titel": 1}"#),
    ("unknown handler", #"{"title": "T", "handler": "dialogue"}"#),
    ("no with", #"{"title": "T", "handler": "dialog"}"#),
    ("unknown key in with", #"{"title": "T", "handler": "dialog", "with": {"text": "x", "txt": 1}}"#),
    ("keys of another handler", #"{"title": "T", "handler": "dialog", "with": {"run": ["x"]}}"#),
    ("number for text", #"{"title": "T", "handler": "dialog", "with": {"text": 1}}"#),
    ("number in run", #"{"title": "T", "handler": "command", "with": {"run": ["x", 1]}}"#),
    ("bad choice", #"{"title": "T", "handler": "vpn.set", "with": {"state": "sideways"}}"#),
    (
      "bad duration",
      #"{"title": "T", "handler": "lock.set", "with": {"door": "x", "state": "unlocked", "for": "soon"}}"#
    ),
    ("parse without a program", #"{"title": "T", "handler": "system.status", "result": {"parse": "text"}}"#),
    ("zero timeout", #"{"title": "T", "handler": "system.status", "limits": {"timeout": "PT0S"}}"#),
    ("timeout of months", #"{"title": "T", "handler": "system.status", "limits": {"timeout": "P1M"}}"#),
    ("no mode", #"{"title": "T", "handler": "system.status", "modes": []}"#),
    (
      "interpolation in a phrase",
      #"{"title": "T", "handler": "system.status", "phrases": ["in \\(.applicationName)"]}"#
    ),
    ("parameter of no type", #"{"title": "T", "handler": "system.status", "parameters": {"a": {}}}"#),
    (
      "parameter with a reserved name",
      #"{"title": "T", "handler": "system.status", "parameters": {"output": {"type": "string"}}}"#
    ),
    (
      "parameter called result",
      #"{"title": "T", "handler": "system.status", "parameters": {"result": {"type": "string"}}}"#
    ),
    (
      "parameter in capitals",
      #"{"title": "T", "handler": "system.status", "parameters": {"A": {"type": "string"}}}"#
    ),
    (
      "refused keyword",
      ##"{"title": "T", "handler": "system.status", "parameters": {"a": {"type": "string", "$ref": "#"}}}"##
    ),
    (
      "unknown format",
      #"{"title": "T", "handler": "system.status", "parameters": {"a": {"type": "string", "format": "iri"}}}"#
    ),
    ("empty enum", #"{"title": "T", "handler": "system.status", "parameters": {"a": {"enum": []}}}"#),
    (
      "position zero",
      #"{"title": "T", "handler": "system.status", "parameters": {"a": {"type": "string", "position": 0}}}"#
    ),
    (
      "long short form",
      #"{"title": "T", "handler": "system.status", "parameters": {"a": {"type": "string", "short": "ab"}}}"#
    ),
    (
      "negative length",
      #"{"title": "T", "handler": "system.status", "parameters": {"a": {"type": "string", "minLength": -1}}}"#
    ),
    (
      "bad schema inside",
      #"{"title": "T", "handler": "system.status", "parameters": {"a": {"type": "array", "items": {"type": "text"}}}}"#
    ),
    (
      "required is true",
      #"{"title": "T", "handler": "system.status", "parameters": {"a": {"type": "string", "required": true}}}"#
    ),
  ]

  @Test func `what is structurally bad is refused`() throws {
    for ((name, text), complaints) in zip(Self.bad, try SchemaValidator.complaints(Self.bad.map(\.1))) {
      #expect(!complaints.isEmpty, "\(name)")
      #expect(!SchemaValidator.errors(text).isEmpty, "\(name), by the reader")
    }
  }

  /// The schema never refuses what the reader takes, whatever a definition looks like.
  @Test func `changed samples are never refused wrongly`() throws {
    let names = ["unlock-door.json", "toggle-vpn.json", "failed-services.json", "remind-me.json"]
    var texts: [String] = []
    for name in names {
      let sample = try JSONSerialization.jsonObject(with: Data(Repository.text("intents/\(name)").utf8))
      for change in JSONChange.all(of: sample) {
        let data = try JSONSerialization.data(withJSONObject: change, options: [.fragmentsAllowed])
        texts.append(String(decoding: data, as: UTF8.self))
      }
    }
    var (taken, refusedByBoth, refusedByReader) = (0, 0, 0)
    for (text, complaints) in zip(texts, try SchemaValidator.complaints(texts)) {
      let errors = SchemaValidator.errors(text)
      if errors.isEmpty {
        taken += 1
        #expect(complaints.isEmpty, "\(text)")
      } else if complaints.isEmpty {
        refusedByReader += 1
        #expect(
          errors.contains { Self.semantic.contains($0) || $0 == .definitionEnum }, "\(errors): \(text)")
      } else {
        refusedByBoth += 1
      }
    }
    print(
      "\(texts.count) changed samples: \(taken) taken, \(refusedByBoth) refused by both, \(refusedByReader) by the reader alone"
    )
    #expect(taken > 100 && refusedByBoth > 300)
  }
}

/// Every definition that is one step away from another: a value of another type, a key left out or misspelt.
enum JSONChange {
  static func all(of value: Any) -> [Any] {
    let others: [Any] = [
      0, -1, 1.5, "", "x", "${path}", "PT5S", true, NSNull(), [Any](), ["x"], [String: Any](),
    ]
    var changes = others
    if let object = value as? [String: Any] {
      for key in object.keys.sorted() {
        var without = object
        let inner = without.removeValue(forKey: key) as Any
        changes.append(without)
        changes.append(without.merging([key + "s": inner]) { $1 })
        changes += all(of: inner).map { object.merging([key: $0]) { $1 } }
      }
    } else if let items = value as? [Any] {
      for index in items.indices.prefix(3) {
        changes += all(of: items[index]).map {
          var copy = items
          copy[index] = $0
          return copy
        }
      }
    }
    return changes
  }
}
