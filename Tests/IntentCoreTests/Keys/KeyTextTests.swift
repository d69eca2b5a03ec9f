import IntentCore
import TestSupport
import Testing

@Suite struct KeyTextTests {
  private static let random = (0..<21).map { UInt8($0 * 11) }

  @Test func `what is shown is read again`() throws {
    let key = try #require(KeyText(random: Self.random))
    #expect(key.text == "0bp1c.q2dr-3es4-ft5g-v6hw")
    #expect(KeyText(typed: key.text.utf8) == key)
  }

  @Test(arguments: [
    "0BP1C.Q2DR-3ES4-FT5G-V6HW", "obpic.q2dr3es4ft5gv6hw\n", " 0bplc . q2dr 3es4 ft5g v6hw ",
  ])
  func `case, dashes and blanks do not count`(_ typed: String) {
    #expect(KeyText(typed: typed.utf8) == KeyText(random: Self.random))
  }

  @Test(arguments: [
    "", ".", "0bp1c", "0bp1c.q2dr", "0bp1c.q2dr-3es4-ft5g-v6hw-0", "0bp1cq.2dr-3es4-ft5g-v6hw",
    "0bp1c.q2dr-3es4-ft5g-v6h\u{301}w", "0bp1c.q2dr-3es4-ft5g-v6hu", "0bp1c..q2dr-3es4-ft5g-v6hw",
  ])
  func `all else is no key`(_ typed: String) {
    #expect(KeyText(typed: typed.utf8) == nil)
    #expect(PresentedKey(Array(typed.utf8)).id.isEmpty)
  }

  @Test func `every letter is as likely`() {
    var counts: [Character: Int] = [:]
    for byte in UInt8.min...UInt8.max {
      let text = KeyText(random: [UInt8](repeating: byte, count: 21))?.id ?? ""
      counts[text.first ?? "?", default: 0] += 1
    }
    #expect(counts.count == 32)
    #expect(Set(counts.values) == [8])
  }
}

@Suite struct KeyWindowTests {
  /// 12:30:00 on 30 November 2026, three hours east of Greenwich.
  private let clock = ScriptedWorld().world.clock

  private func seconds(_ from: String?, _ until: String) -> [Int]? {
    guard let window = try? KeyWindow(from: from, until: until, clock) else { return nil }
    return [window.from, window.until].map { ($0 - clock.wall()).wholeMilliseconds / 1000 }
  }

  static let windows: [(from: String?, until: String, seconds: [Int]?)] = [
    (nil, "4h", [0, 14_400]), (nil, "PT90M", [0, 5400]), (nil, "18:00", [0, 19_800]),
    (nil, "12:30", [0, 86_400]), (nil, "09:00", [0, 73_800]), ("18:00", "4h", [19_800, 34_200]),
    ("18:00", "09:00", [19_800, 73_800]), ("2h", "22:00", [7200, 34_200]),
    (nil, "2026-11-30T14:00:00+03:00", [0, 5400]), (nil, "2026-11-30T11:00:00Z", [0, 5400]),
    (nil, "2026-12-01", [0, 127_800]), ("2026-12-01T00:00:00+03:00", "1h", [41_400, 45_000]),
    (nil, "tomorrow 10:00", [0, 77_400]), (nil, "0s", nil), (nil, "-1h", nil), (nil, "yesterday", nil),
    (nil, "2026-11-30T12:00:00+03:00", nil), (nil, "367d", nil), (nil, "", nil), (nil, "soon", nil),
    ("18:00", "2026-11-30T17:00:00+03:00", nil), ("soon", "4h", nil),
    ("2026-11-30T10:00:00+03:00", "4h", [-9000, 14_400]),
  ]

  @Test(arguments: windows) func `a window is read as people write it`(
    _ from: String?, _ until: String, _ expected: [Int]?
  ) {
    #expect(seconds(from, until) == expected)
  }
}

@Suite struct KeyLimitsTests {
  private static func at(_ seconds: Int) -> WallTime { WallTime(microseconds: seconds * 1_000_000) }

  private static func misses(_ count: Int, at place: String, every: Int = 1) -> [KeyLimits.Miss] {
    (0..<count).map { KeyLimits.Miss(at: at($0 * every), place: place) }
  }

  @Test func `five wrong ones at a place, and no more for a quarter of an hour`() {
    #expect(KeyLimits.wait(Self.misses(4, at: "a"), at: "a", now: Self.at(10)) == nil)
    #expect(KeyLimits.wait(Self.misses(5, at: "a"), at: "a", now: Self.at(10)) == .seconds(890))
    #expect(KeyLimits.wait(Self.misses(5, at: "a"), at: "b", now: Self.at(10)) == nil)
    #expect(KeyLimits.wait(Self.misses(5, at: "a"), at: "a", now: Self.at(900)) == nil)
    #expect(KeyLimits.wait(Self.misses(6, at: "a"), at: "a", now: Self.at(900)) == .seconds(1))
  }

  @Test func `twenty over all`() {
    let everywhere = (0..<20).map { KeyLimits.Miss(at: Self.at($0), place: "\($0)") }
    #expect(KeyLimits.wait(everywhere, at: "z", now: Self.at(100)) == .seconds(800))
    #expect(KeyLimits.wait(Array(everywhere.dropLast()), at: "z", now: Self.at(100)) == nil)
  }
}
