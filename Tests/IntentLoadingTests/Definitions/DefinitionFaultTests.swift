import IntentCore
import IntentLoading
import Testing

@Suite struct DefinitionFaultTests {
  struct Bad: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let faults: [String]
    let suggestion: String?
    let keyPath: String?
    init(
      _ name: String, _ text: String, _ faults: [String], suggestion: String? = nil, keyPath: String? = nil
    ) {
      (testDescription, self.text, self.faults) = (name, text, faults)
      (self.suggestion, self.keyPath) = (suggestion, keyPath)
    }
    /// Parameters stand in line 3, other members from line 5 on.
    init(
      _ name: String, parameters: String = "", _ rest: String = "", faults: [String],
      suggestion: String? = nil,
      keyPath: String? = nil
    ) {
      self.init(
        name, Reading.definition(parameters: parameters, rest), faults, suggestion: suggestion,
        keyPath: keyPath)
    }
    init(command with: String, _ faults: [String], suggestion: String? = nil, keyPath: String? = nil) {
      let text = "{\"title\": \"T\", \"handler\": \"command\",\n\"with\": {\(with)}}"
      self.init("with \(with)", text, faults, suggestion: suggestion, keyPath: keyPath)
    }
  }

  static let top: [Bad] = [
    Bad("no object", "[]", ["definition.type 1:1+2"]),
    Bad("nothing in it", " {}", ["definition.missing-key 1:2+1", "definition.missing-key 1:2+1"]),
    Bad(
      "unknown key",
      "{\"titel\": \"T\", \"title\": \"T\",\n\"handler\": \"dialog\", \"with\": {\"text\": \"\"}}",
      ["definition.unknown-key 1:2+7"], suggestion: "title", keyPath: "titel"),
    Bad(
      "empty title", #"{"title": "", "handler": "dialog", "with": {"text": ""}}"#, ["definition.type 1:11+2"]),
    Bad(
      "unknown handler", #"{"title": "T", "handler": "dialgo"}"#, ["definition.unknown-handler 1:27+8"],
      suggestion: "dialog", keyPath: "handler"),
    Bad(
      "title of another type", #""description": 5"#, faults: ["definition.type 5:16+1"],
      keyPath: "description"),
    Bad("hidden is no boolean", #""hidden": "yes""#, faults: ["definition.type 5:11+5"]),
    Bad(
      "unknown mode", #""modes": ["headles"]"#, faults: ["definition.enum 5:11+9"], suggestion: "headless",
      keyPath: "modes.0"),
    Bad("no mode", #""modes": []"#, faults: ["definition.type 5:10+2"]),
    Bad(
      "unknown authentication", #""authentication": "requird""#, faults: ["definition.enum 5:19+9"],
      suggestion: "required"),
    Bad(
      "duration", #""limits": {"timeout": "5 s"}"#, faults: ["definition.duration 5:23+5"],
      keyPath: "limits.timeout"),
    Bad("no time at all", #""limits": {"timeout": "0s"}"#, faults: ["definition.duration 5:23+4"]),
    Bad(
      "unknown limit", #""limits": {"timout": "5s"}"#, faults: ["definition.unknown-key 5:12+8"],
      suggestion: "timeout", keyPath: "limits.timout"),
    Bad(
      "required names nobody", parameters: #""path": {"type": "string"}"#, #""required": ["pth"]"#,
      faults: ["definition.enum 5:14+5"], suggestion: "path"),
    Bad(
      "interpolation of Swift in a phrase", #""phrases": ["open \\(.applicationName) now"]"#,
      faults: ["definition.phrase 5:19+20"], suggestion: "${applicationName}", keyPath: "phrases.0"),
    Bad(
      "interpolation of a parameter in a phrase", parameters: #""door": {"entity": "door"}"#,
      #""phrases": ["open \\(.$door)"]"#, faults: ["definition.phrase 5:19+10"], suggestion: "${door}"),
    Bad(
      "parse of a handler without output", #""result": {"parse": "json"}"#,
      faults: ["definition.unknown-key 5:12+7"]),
    Bad(
      "unknown parse", #"{"title":"T","handler":"command","with":{"run":["a"]},"result":{"parse":"jsn"}}"#,
      ["definition.enum 1:73+5"], suggestion: "json"),
    Bad("duplicate key", "{\"title\": \"a\",\n\"title\": \"b\"}", ["json.duplicate-key 2:1+7"]),
  ]

  static let parameters: [Bad] = [
    Bad(
      "slip in a keyword", parameters: #""state": {"type": "string", "defualt": "x"}"#,
      faults: ["definition.unknown-key 3:29+9"], suggestion: "default", keyPath: "parameters.state.defualt"),
    Bad(
      "keyword that is refused", parameters: #""a": {"type": "string", "$ref": "x"}"#,
      faults: ["definition.unknown-key 3:25+6"], suggestion: ""),
    Bad("no type", parameters: #""a": {"title": "A"}"#, faults: ["definition.missing-key 3:1+3"]),
    Bad("unknown type", parameters: #""a": {"type": "int"}"#, faults: ["definition.enum 3:15+5"]),
    Bad("type of a number", parameters: #""a": {"type": 5}"#, faults: ["definition.type 3:15+1"]),
    Bad("no object", parameters: #""a": "string""#, faults: ["definition.type 3:6+8"]),
    Bad("upper case", parameters: #""Name": {"type": "string"}"#, faults: ["definition.name 3:1+6"]),
    Bad("dot", parameters: #""a.b": {"type": "string"}"#, faults: ["definition.name 3:1+5"]),
    Bad(
      "option's name", parameters: #""output": {"type": "string"}"#,
      faults: ["definition.reserved-name 3:1+8"]),
    Bad("help", parameters: #""help": {"type": "string"}"#, faults: ["definition.reserved-name 3:1+6"]),
    Bad("quiet", parameters: #""quiet": {"type": "boolean"}"#, faults: ["definition.reserved-name 3:1+7"]),
    Bad(
      "negation of another", parameters: #""x": {"type": "boolean"}, "no-x": {"type": "string"}"#,
      faults: ["definition.reserved-name 3:27+6"]),
    Bad(
      "placeholder's name", parameters: #""result": {"type": "string"}"#,
      faults: ["definition.reserved-name 3:1+8"]),
    Bad(
      "negative length", parameters: #""a": {"type": "string", "minLength": -1}"#,
      faults: ["definition.range 3:38+2"]),
    Bad(
      "minimum is text", parameters: #""a": {"type": "integer", "minimum": "1"}"#,
      faults: ["definition.type 3:37+3"]),
    Bad(
      "multiple of zero", parameters: #""a": {"type": "integer", "multipleOf": 0}"#,
      faults: ["definition.type 3:40+1"]),
    Bad("no allowed value", parameters: #""a": {"enum": []}"#, faults: ["definition.type 3:15+2"]),
    Bad(
      "default of another type", parameters: #""a": {"type": "integer", "default": "x"}"#,
      faults: ["definition.default 3:37+3"], keyPath: "parameters.a.default"),
    Bad(
      "default that is not allowed", parameters: #""a": {"enum": ["on", "off"], "default": "offf"}"#,
      faults: ["definition.default 3:41+6"], suggestion: "off"),
    Bad(
      "two defaults of one kind",
      parameters: #""a": {"type": "array", "items": {"type": "integer"}, "default": ["x", "y"]}"#,
      faults: ["definition.default 3:65+10", "definition.default 3:65+10"]),
    Bad(
      "position zero", parameters: #""a": {"type": "string", "position": 0}"#,
      faults: ["definition.range 3:37+1"]),
    Bad(
      "positions with a gap", parameters: #""a": {"type": "string", "position": 2}"#,
      faults: ["definition.position 3:37+1"]),
    Bad(
      "position taken",
      parameters: #""a": {"type": "string", "position": 1}, "b": {"type": "string", "position": 1}"#,
      faults: ["definition.position 3:77+1"]),
    Bad(
      "required after optional",
      parameters: #""a": {"type": "string", "position": 1}, "b": {"type": "string", "position": 2}"#,
      #""required": ["b"]"#, faults: ["definition.position 3:77+1"]),
    Bad(
      "list before another",
      parameters: #""a": {"type": "array", "position": 1}, "b": {"type": "string", "position": 2}"#,
      faults: ["definition.position 3:36+1"]),
    Bad(
      "long short", parameters: #""a": {"type": "string", "short": "ab"}"#,
      faults: ["definition.short 3:34+4"]),
    Bad(
      "short twice",
      parameters: #""a": {"type": "string", "short": "x"}, "b": {"type": "string", "short": "x"}"#,
      faults: ["definition.short 3:73+3"]),
    Bad(
      "unknown input", parameters: #""a": {"type": "string", "input": "always"}"#,
      faults: ["definition.enum 3:34+8"]),
    Bad(
      "entity's name", parameters: #""a": {"entity": "The Door"}"#,
      faults: ["definition.name 3:17+10"]),
    Bad(
      "back-reference", parameters: #""a": {"type": "string", "pattern": "(a)\\1"}"#,
      faults: ["definition.pattern 3:36+8"], keyPath: "parameters.a.pattern"),
    Bad(
      "unknown format", parameters: #""a": {"type": "string", "format": "datetime"}"#,
      faults: ["definition.enum 3:35+10"], suggestion: "date-time"),
    Bad(
      "deep inside", parameters: #""a": {"type": "array", "items": {"anyOf": [{"minimun": 1}]}}"#,
      faults: ["definition.unknown-key 3:45+9"], suggestion: "minimum",
      keyPath: "parameters.a.items.anyOf.0.minimun"),
  ]

  static let with: [Bad] = [
    Bad(
      command: #""run": ["a"], "stdn": "x""#, ["definition.unknown-key 2:24+6"], suggestion: "stdin",
      keyPath: "with.stdn"),
    Bad(command: "", ["definition.missing-key 2:1+6"]),
    Bad(command: #""run": "df -h""#, ["definition.type 2:17+7"]),
    Bad(command: #""run": ["df", 5]"#, ["definition.type 2:24+1"], keyPath: "with.run.1"),
    Bad(command: #""run": ["a"], "env": {"A": true}"#, ["definition.type 2:37+4"], keyPath: "with.env.A"),
    Bad(command: #""run": ["a"], "quiet": "true""#, ["definition.type 2:33+6"]),
    Bad(command: #""run": ["a"], "attempts": 1.5"#, ["definition.type 2:36+3"]),
    Bad(command: #""run": ["a"], "wait": "soon""#, ["definition.duration 2:32+6"]),
    Bad(command: #""run": ["a"], "color": "gren""#, ["definition.enum 2:33+6"], suggestion: "green"),
    Bad("no with at all", #"{"title": "T", "handler": "command"}"#, ["definition.missing-key 1:27+9"]),
  ]

  static let placeholders: [Bad] = [
    Bad(
      "unknown name", parameters: #""path": {"type": "string"}"#, #""summary": "Show ${pth}""#,
      faults: ["definition.placeholder 5:18+6"], suggestion: "path", keyPath: "summary"),
    Bad("unclosed", #""summary": "Show ${path""#, faults: ["definition.placeholder-syntax 5:18+6"]),
    Bad("empty", #""summary": "Show ${}""#, faults: ["definition.placeholder-syntax 5:18+3"]),
    Bad("code", #""summary": "Show ${1 + 1}""#, faults: ["definition.placeholder-syntax 5:18+8"]),
    Bad(
      "after an escape in the text", #""summary": "\"Show\" ${pth}""#,
      faults: ["definition.placeholder 5:22+6"]),
    Bad(
      "members of text", parameters: #""a": {"type": "string"}"#, #""summary": "${a.b}""#,
      faults: ["definition.placeholder 5:13+6"]),
    Bad(
      "result outside of result", #""summary": "${result.value}""#, faults: ["definition.placeholder 5:13+15"]
    ),
    Bad("step", #""summary": "${steps.a.value}""#, faults: ["definition.placeholder 5:13+16"]),
    Bad("secret", #""summary": "${secret:TOKEN}""#, faults: ["definition.secret 5:13+15"]),
    Bad(
      "application name outside of phrases", #""summary": "${applicationName}""#,
      faults: ["definition.placeholder 5:13+18"]),
    Bad(
      "in a phrase", #""phrases": ["a ${b}"]"#, faults: ["definition.placeholder 5:16+4"],
      keyPath: "phrases.0"),
    Bad(command: #""run": ["a", "${x}"]"#, ["definition.placeholder 2:24+4"], keyPath: "with.run.1"),
    Bad(
      "with of an unknown handler", #"{"title":"T","handler":"nope","with":{"a":"${x}"}}"#,
      ["definition.unknown-handler 1:24+6", "definition.placeholder 1:44+4"]),
  ]

  @Test(arguments: top + parameters + with + placeholders) func refuses(_ sample: Bad) {
    let faults = Reading.faults(sample.text)
    #expect(faults.map(Reading.text) == sample.faults, "\(sample.text)")
    if let suggestion = sample.suggestion { #expect(faults.first?["suggestion"] == .text(suggestion)) }
    if let keyPath = sample.keyPath { #expect(faults.first?.location?.keyPath == keyPath) }
    #expect(faults.allSatisfy { $0.location?.file == "intents/sample.json" })
  }

  @Test func everyFaultComesAtOnce() {
    let text = """
      {"title": "T", "handler": "dialog", "with": {"txt": "${nobody}"},
       "parameters": {"Bad": {"type": "strin"}, "n": {"type": "integer", "default": 0.5}},
       "required": ["m"], "colour": "red"}
      """
    #expect(
      Reading.faults(text).map(\.code) == [
        .definitionMissingKey, .definitionUnknownKey, .definitionPlaceholder, .definitionName,
        .definitionEnum,
        .definitionDefault, .definitionEnum, .definitionUnknownKey,
      ])
  }

  @Test func reservedNamesAreThoseOfTheOptions() {
    for name in Names.reservedOptions {
      let faults = Reading.faults(Reading.definition(parameters: "\"\(name)\": {\"type\": \"string\"}"))
      #expect(faults.map(\.code) == [.definitionReservedName], "\(name)")
    }
  }

  @Test func aHostileFileIsReportedInShort() {
    let keys = (0..<3000).map { "\"k\($0)\":1" }.joined(separator: ",")
    #expect(Reading.faults("{\(keys)}").count == 100)
  }
}
