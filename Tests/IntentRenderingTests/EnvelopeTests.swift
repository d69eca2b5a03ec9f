import Foundation
import IntentCore
import IntentRendering
import Testing

@Suite struct EnvelopeTests {
  static let start = WallTime(microseconds: 1_796_041_805_000_250)

  @Test func isTheDocumentedObject() {
    let result = IntentResult(
      symbol: Symbol("checkmark.shield", .green), dialog: "Connected",
      snippet: Snippet([
        .text("Work VPN"), .fields([.init("Since", "12:30:05")]),
        .table(.init(columns: [.init("A"), .init("B", .trailing)], rows: [["1", "2"]])),
        .output([.init("out", .output), .init("err", .error)]),
      ]),
      value: .object(["vpn": .object(["state": "up", "bytes": 12])]),
      next: [.init("Disconnect", ["toggle-vpn", "--state", "off"])], isSimulated: true, handler: .status(0),
      warnings: [
        Fault(
          .outputTruncated, ["program": "df", "stream": "output", "bytes": .integer(5)], severity: .warning)
      ])
    var envelope = Envelope(
      intent: "toggle-vpn", .answered(result), status: .done, startedAt: Self.start,
      duration: .microseconds(12_340))
    envelope.run = 12
    #expect(
      envelope.text == """
        {"schemaVersion":1,"intent":"toggle-vpn","run":12,"status":"done","exitCode":0,\
        "value":{"vpn":{"state":"up","bytes":12}},"dialog":"Connected",\
        "snippet":{"symbol":{"name":"checkmark.shield","tint":"green"},"blocks":[\
        {"type":"text","text":"Work VPN"},\
        {"type":"fields","fields":[{"label":"Since","text":"12:30:05"}]},\
        {"type":"table","columns":["A","B"],"rows":[["1","2"]]},\
        {"type":"output","lines":[{"stream":"stdout","text":"out"},{"stream":"stderr","text":"err"}]}]},\
        "next":[{"title":"Disconnect","command":["toggle-vpn","--state","off"]}],"errors":[],\
        "handler":{"exitCode":0,"signal":null},"simulated":true,\
        "startedAt":"2026-11-30T12:30:05.000250Z","durationMs":12.34,\
        "warnings":[{"code":"command.output-truncated",\
        "message":"df wrote too much to its output; 5 bytes are left out",\
        "hint":null,"parameter":null,"capability":[],"location":null}]}

        """)
  }

  @Test func aDenialHasADialogAndAnErrorSnippet() {
    let failure = Failure(
      .permissionDenied,
      [
        "intent": "backup", "missing": .capabilities([.execute(.exact("/usr/bin/rsync"))]),
        "source": "script",
        "command": "runintent allow backup --unattended",
      ])
    let envelope = Envelope(
      intent: "backup", .failed(failure), status: failure.status, startedAt: Self.start, duration: .zero)
    #expect(
      envelope.text == """
        {"schemaVersion":1,"intent":"backup","run":null,"status":"denied","exitCode":77,"value":null,\
        "dialog":"not allowed: backup may not run /usr/bin/rsync from a script",\
        "snippet":{"symbol":{"name":"exclamationmark.triangle","tint":"red"},"blocks":[\
        {"type":"text","text":"to allow it: runintent allow backup --unattended"}]},\
        "next":[],"errors":[{"code":"permission.denied",\
        "message":"not allowed: backup may not run /usr/bin/rsync from a script",\
        "hint":"to allow it: runintent allow backup --unattended","parameter":null,\
        "capability":["exec(/usr/bin/rsync)"],"location":null}],\
        "handler":null,"simulated":false,"startedAt":"2026-11-30T12:30:05.000250Z","durationMs":0,\
        "warnings":[]}

        """)
  }

  @Test func aFaultOfAFileHasItsPlace() throws {
    let location = JSON.SourceLocation(file: "a.json", line: 2, column: 3, text: "x", keyPath: "title")
    let failure = Failure(.definitionType, ["key": "title", "expected": "text"], at: location)
    let object = try parsed(
      Envelope(
        intent: nil, .failed(failure), status: failure.status, startedAt: Self.start, duration: .zero))
    let error = try #require((object["errors"] as? [[String: Any]])?.first)
    let place = try #require(error["location"] as? [String: Any])
    #expect(place["file"] as? String == "a.json")
    #expect(place["line"] as? Int == 2)
    #expect(place["column"] as? Int == 3)
    #expect(place["keyPath"] as? String == "title")
    #expect(error["message"] as? String == "\"title\" must be text")
  }

  @Test func aSignalIsToldApartFromAStatus() throws {
    let fault = Fault(.commandSignal, ["signal": .integer(9)])
    let object = try parsed(
      Envelope(
        intent: "x", .answered(IntentResult(.failed(fault), dialog: "It was killed.", handler: .signal(9))),
        status: .failed, startedAt: Self.start, duration: .zero))
    let handler = try #require(object["handler"] as? [String: Any])
    #expect(handler["signal"] as? Int == 9)
    #expect(handler["exitCode"] is NSNull)
    #expect((object["errors"] as? [[String: Any]])?.first?["code"] as? String == "command.signal")
  }

  @Test func isExactForAReaderAndHarmlessForATerminal() throws {
    let text = hostile + "\"\\\u{E0041}\u{7F}\0\u{2028} 😀 é"
    let envelope = Envelope(
      intent: "x", .answered(answer(text)), status: .done, startedAt: Self.start, duration: .zero)
    #expect(controls(envelope.text) == [])
    #expect(envelope.text.utf8.count { $0 == 0x0A } == 1)
    let object = try parsed(envelope)
    #expect((object["value"] as? String).map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test func aWarningIsListedOnce() throws {
    let warning = Fault(.descriptorHeld, severity: .warning)
    var envelope = Envelope(
      intent: "x", .answered(IntentResult(dialog: "", warnings: [warning])), status: .done,
      startedAt: Self.start, duration: .zero)
    envelope.warnings = [warning, Fault(.fileOwner, severity: .warning)]
    let object = try parsed(envelope)
    #expect((object["warnings"] as? [Any])?.count == 2)
  }

  static let statuses: [(exit: IntentCore.ExitStatus, status: Envelope.Status)] = [
    (.done, .done), (.failed, .failed), (.handler(3), .failed), (.notAllowed, .denied), (.usage, .error),
    (.signal(15), .error), (.deadline, .error),
  ]

  @Test(arguments: statuses) func namesTheStatus(
    _ item: (exit: IntentCore.ExitStatus, status: Envelope.Status)
  ) {
    #expect(Envelope.Status(item.exit) == item.status)
  }

  static let moments: [(microseconds: Int, text: String)] = [
    (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
    (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
    (4_107_542_399_000_001, "2100-02-28T23:59:59.000001Z"),
    (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
    (1_735_689_599_500_000, "2024-12-31T23:59:59.500000Z"),
  ]

  @Test(arguments: moments) func writesDatesOfRFC3339(_ item: (microseconds: Int, text: String)) {
    #expect(WallTime(microseconds: item.microseconds).rfc3339 == item.text)
  }

  private func parsed(_ envelope: Envelope) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(envelope.text.utf8)) as? [String: Any])
  }
}
