import IntentCore
import IntentLoading
import JSONSchema
import Testing

@Suite struct DefinitionReadingTests {
  static let full = #"""
    {
      "$schema": "schema/intent.schema.json",
      "title": "Copy", "description": "Copies a folder.", "summary": "Copy ${from} to ${to}",
      "icon": "folder", "category": "files", "phrases": ["copy ${from}", "copy with ${applicationName}"],
      "keywords": ["backup"], "hidden": true,
      "parameters": {
        "from": { "type": "string", "position": 1, "short": "f", "title": "From", "prompt": "What?" },
        "to": { "type": "string", "minLength": 0, "default": "/tmp", "position": 2 },
        "mode": { "enum": ["fast", "slow"], "default": "fast" },
        "door": { "entity": "door", "input": "never" },
        "token": { "type": "string", "secret": true },
        "more": { "type": "array", "items": { "type": "string", "maxLength": 9 }, "uniqueItems": true }
      },
      "required": ["from"],
      "handler": "command",
      "with": {
        "run": ["cp", "-r", "--", "${from}", "a${to}b", "$${HOME}", "${more}"],
        "env": { "MODE": "${mode}" }, "quiet": true, "attempts": 3, "ratio": 0.5, "wait": "PT1M", "color": "red"
      },
      "result": { "parse": "json", "dialog": "Copied ${result.value.count} from ${from}", "value": "${result.value}" },
      "modes": ["headless"], "authentication": "unlocked", "confirm": "Copy ${from}?",
      "limits": { "timeout": "1h30m", "concurrency": "single" }, "uses": ["helper.sh"]
    }
    """#

  @Test func everyKeyArrives() throws {
    let loaded = try Reading.read(Self.full, id: "copy")
    let definition = loaded.definition
    #expect(loaded.warnings.isEmpty)
    #expect(definition.id == "copy" && definition.path == "/intents/copy.json")
    #expect(definition.source == Array(Self.full.utf8))
    #expect(definition.title == "Copy" && definition.description == "Copies a folder.")
    #expect(definition.icon == "folder" && definition.category == "files" && definition.isHidden)
    #expect(definition.phrases == ["copy ${from}", "copy with ${applicationName}"])
    #expect(definition.keywords == ["backup"] && definition.uses == ["helper.sh"])
    #expect(definition.modes == [.headless] && definition.authentication == .unlocked)
    #expect(definition.limits.timeout == .seconds(5400) && definition.limits.concurrency == .single)
    #expect(definition.result.parse == .json)
    #expect(definition.summary?.references.count == 2 && definition.confirm?.references.count == 1)
  }

  @Test func parametersKeepTheOrderOfTheFile() throws {
    let parameters = try Reading.read(Self.full).definition.parameters
    #expect(parameters.map(\.name) == ["from", "to", "mode", "door", "token", "more"])
    #expect(parameters.map(\.isRequired) == [true, false, false, false, false, false])
    #expect(parameters[0].position == 1 && parameters[0].short == "f" && parameters[0].prompt == "What?")
    #expect(parameters[1].schema.minLength == 0 && parameters[1].defaultValue == "/tmp")
    #expect(parameters[2].schema.enumeratedValues == ["fast", "slow"])
    #expect(parameters[2].schema.types == [.string])
    #expect(parameters[3].entity == "door" && parameters[3].input == .never)
    #expect(parameters[3].schema.types == [.string])
    #expect(parameters[4].isSecret && !parameters[3].isSecret)
    #expect(parameters[5].isArray)
  }

  @Test func placeholdersBecomeReferences() throws {
    let definition = try Reading.read(Self.full).definition
    guard case .array(let words) = try #require(definition.with("run")) else {
      Issue.record("run is a list")
      return
    }
    #expect(words[0].literalString == "cp")
    guard case .reference(.parameter("from", path: [])) = words[3] else {
      Issue.record("a whole placeholder is a reference")
      return
    }
    guard case .text(let segments) = words[4], segments.count == 3 else {
      Issue.record("text with a placeholder has segments")
      return
    }
    #expect(words[5].literalString == "${HOME}")
    #expect(definition.result.dialog?.references.first == .result(path: ["value", "count"]))
  }

  @Test func aNewcomersDefinitionNeedsTwoKeys() throws {
    let text = #"{"title": "Hi", "handler": "dialog", "with": {"text": "costs 5 $ or $x"}}"#
    let definition = try Reading.read(text).definition
    #expect(definition.modes == IntentDefinition.Mode.allCases && definition.limits.timeout == .seconds(60))
    #expect(definition.with("text")?.literalString == "costs 5 $ or $x")
  }

  @Test func carriageReturnsAndNoFinalNewlineAreFine() throws {
    let text = Self.full.split(separator: "\n").joined(separator: "\r\n")
    #expect(try Reading.read(text).definition.title == "Copy")
  }

  @Test func anIdIsCheckedToo() {
    for id in ["Upper", "a b", "", "-x", "é", String(repeating: "a", count: 65)] {
      #expect(throws: Failure.self) { try Reading.read(Self.full, id: id) }
    }
  }

  @Test func warningsComeWithTheDefinition() throws {
    let text = Reading.definition(
      parameters: #""a": {"type": "string", "default": "x"}"#, #""required": ["a"], "summary": "Do it""#)
    let warnings = try Reading.read(text).warnings
    #expect(
      warnings.map(Reading.text) == [
        "warning definition.default 3:36+3", "warning definition.summary 5:31+7",
      ])
    #expect(warnings.last?["names"] == .list(["a"]))
  }
}
