import CivilTime
import Foundation
import PythonOracle
import Schedules
import Testing

/// Compares with croniter in UTC, over expressions that mean the same to both.
@Suite struct CronOracleTests {
  private struct Case: Codable {
    var text: String
    var from: Int
    var next: [Int]
  }

  @Test func agreesWithCroniter() throws {
    guard let python = Python.croniter else {
      print("skipped: no croniter (python3 with venv and a package index is needed)")
      return
    }
    var random = SplitMix(state: 20_261_130)
    let calls = (0..<Python.cases(2500)).map { _ in
      Case(text: Self.expression(&random), from: Int.random(in: 0...4_000_000_000, using: &random), next: [])
    }
    let script = """
      import json, sys
      from croniter import croniter
      from datetime import datetime, timezone
      out = []
      for case in json.load(sys.stdin):
          start = datetime.fromtimestamp(case['from'], timezone.utc)
          try:
              it = croniter(case['text'], start, implement_cron_bug=True, max_years_between_matches=60)
              case['next'] = [int(it.get_next(datetime).timestamp()) for _ in range(5)]
          except Exception as e:
              case['next'] = []
          out.append(case)
      print(json.dumps(out))
      """
    let output = try #require(Python.run(python, ["-c", script], input: try JSONEncoder().encode(calls)))
    let answers = try JSONDecoder().decode([Case].self, from: output)
    var compared = 0
    var never = 0
    for answer in answers {
      guard let expression = try? CronExpression(answer.text) else {
        never += 1
        if !answer.next.isEmpty { Issue.record("refused: \(answer.text)") }
        continue
      }
      if answer.next.isEmpty {
        Issue.record("croniter knows no time for: \(answer.text)")
        continue
      }
      var at = WallTime(seconds: answer.from)
      var own: [Int] = []
      for _ in 0..<5 {
        guard let next = expression.next(after: at, in: .utc) else { break }
        own.append(next.at.wholeSeconds)
        at = next.at
      }
      if own != answer.next {
        Issue.record("\(answer.text) after \(answer.from): \(own), not \(answer.next)")
      }
      compared += 1
    }
    #expect(compared >= Python.cases(2000))
    print("expressions compared with croniter: \(compared), refused by both: \(never)")
  }

  private static let names = [
    3: ["jan", "FEB", "mar", "apr", "May", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
    4: ["sun", "MON", "tue", "wed", "Thu", "fri", "sat"],
  ]

  private static func expression(_ random: inout SplitMix) -> String {
    if Int.random(in: 0..<20, using: &random) == 0 {
      return ["@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually"]
        .randomElement(using: &random)!
    }
    let ranges = [0...59, 0...23, 1...31, 1...12, 0...6]
    return (0..<5).map { field(ranges[$0], $0, &random) }.joined(separator: " ")
  }

  private static func field(_ range: ClosedRange<Int>, _ index: Int, _ random: inout SplitMix) -> String {
    let star = index < 2 ? 3 : 5
    if Int.random(in: 0..<10, using: &random) < star { return "*" }
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in item(range, index, &random) }.joined(
      separator: ",")
  }

  private static func item(_ range: ClosedRange<Int>, _ index: Int, _ random: inout SplitMix) -> String {
    let low = Int.random(in: range, using: &random)
    let high = Int.random(in: low...range.upperBound, using: &random)
    let step = Int.random(in: 2...max(2, (range.upperBound - range.lowerBound) / 2), using: &random)
    func name(_ number: Int) -> String {
      guard let names = names[index], Bool.random(using: &random) else { return String(number) }
      return names[number - range.lowerBound]
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "*/\(step)"
    case 1, 2: return low < high ? "\(name(low))-\(name(high))" : name(low)
    case 3 where low + step <= high: return "\(low)-\(high)/\(step)"
    default: return index == 4 && low == 0 && Bool.random(using: &random) ? "7" : name(low)
    }
  }
}
