import Foundation
import PythonOracle
import Schedules
import Testing

@Suite struct ZoneTests {
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Africa/Casablanca",
    "Asia/Tashkent", "Pacific/Apia", "Europe/Dublin", "Antarctica/Troll", "Etc/GMT-14",
  ])
  func knows(_ name: String) throws { #expect(TestZones.database.rules(of: name) != nil) }

  @Test(arguments: [
    "", "/etc/passwd", "../../../etc/passwd", "Europe/../Europe/Berlin", "Europe//Berlin", "Europe/Berlin/",
    "Europe/Berlin\0", "Europe", "zone1970.tab", "tzdata.zi", "Nowhere/Else", "Europe/Be rlin", ".",
    "right/UTC",
    String(repeating: "a", count: 300),
  ])
  func refuses(_ name: String) { #expect(TestZones.database.rules(of: name) == nil) }

  @Test func anyCutOfAFileIsRefusedOrRead() throws {
    let bytes = try #require(TestZones.read("/usr/share/zoneinfo/Europe/Berlin", 1 << 20))
    for end in stride(from: 0, to: bytes.count, by: 7) {
      let database = ZoneDatabase { _, _ in Array(bytes[..<end]) }
      #expect(database.rules(of: "Europe/Berlin") == nil, "\(end)")
    }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        broken[.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let database = ZoneDatabase { [broken] _, _ in broken }
      guard let rules = database.rules(of: "Europe/Berlin") else { continue }
      for moment in [-5_000_000_000, 0, 1_796_031_000, 9_000_000_000] {
        _ = rules.period(at: moment)
        _ = rules.moment(showing: moment)
      }
    }
  }

  /// Compares offsets, and what local times mean, with Python's zoneinfo for every zone there is.
  @Test func agreesWithPython() throws {
    guard let answers = try PythonZones.answers() else {
      print("skipped: python3 with zoneinfo is needed")
      return
    }
    var compared = 0
    for (name, rows) in answers {
      let rules = try #require(TestZones.database.rules(of: name), "\(name)")
      for row in rows {
        if rules.offset(at: row[0]) != row[1] {
          Issue.record("\(name) at \(row[0]): \(rules.offset(at: row[0])), python \(row[1])")
        }
        let shown = row[0] + row[1]
        let expected = row[2]
        let moment: Int =
          switch rules.moment(showing: shown) {
          case .once(let moment), .twice(let moment), .skipped(let moment): moment
          }
        if moment != expected { Issue.record("\(name) showing \(shown): \(moment), python \(expected)") }
        compared += 1
      }
    }
    #expect(answers.count > 300 && compared > 20_000)
    print("offsets of \(answers.count) zones compared with zoneinfo: \(compared)")
  }
}

enum TestZones {
  static let database = ZoneDatabase(read)

  @Sendable static func read(_ path: String, _ limit: Int) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0.prefix(limit)) }
  }
}

/// Rows of a moment, its offset, and the first moment at which the clocks show the same.
private enum PythonZones {
  static func answers() throws -> [String: [[Int]]]? {
    let script = """
      import json, random, zoneinfo
      from datetime import datetime, timezone, timedelta
      zoneinfo.reset_tzpath(to=['/usr/share/zoneinfo'])
      r = random.Random(7)
      out = {}
      for name in sorted(zoneinfo.available_timezones()):
          if name in ('localtime', 'Factory'): continue
          try: zone = zoneinfo.ZoneInfo(name)
          except Exception: continue
          rows = []
          def at(moment):
              return int(datetime.fromtimestamp(moment, timezone.utc).astimezone(zone).utcoffset().total_seconds())
          def row(moment):
              offset = at(moment)
              shown = datetime(1970, 1, 1) + timedelta(seconds=moment + offset)
              first = shown.replace(tzinfo=zone, fold=0)
              rows.append([moment, offset, int(first.astimezone(timezone.utc).timestamp())])
          for _ in range(25):
              row(r.randrange(-3_000_000_000, 4_200_000_000))
          for _ in range(15):
              row(r.randrange(1_700_000_000, 2_500_000_000))
          # Near a change.
          for _ in range(4):
              low = r.randrange(1_000_000_000, 4_000_000_000); high = low + 240 * 86400
              if at(low) == at(high): continue
              while high - low > 1:
                  middle = (low + high) // 2
                  if at(middle) == at(low): low = middle
                  else: high = middle
              for moment in (low - 1800, low, high, high + 1, high + 1800): row(moment)
          out[name] = rows
      print(json.dumps(out))
      """
    guard let output = Python.run(URL(filePath: "/usr/bin/env"), ["python3", "-c", script]) else {
      return nil
    }
    return try JSONDecoder().decode([String: [[Int]]].self, from: output)
  }
}
