import IntentCore
import IntentLoading
import Testing

@Suite(.enabled(if: TestTool.jsonschema.isReady, "jsonschema of PyPI could not be installed"))
struct ConfigurationSchemaTests {
  /// Configurations, and whether they are good.
  static let texts: [(text: String, isGood: Bool)] = [
    ("{}", true), (#"{"$schema": "x", "language": "pt-BR", "defaults": {"a.b": {"c": [1]}}}"#, true),
    (
      #"{"secrets": {"a": "file:~/x", "b": "file:/x", "c": "env:A_1", "d": "command:/bin/pass show x"}}"#,
      true
    ),
    (#"{"secrets": {"a": {"command": ["/bin/x", "$a b"]}}}"#, true),
    (#"{"policy": [{"deny": true, "reason": "x", "intents": ["a"], "sources": ["timer"]}]}"#, true),
    (
      #"{"policy": [{"capabilities": ["exec", "net", "exec(/a)", "read(any)", "lock(open)", "vpn(up,nm,a)", "net(https,h,443)"], "users": []}]}"#,
      true
    ),
    (#"{"policy": [{"authentication": "required", "hours": ["22:00-07:00", "00:00-24:00"]}]}"#, true),
    ("[]", false), (#"{"languages": "ru"}"#, false), (#"{"language": "ru_RU"}"#, false),
    (#"{"defaults": {"A": {}}}"#, false), (#"{"defaults": {"a": 1}}"#, false),
    (#"{"secrets": {"a": "hunter2"}}"#, false), (#"{"secrets": {"a": "file:x"}}"#, false),
    (#"{"secrets": {"a": {"command": []}}}"#, false), (#"{"secrets": {"a": {"command": ["x"]}}}"#, false),
    (#"{"secrets": {"a": "command:/bin/sh -c 'x'"}}"#, false),
    (#"{"policy": [{}]}"#, false), (#"{"policy": [{"reason": "x"}]}"#, false),
    (#"{"policy": [{"deny": false}]}"#, false), (#"{"policy": [{"deny": true, "users": []}]}"#, false),
    (#"{"policy": [{"deny": true, "intents": []}]}"#, false),
    (#"{"policy": [{"deny": true, "sources": ["cron"]}]}"#, false),
    (#"{"policy": [{"deny": true, "capabilities": ["exec(rsync)"]}]}"#, false),
    (#"{"policy": [{"deny": true, "capabilities": ["lock(up)"]}]}"#, false),
    (#"{"policy": [{"authentication": "none"}]}"#, false), (#"{"policy": [{"hours": ["7-22"]}]}"#, false),
  ]

  @Test func `is judged as the reader judges`() throws {
    let complaints = try SchemaValidator.complaints(Self.texts.map(\.text), of: "config.schema.json")
    for ((text, isGood), complaints) in zip(Self.texts, complaints) {
      #expect(complaints.isEmpty == isGood, "\(text): \(complaints)")
      let file = SourceFile(displayPath: "x", path: "/x", bytes: Array(text.utf8))
      let read = try? ConfigurationReader.read(file, home: "/home/ana")
      #expect((read != nil) == isGood, "\(text)")
    }
  }
}
