import IntentCore
import IntentLoading
import Testing

@Suite struct SandboxReaderTests {
  private func definition(_ sandbox: String, handler: String = #""command", "with": {"run": ["a"]}"#)
    -> String
  {
    """
    {"title": "T", "handler": \(handler), "parameters": {"x": {"file": {"access": "write"}}},
    "sandbox": \(sandbox)}
    """
  }

  @Test func `nothing in it allows nothing more, and the network least`() throws {
    let read = try #require(try Reading.read(definition("{}")).definition.sandbox)
    #expect(read.read.isEmpty && read.write.isEmpty && read.network == .none && !read.opensSockets)
    #expect(try Reading.read(Reading.definition()).definition.sandbox == nil)
  }

  @Test func `what it says is read`() throws {
    let text =
      #"{"read": ["~/a", "${x}/b"], "write": ["c"], "network": ["tcp:443", "tcp:80"], "sockets": true}"#
    let definition = try Reading.read(definition(text)).definition
    let read = try #require(definition.sandbox)
    #expect(read.read.count == 2 && read.read[1].references == [.parameter("x", path: [])])
    #expect(read.write.map(\.literalString) == ["c"])
    #expect(read.network == .ports([443, 80]) && read.opensSockets)
    #expect(definition.parameters[0].file?.access == .write)
    #expect(try Reading.read(self.definition(#"{"network": true}"#)).definition.sandbox?.network == .any)
  }

  @Test(arguments: [
    (#"{"raed": []}"#, ["definition.unknown-key 2:13+6"], "read"),
    (#"[]"#, ["definition.type 2:12+2"], nil),
    (#"{"read": "a"}"#, ["definition.type 2:21+3"], nil),
    (#"{"write": [""]}"#, ["definition.type 2:23+2"], nil),
    (#"{"read": ["${y}"]}"#, ["definition.placeholder 2:23+4"], nil),
    (#"{"read": ["${secret:y}"]}"#, ["definition.secret 2:23+11"], nil),
    (#"{"network": []}"#, ["definition.type 2:24+2"], nil),
    (#"{"network": "tcp:443"}"#, ["definition.type 2:24+9"], nil),
    (
      #"{"network": ["udp:53", "tcp:0", "tcp:65536", 443]}"#,
      [
        "definition.type 2:25+8", "definition.type 2:35+7", "definition.type 2:44+11",
        "definition.type 2:57+3",
      ], nil
    ),
    (#"{"sockets": 1}"#, ["definition.type 2:24+1"], nil),
  ])
  func `what is wrong is found at its place`(sandbox: String, faults: [String], suggestion: String?) {
    let found = Reading.faults(definition(sandbox))
    #expect(found.map(Reading.text) == faults)
    if let suggestion { #expect(found[0]["suggestion"] == .text(suggestion)) }
  }

  @Test func `a handler that starts nothing takes none, but for what lists choices`() {
    let dialog = #""dialog", "with": {"text": "x"}"#
    #expect(
      Reading.faults(definition("{}", handler: dialog)).map(Reading.text) == ["definition.unknown-key 2:1+9"])
    let listing = Reading.definition(parameters: #""a": {"choices": {"command": ["b"]}}"#, #""sandbox": {}"#)
    #expect(Reading.faults(listing).isEmpty)
  }

  @Test func `an access that is none suggests one`() {
    let faults = Reading.faults(Reading.definition(parameters: #""a": {"file": {"access": "wirte"}}"#))
    #expect(faults.map(Reading.text) == ["definition.enum 3:26+7"])
    #expect(faults[0]["suggestion"] == "write")
  }
}
