internal import IntentCore
internal import IntentEngine
internal import IntentRendering
internal import Schedules

/// A moment at which an automation is due, as people and programs read it.
struct MomentLine {
  let occurrence: Occurrence
  let zone: ZoneRules
  let delay: Duration

  init(_ occurrence: Occurrence, _ automation: Automation, _ zone: ZoneRules) {
    (self.occurrence, self.zone) = (occurrence, zone)
    delay = automation.delay(at: occurrence.at)
  }

  private var local: CalendarTime { zone.local(occurrence.at) }

  /// `2026-12-01 03:00`.
  var time: String { "\(DateText.date(local)) \(String(DateText.clock(local).utf8.dropLast(3)) ?? "")" }

  /// `+01:00`.
  var offset: String {
    let minutes = abs(local.offset) / 60
    return "\(local.offset < 0 ? "-" : "+")\((minutes / 60).padded(2)):\((minutes % 60).padded(2))"
  }

  /// `2026-12-01 03:00 +01:00`.
  var text: String { "\(time) \(offset)" }

  /// The minute of the day that a change of the clocks leaves out.
  private var skipped: String? {
    guard case .skipped(let minute) = occurrence.change else { return nil }
    return "\((minute / 60).padded(2)):\((minute % 60).padded(2))"
  }

  func note(_ say: Localizer) -> String {
    var notes: [String] = []
    if let skipped { notes.append(say("the clocks skip ${time}", ["time": .string(skipped)])) }
    if case .first = occurrence.change { notes.append(say("the first of two")) }
    if delay > .zero {
      notes.append(say("starts ${seconds} s later", ["seconds": .string(delay.secondsText)]))
    }
    return notes.joined(separator: ", ")
  }

  func json(_ id: String) -> Value {
    let change: Value =
      switch occurrence.change {
      case .none: .null
      case .first: "first"
      case .skipped: "skipped"
      }
    return .object([
      "automation": .string(id), "at": .string(occurrence.at.rfc3339),
      "local": .string("\(DateText.date(local))T\(DateText.clock(local))\(offset)"), "clockChange": change,
      "skipped": Value(skipped), "delaySeconds": .integer(delay.wholeNanoseconds / 1_000_000_000),
    ])
  }
}

extension Schedule {
  var textWithZone: String { zone.map { "\(text) \($0)" } ?? text }
}

extension OperandWords {
  static let automations = OperandWords { session, _ in
    session.library.automations.entries().entries.filter { !$0.isShadowed }.map(\.id)
  }
}
