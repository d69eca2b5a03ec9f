import IntentCore
import IntentRendering
import Testing

@Suite struct ListTests {
  @Test func alignsByDisplayWidth() {
    var columns = Columns(
      [.init("ID"), .init("N", .trailing), .init("TITLE")], style: .plain, showsTitles: true)
    for row in [["a", "1", "x"], ["日本語", "12", ""], ["e\u{301}", "3", "🚪 z"], ["\u{1B}", "", "y"]] {
      columns.append(row)
    }
    #expect(
      written(columns.write) == """
        ID       N  TITLE
        a        1  x
        日本語  12
        e\u{301}        3  🚪 z
        \\u{1B}      y

        """)
  }

  static let widths: [(width: Int?, rows: [String])] = [
    (nil, ["toggle-vpn  Connects the VPN, or disconnects it", "x           short"]),
    (47, ["toggle-vpn  Connects the VPN, or disconnects it", "x           short"]),
    (30, ["toggle-vpn  Connects the VPN,…", "x           short"]),
    (5, ["toggle-vpn  Connect…", "x           short"]),
  ]

  @Test(arguments: widths) func shortensWhatMayBeShortened(_ item: (width: Int?, rows: [String])) {
    var columns = Columns([.init(), .init(isShrinkable: true)], style: Style(width: item.width))
    columns.append(["toggle-vpn", "Connects the VPN, or disconnects it"])
    columns.append(["x", "short"])
    #expect(written(columns.write) == item.rows.map { $0 + "\n" }.joined())
  }

  @Test func cutsBetweenWideCharactersOnly() {
    var columns = Columns([.init(isShrinkable: true)], style: .wide(8))
    columns.append(["あいうえおかき"])
    #expect(written(columns.write) == "あいう…\n")
  }

  @Test func colorsTitlesAndNothingElse() {
    var columns = Columns([.init("T"), .init()], style: .colored, showsTitles: true)
    columns.append(["✔", "a"])
    #expect(written(columns.write) == "\u{1B}[1mT\u{1B}[0m\n✔  a\n")
  }

  @Test func writesDatesOfTodayByTheClock() {
    let now = CalendarTime(year: 2026, month: 11, day: 30, hour: 23, minute: 0, second: 0, offset: 3600)
    var time = now
    (time.hour, time.minute, time.second) = (12, 30, 5)
    #expect(DateText.text(time, today: now) == "12:30:05")
    time.day = 3
    #expect(DateText.text(time, today: now) == "2026-11-03 12:30:05")
  }

  @Test func laysOutTenThousandRowsInABlink() {
    let clock = ContinuousClock()
    let elapsed = clock.measure {
      var columns = Columns([.init(), .init(), .init(isShrinkable: true)], style: .plain)
      for row in 0..<10_000 {
        columns.append(["intent-\(row)", "ok", "Connects the VPN, or disconnects it"])
      }
      #expect(written(columns.write).utf8.count { $0 == 0x0A } == 10_000)
    }
    #expect(elapsed < .seconds(3))
  }
}
