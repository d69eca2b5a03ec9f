internal import IntentCore
internal import IntentRendering
internal import Schedules

/// A moment at which an automation is due, as people and programs read it.
struct MomentLine {
  let occurrence: Occurrence
  let zone: ZoneRules
  let delay: Duration

  init(_ occurrence: Occurrence, _ automation: Automation, _ zone: ZoneRules) {
    self.occurrence = occurrence
    self.zone = zone
    delay = automation.delay(at: occurrence.at)
  }

  private var local: CalendarTime { zone.local(occurrence.at) }

  /// `2026-12-01 03:00`.
  var time: String {
    "\(DateText.date(local)) \(String(DateText.clock(local).utf8.dropLast(3)) ?? "")"
  }

  /// `+01:00`.
  var offset: String {
    let minutes = abs(local.offset) / 60
    return "\(local.offset < 0 ? "-" : "+")\(Self.two(minutes / 60)):\(Self.two(minutes % 60))"
  }

  func note(_ say: Localizer) -> String {
    var notes: [String] = []
    switch occurrence.change {
    case .none: break
    case .skipped(let minute):
      let time = "\(Self.two(minute / 60)):\(Self.two(minute % 60))"
      notes.append(say("the clocks skip ${time}", ["time": .string(time)]))
    case .first: notes.append(say("the first of two"))
    }
    if delay > .zero {
      notes.append(say("starts ${seconds} s later", ["seconds": .string(delay.secondsText)]))
    }
    return notes.joined(separator: ", ")
  }

  func json(_ id: String) -> Value {
    let change: (word: Value, skipped: Value) =
      switch occurrence.change {
      case .none: (.null, .null)
      case .first: ("first", .null)
      case .skipped(let minute): ("skipped", .string("\(Self.two(minute / 60)):\(Self.two(minute % 60))"))
      }
    return .object([
      "automation": .string(id), "at": .string(occurrence.at.rfc3339),
      "local": .string("\(DateText.date(local))T\(DateText.clock(local))\(offset)"),
      "clockChange": change.word, "skipped": change.skipped,
      "delaySeconds": .integer(delay.wholeNanoseconds / 1_000_000_000),
    ])
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
