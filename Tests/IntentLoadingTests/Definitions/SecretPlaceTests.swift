import IntentCore
import IntentLoading
import Testing

/// A secret stands only where nobody but the handler reads it.
@Suite struct SecretPlaceTests {
  static func command(_ with: String, _ rest: String = "", parameters: String = "") -> String {
    """
    {"title": "T", "handler": "command", "parameters": {\(parameters)},
    "with": {"run": ["a"]\(with.isEmpty ? "" : ", \(with)")}\(rest.isEmpty ? "" : ",\n\(rest)")}
    """
  }

  static let secretParameter = #""code": {"type": "string", "secret": true}"#

  static let refused: [(name: String, text: String, faults: [String])] = [
    ("env", command(#""env": {"T": "${secret:door}"}"#), ["definition.secret 2:38+14"]),
    ("a choice", command(#""color": "${secret:door}""#), ["definition.secret 2:34+14"]),
    ("summary", command("", #""summary": "${secret:door}""#), ["definition.secret 3:13+14"]),
    ("confirm", command("", #""confirm": "x ${secret:door}""#), ["definition.secret 3:15+14"]),
    ("dialog", command("", #""result": {"dialog": "${secret:door}"}"#), ["definition.secret 3:23+14"]),
    ("value", command("", #""result": {"value": {"a": ["${secret:door}"]}}"#), ["definition.secret 3:29+14"]),
    ("description", command("", #""description": "${secret:door}""#), ["definition.secret 3:17+14"]),
    ("phrases", command("", #""phrases": ["a ${secret:door}"]"#), ["definition.secret 3:16+14"]),
    (
      "a default", command("", parameters: #""a": {"type": "string", "default": "${secret:door}"}"#),
      ["definition.secret 1:89+14"]
    ),
    ("a name", command(#""stdin": "${secret:Door}""#), ["definition.name 2:34+14"]),
    (
      "a secret parameter in env", command(#""env": {"T": "x${code}"}"#, parameters: secretParameter),
      ["definition.secret 2:39+7"]
    ),
    (
      "a part of one in run",
      #"{"title": "T", "handler": "command", "parameters": {"code": {"type": "object", "secret": true}},"#
        + #""with": {"run": ["a", "${code.x}"]}}"#, ["definition.secret 1:120+9"]
    ),
    (
      "a handler that takes none",
      #"{"title": "T", "handler": "dialog", "with": {"text": "${secret:door}"}}"#,
      ["definition.secret 1:55+14"]
    ),
  ]

  @Test(arguments: refused.map(\.name)) func `is refused`(_ name: String) throws {
    let sample = try #require(Self.refused.first { $0.name == name })
    #expect(Reading.faults(sample.text).map(Reading.text) == sample.faults, "\(sample.text)")
  }

  @Test func `says what to do instead`() {
    let fault = Reading.faults(Self.command(#""env": {"T": "${secret:door}"}"#)).first
    #expect(fault?["allowed"] == .list(["with.stdin", "with.descriptors"]))
    #expect(fault?["name"] == "door")
  }

  @Test func `is read where it may stand`() throws {
    let text = Self.command(
      #""stdin": "Bearer ${secret:token}\n${code}", "descriptors": {"F": "${secret:door}", "G": "${secret:token}"}"#,
      #""summary": "Use ${code}", "description": "write $${secret:door}""#, parameters: Self.secretParameter)
    let definition = try Reading.read(text).definition
    #expect(definition.secrets == ["token", "door"])
    #expect(definition.with("stdin")?.references.first == .secret("token"))
    #expect(try Reading.read(Self.command("")).definition.secrets.isEmpty)
  }
}
