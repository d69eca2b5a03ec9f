import IntentCore
import IntentRendering
import Testing

/// Without colour nothing that is written holds one ESC byte, whatever comes in.
@Suite struct ColorTests {
  static let texts: [(name: String, write: @Sendable (Style) -> String)] = [
    ("an answer", { ResultRenderer(style: $0).text(answer(hostile)) }),
    (
      "a failed answer",
      { ResultRenderer(style: $0).text(answer(hostile, outcome: .failed(Fault(.commandExit)))) }
    ),
    (
      "a list",
      { style in
        var columns = Columns([.init(hostile), .init()], style: style, showsTitles: true)
        columns.append([hostile, hostile])
        return written(columns.write)
      }
    ),
    ("a fault", { FaultRenderer(style: $0).text(Fault(.intentUnknown, ["intent": .text(hostile)])) }),
    (
      "a fault of a definition",
      {
        FaultRenderer(style: $0).text(
          Fault(.jsonEmpty, at: JSON.SourceLocation(file: hostile, line: 1, column: 3, text: hostile)))
      }
    ),
    (
      "JSON",
      { _ in
        Envelope(
          intent: hostile, .answered(answer(hostile)), status: .done, startedAt: WallTime(microseconds: 0),
          duration: .zero
        ).text
      }
    ),
  ]

  @Test(arguments: texts) func hasNoEscapeByte(_ item: (name: String, write: @Sendable (Style) -> String)) {
    for style in [Style.plain, .ascii, .wide(20), .wide(1)] {
      #expect(!item.write(style).utf8.contains(0x1B))
    }
  }

  @Test(arguments: texts.dropLast())
  func hasColorWhereItIsWanted(_ item: (name: String, write: @Sendable (Style) -> String)) {
    #expect(item.write(.colored).utf8.contains(0x1B))
    #expect(withoutColor(item.write(.colored)) == item.write(.plain))
  }

  @Test func symbolsOfOurOwnAreASCIIWithoutUTF8() {
    let text = ResultRenderer(style: .ascii).text(answer("text"))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }
}
