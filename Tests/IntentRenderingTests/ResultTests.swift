import IntentCore
import IntentRendering
import Testing

@Suite struct ResultTests {
  static let connected = IntentResult(
    symbol: Symbol("checkmark.shield", .green), dialog: "Connected",
    snippet: Snippet([.text("Work VPN on tun7, since 12:30:05")]))

  @Test func answersAsTheManualShows() {
    #expect(text(Self.connected) == "✔ Connected\n  Work VPN on tun7, since 12:30:05\n")
    let jam = IntentResult(
      .failed(Fault(.lockJammed)), dialog: "The shed door is jammed.",
      snippet: Snippet([.text("The bolt did not move within 5 s. Try again, or look at the door.")]))
    #expect(
      text(jam) == """
        ⚠ The shed door is jammed.
          The bolt did not move within 5 s. Try again, or look at the door.

        """)
  }

  @Test func saysThatADemoDeviceAnswered() {
    var result = Self.connected
    result.isSimulated = true
    #expect(text(result).hasPrefix("✔ Connected (demo)\n"))
  }

  static let headings: [(name: String, result: IntentResult, unicode: String, ascii: String)] = [
    ("done", IntentResult(dialog: "x"), "✔ x\n", "+ x\n"),
    ("neutral", IntentResult(.neutral, symbol: Symbol("xmark.shield", .grey), dialog: "x"), "○ x\n", "o x\n"),
    ("failed", IntentResult(.failed(Fault(.handlerFailed)), dialog: "x"), "⚠ x\n", "x x\n"),
    (
      "failed with a cheerful symbol",
      IntentResult(.failed(Fault(.handlerFailed)), symbol: Symbol("checkmark", .green), dialog: "x"), "⚠ x\n",
      "x x\n"
    ),
    ("a symbol of its own", IntentResult(symbol: Symbol("bell.fill", .blue), dialog: "x"), "✔ x\n", "+ x\n"),
    ("an unknown symbol", IntentResult(symbol: Symbol("carrot", .blue), dialog: "x"), "✔ x\n", "+ x\n"),
    ("nothing at all", IntentResult(dialog: ""), "", ""),
    (
      "a failure without words",
      IntentResult(.failed(Fault(.commandExit, ["status": .integer(3)])), dialog: ""),
      "⚠ the program ended with status 3\n", "x the program ended with status 3\n"
    ),
  ]

  @Test(arguments: headings)
  func headsAnAnswer(_ item: (name: String, result: IntentResult, unicode: String, ascii: String)) {
    #expect(text(item.result) == item.unicode)
    #expect(text(item.result, .ascii) == item.ascii)
  }

  @Test func alignsFieldsByWidth() {
    let result = IntentResult(
      dialog: "状態",
      snippet: Snippet([
        .fields([.init("名前", "front"), .init("Since", "12:30"), .init("é", "x"), .init("", "")])
      ]))
    #expect(
      text(result) == """
        ✔ 状態
          名前   front
          Since  12:30
          é      x
        \u{20}\u{20}

        """)
  }

  @Test func laysOutATable() {
    let table = Snippet.Table(
      columns: [.init("Interface"), .init("Received", .trailing), .init("State")],
      rows: [["tun7", "1.5 GiB", "up"], ["日本", "2 B", ""], ["lo", "12 MiB", "up", "more"]])
    #expect(
      text(IntentResult(dialog: "", snippet: Snippet([.table(table)]))) == """
          Interface  Received  State
          tun7        1.5 GiB  up
          日本            2 B
          lo           12 MiB  up     more

        """)
  }

  @Test func keepsAProgramsLinesAndTellsTheStreamsApart() {
    let lines: [Snippet.OutputLine] = [
      .init("1 out", .output), .init("  2\terr", .error), .init("", .output), .init("3 out", .output),
    ]
    let result = IntentResult(dialog: "Ran", snippet: Snippet([.output(lines)]))
    #expect(text(result, .wide(10)) == "✔ Ran\n  1 out\n!   2\terr\n\n  3 out\n")
  }

  @Test func suggestsCommandsToRun() {
    let result = IntentResult(
      dialog: "Unlocked",
      next: [.init("Lock it again", ["lock-door", "front"]), .init("Look", ["door-status", "the shed"])])
    #expect(
      text(result)
        == """
        ✔ Unlocked
          → runintent lock-door front         Lock it again
          → runintent door-status 'the shed'  Look

        """.replacing("front         ", with: "front          ").replacing("shed'  ", with: "shed'   "))
    #expect(text(result, .ascii).contains("  -> runintent lock-door front "))
    #expect(
      text(result, .wide(40)) == """
        ✔ Unlocked
          → runintent lock-door front
            Lock it again
          → runintent door-status 'the shed'
            Look

        """)
  }

  static let wrapped: [(name: String, text: String, width: Int, lines: [String])] = [
    ("words", "one two three four", 12, ["  one two", "  three four"]),
    ("a word that is too long", "see /a/very/long/path now", 10, ["  see", "  /a/very/long/path", "  now"]),
    ("wide characters", "玄関の鍵は開いています。", 12, ["  玄関の鍵は", "  開いていま", "  す。"]),
    ("no closing mark at the start", "あいう。え", 8, ["  あい", "  う。え"]),
    ("paragraphs and blank lines", "a\n\nb c", 80, ["  a", "", "  b c"]),
    ("indented lines keep their indent", "  - one two", 10, ["    - one", "    two"]),
    ("tabs", "a\tb", 80, ["  a   b"]),
    ("combining marks take no column", "e\u{301}e\u{301} e\u{301}", 6, ["  e\u{301}e\u{301} e\u{301}"]),
  ]

  @Test(arguments: wrapped)
  func wrapsText(_ item: (name: String, text: String, width: Int, lines: [String])) {
    let result = IntentResult(dialog: "", snippet: Snippet([.text(item.text)]))
    #expect(text(result, .wide(item.width)) == item.lines.map { $0 + "\n" }.joined())
  }

  @Test func isTheSameTextWithAndWithoutATerminalThatIsWideEnough() {
    for result in [Self.connected, answer(), answer("状態 é")] {
      let colored = text(result, Style(color: true, width: 200))
      #expect(withoutColor(colored) == text(result))
      #expect(colored.utf8.contains(0x1B))
    }
  }

  @Test func noHostileTextReachesATerminal() {
    let shown = text(answer(hostile))
    #expect(controls(shown) == [])
    #expect(shown.contains(#"\u{1B}[31m"#))
    // A line of its own could be taken for ours: only running text and output have lines, and those are indented.
    #expect(shown.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("  ") || $0.hasPrefix("! ") })
    #expect(controls(withoutColor(text(answer(hostile), .colored))) == [])
  }

  static let values: [(value: Value, text: String)] = [
    (.null, ""), ("a\nb", "a\nb\n"), (12, "12\n"), (.number(1.5), "1.5\n"), (true, "true\n"),
    (["a", 1], "[\"a\",1]\n"), (.object(["k": .null]), "{\"k\":null}\n"), ("", "\n"),
  ]

  @Test(arguments: values) func writesAValueAlone(_ item: (value: Value, text: String)) {
    #expect(written { ValueText.write(item.value, isTerminal: false, to: &$0) } == item.text)
  }

  @Test func writesExactBytesToAScriptAndCleanTextToATerminal() {
    #expect(written { ValueText.write("\u{1B}x", isTerminal: false, to: &$0) } == "\u{1B}x\n")
    #expect(written { ValueText.write("\u{1B}x", isTerminal: true, to: &$0) } == "\\u{1B}x\n")
  }

  private func text(_ result: IntentResult, _ style: Style = .plain) -> String {
    ResultRenderer(style: style).text(result)
  }
}
