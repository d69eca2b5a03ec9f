import IntentCore
import IntentRendering
import Testing

@Suite struct FaultTests {
  static let location = JSON.SourceLocation(
    file: "intents/toggle-vpn.json", line: 7, column: 34, length: 9,
    text: #"    "state": { "type": "string", "defualt": "toggle" }"#, keyPath: "parameters.state.defualt")

  @Test func pointsAtThePlaceInAFile() {
    let fault = Fault(
      .definitionUnknownKey, ["key": "defualt", "suggestion": "default"], at: Self.location)
    #expect(
      text(fault) == """
        intents/toggle-vpn.json:7:34: error: unknown key "defualt" in parameter "state"; did you mean "default"?
           7 |     "state": { "type": "string", "defualt": "toggle" }
             |                                  ^~~~~~~~~

        """)
  }

  typealias Excerpt = (name: String, location: JSON.SourceLocation, width: Int?, lines: [String])

  static let excerpts: [Excerpt] = [
    ("tab", place("\t\"a\": x", 7), nil, ["  12 |     \"a\": x", "     |          ^"]),
    ("wide characters", place("\"玄関\": x", 7), nil, ["  12 | \"玄関\": x", "     |         ^"]),
    ("escapes", place("\u{1B}\u{202E} x", 4), nil, [#"  12 | \u{1B}\u{202E} x"#, "     |                ^"]),
    ("an escape is marked whole", place("\u{1B}", 1), nil, [#"  12 | \u{1B}"#, "     | ^~~~~~"]),
    ("the end of the line", place("{", 2), nil, ["  12 | {", "     |  ^"]),
    ("behind the end", place("{", 9), nil, ["  12 | {", "     |  ^"]),
    ("combining mark", place("e\u{301}x y", 5), nil, ["  12 | e\u{301}x y", "     |    ^"]),
    (
      "a long line",
      long, 40, ["  12 | …aaaaaaaaaaaaaaaXbbbbbbbbbbbbbbb…", "     |                 ^"]
    ),
    (
      "a part of a long line", place("bcd", 502, textColumn: 501), nil, ["  12 | …bcd", "     |   ^"]
    ),
  ]

  private static var long: JSON.SourceLocation {
    let a = String(repeating: "a", count: 100)
    let b = String(repeating: "b", count: 100)
    return place(a + "X" + b, 101)
  }

  static func place(_ text: String, _ column: Int, textColumn: Int = 1) -> JSON.SourceLocation {
    var place = JSON.SourceLocation(file: "f", line: 12, column: column, text: text)
    place.textColumn = textColumn
    return place
  }

  @Test(arguments: excerpts)
  func showsTheLine(_ item: Excerpt) {
    let shown = FaultRenderer(style: Style(width: item.width)).text(Fault(.jsonEmpty, at: item.location))
    #expect(shown.split(separator: "\n").dropFirst().map(String.init) == item.lines)
    if let width = item.width {
      #expect(item.lines.allSatisfy { $0.unicodeScalars.count <= width })
    }
  }

  static let sentences: [(fault: Fault, text: String)] = [
    (
      Fault(
        .valueEnum,
        ["name": "--state", "value": "sideways", "allowed": .list(["toggle", "on", "off"])],
        parameter: "state"),
      "runintent: --state is \"toggle\", \"on\" or \"off\", not \"sideways\"\n"
    ),
    (
      Fault(
        .valueEnum, ["name": "--state", "value": "of", "allowed": .list(["on", "off"]), "suggestion": "off"]),
      "runintent: --state is \"on\" or \"off\", not \"of\"; did you mean \"off\"?\n"
    ),
    (
      Fault(
        .permissionDenied,
        [
          "intent": "backup", "missing": .capabilities([.execute(.exact("/usr/bin/rsync"))]),
          "source": "script",
          "command": .list(["runintent", "allow", "backup", "--unattended"]),
        ]),
      """
      runintent: not allowed: backup may not run /usr/bin/rsync from a script
        to allow it: runintent allow backup --unattended

      """
    ),
    (
      Fault(.definitionChanged, ["intent": "backup", "command": "runintent allow backup"]),
      """
      runintent: not allowed: backup changed since it was allowed
        to allow it: runintent allow backup

      """
    ),
    (
      Fault(
        .permissionDenied,
        [
          "intent": "x", "missing": .list(["run /bin/a", "read /b", "reach c:443 (https)"]),
          "source": "mcp:home",
        ]),
      "runintent: not allowed: x may not run /bin/a, read /b and reach c:443 (https) from mcp:home\n"
    ),
    (
      Fault(.intentUnknown, ["intent": "togle-vpn", "suggestion": "toggle-vpn"]),
      """
      runintent: there is no intent "togle-vpn"; did you mean "toggle-vpn"?
        to see the intents: runintent list

      """
    ),
    (
      Fault(
        .parameterUnknown, ["name": "--stat", "intent": "toggle-vpn", "suggestion": "--state"]),
      """
      runintent: toggle-vpn has no parameter --stat; did you mean "--state"?
        to see how it is called: runintent toggle-vpn --help

      """
    ),
    (
      Fault(.executableMissing, ["program": "rsync", "searchPath": "/usr/bin:/bin"]),
      """
      runintent: there is no program "rsync" in /usr/bin:/bin
        install it, or write its whole path in the definition

      """
    ),
    (
      Fault(
        .fileWritable, ["path": "i/a.json", "repair": "chmod go-w i/a.json"], severity: .warning),
      """
      runintent: warning: i/a.json may be changed by others than its owner
        to mend it: chmod go-w i/a.json

      """
    ),
    (
      Fault(.valueMinLength, ["name": "--name", "limit": .integer(1)]),
      "runintent: --name must have at least 1 character\n"
    ),
    (
      Fault(.valueMaxLength, ["name": "--n", "limit": .integer(3), "found": .integer(5)]),
      "runintent: --n must have at most 3 characters, not 5\n"
    ),
    (
      Fault(.commandSignal, ["program": "tar", "signal": .integer(9)]),
      "runintent: tar was ended by SIGKILL\n"
    ),
    (
      Fault(.timedOut, ["seconds": "1.5", "intent": "backup"]), "runintent: backup did not end within 1.5 s\n"
    ),
    (
      Fault(
        .definitionDefault,
        ["cause": "value.enum", "name": "state", "value": "x", "allowed": .list(["on", "off"])],
        parameter: "state"),
      "runintent: the default of state does not fit: state is \"on\" or \"off\", not \"x\"\n"
    ),
    (
      Fault(.definitionPosition, ["reason": "gap", "expected": .integer(2), "position": .integer(3)]),
      "runintent: the next position is 2, not 3\n"
    ),
    (
      Fault(.jsonSyntax, ["found": "\",\"", "hint": "remove the comma before \"}\""]),
      """
      runintent: unexpected ","
        remove the comma before "}"

      """
    ),
    (
      Fault(
        .entityUnknown, ["name": "DOOR", "value": "", "allowed": .list(["front", "shed"]), "suggestion": ""]),
      "runintent: DOOR is \"front\" or \"shed\", not \"\"\n"
    ),
    (
      Fault(.valueEnum, ["name": "--n", "value": "x", "allowed": .list((1...20).map(String.init))]),
      "runintent: --n is \"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\", \"9\", \"10\" or 10 more, not \"x\"\n"
    ),
  ]

  @Test(arguments: sentences) func saysWhatIsWrong(_ item: (fault: Fault, text: String)) {
    #expect(text(item.fault) == item.text)
  }

  @Test func namesAllMissingParametersTogether() {
    let failure = Failure([
      Fault(
        .parameterMissing, ["name": "--from", "intent": "copy", "allowed": .list([])], parameter: "from"),
      Fault(.valueNotANumber, ["name": "--n", "value": "x"]),
      Fault(
        .parameterMissing, ["name": "--to", "intent": "copy", "allowed": .list(["a", "b"])], parameter: "to"),
    ])
    #expect(
      FaultRenderer(style: .plain).text(failure) == """
        runintent: copy needs --from and --to ("a" or "b")
          to see how it is called: runintent copy --help
        runintent: --n must be a number such as 12, not "x"

        """)
  }

  @Test func noHostileTextReachesATerminal() {
    let place = JSON.SourceLocation(
      file: hostile, line: 1, column: 6, length: 30, text: hostile, keyPath: hostile)
    for location in [nil, place] {
      for code in FaultCode.allCases {
        let fault = Fault(code, arguments(hostile), at: location, parameter: hostile)
        let shown = text(fault)
        #expect(controls(shown) == [], "\(code)")
        #expect(!shown.split(separator: "\n").contains { $0.hasPrefix("✔") }, "\(code)")
        let colored = FaultRenderer(style: .colored).text(fault)
        #expect(withoutColor(colored) == shown, "\(code)")
      }
    }
  }

  @Test func longTextsAreCut() {
    let fault = Fault(.valueEnum, ["name": "--n", "value": .text(String(repeating: "x", count: 1_000_000))])
    #expect(text(fault).utf8.count < 400)
  }

  private func arguments(_ text: String) -> KeyValuePairs<String, FaultArgument> {
    [
      "name": .text(text), "value": .text(text), "allowed": .list([text, text]), "suggestion": .text(text),
      "path": .text(text), "reason": .text(text), "repair": .list(["chmod", text]), "intent": .text(text),
      "missing": .capabilities([.execute(.exact(text)), .lock(.unlock, provider: text, door: .exact(text))]),
      "source": .text(text), "command": .text(text), "hint": .text(text), "program": .text(text),
      "key": .text(text), "expected": .text(text), "found": .text(text), "within": .text(text),
    ]
  }

  private func text(_ fault: Fault) -> String { FaultRenderer(style: .plain).text(fault) }
}
