package import JSONLogic
package import Schedules

/// An intent that is run when a schedule says so, as its file defines it, checked.
package struct Automation: Sendable {
  /// What is done about moments at which the machine was off or asleep.
  package enum CatchUp: String, Sendable, CaseIterable {
    case none
    /// The last of them is run as soon as possible.
    case once
  }

  /// An intent with values for its parameters.
  package struct Call: Sendable {
    package var intent: String
    package var parameters: ValueObject

    package init(intent: String, parameters: ValueObject = ValueObject()) {
      (self.intent, self.parameters) = (intent, parameters)
    }
  }

  package var id: String
  /// The absolute path of the file, links resolved.
  package var path: String
  /// The exact bytes that were read.
  package var source: [UInt8]
  package var title: String?
  package var isEnabled = true
  package var schedule: Schedule
  /// What must hold at a moment for it to be run.
  package var condition: Logic?
  package var call: Call
  /// What happens when a run of it is not over yet.
  package var concurrency = IntentDefinition.Concurrency.single
  package var catchUp = CatchUp.none
  /// Up to so long after its moment each run starts.
  package var jitter = Duration.zero
  /// What is run when a run failed.
  package var onFailure: Call?

  package init(id: String, path: String, source: [UInt8] = [], schedule: Schedule, call: Call) {
    (self.id, self.path, self.source) = (id, path, source)
    (self.schedule, self.call) = (schedule, call)
  }

  /// What conditions may ask for: the moment and what the place's clocks show, and failures in a row before.
  package static let variables = ["now", "hour", "minute", "day", "month", "weekday", "failures"]

  /// The data that a condition is worked out over.
  package static func data(at now: WallTime, in zone: ZoneRules, failures: Int) -> Value {
    let local = zone.local(now)
    let date = CalendarDate(year: local.year, month: local.month, day: local.day)
    let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    let offset = abs(local.offset) / 60
    let zone = "\(local.offset < 0 ? "-" : "+")\((offset / 60).padded(2)):\((offset % 60).padded(2))"
    return .object([
      "now": .string("\(DateText.date(local))T\(DateText.clock(local))\(zone)"), "hour": .integer(local.hour),
      "minute": .integer(local.minute), "day": .integer(local.day), "month": .integer(local.month),
      "weekday": .string(weekdays[date.weekday]), "failures": .integer(failures),
    ])
  }

  /// How long after a moment its run starts: the same whoever asks, spread over the jitter (FNV-1a, 64 bits).
  package func delay(at moment: WallTime) -> Duration {
    let seconds = jitter.wholeNanoseconds / 1_000_000_000
    guard seconds > 0 else { return .zero }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var rest = UInt64(bitPattern: Int64(moment.wholeSeconds))
    for _ in 0..<8 {
      hash = (hash ^ (rest & 0xFF)) &* 0x100_0000_01B3
      rest >>= 8
    }
    hash ^= hash >> 32
    return .seconds(Int(hash % UInt64(seconds + 1)))
  }
}

/// A moment at which an automation was due, as the store remembers it once somebody took it on.
package struct InstantRecord: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    case running, done, failed
    /// The automation's condition did not hold.
    case unmet
    /// A run of it was not over yet.
    case skipped
    /// The process ended without a word; whether the run acted is not known.
    case unknown
  }

  /// The path of the automation's file.
  package var automation: String
  package var at: WallTime
  package var startedAt: WallTime
  package var state: State
  package var exitCode: Int32
  /// The stable code of what went wrong.
  package var code: String?
  /// The number of the run in the journal.
  package var run: Int?

  package init(
    automation: String, at: WallTime, startedAt: WallTime, state: State = .running, exitCode: Int32 = 0,
    code: String? = nil, run: Int? = nil
  ) {
    (self.automation, self.at, self.startedAt, self.state) = (automation, at, startedAt, state)
    (self.exitCode, self.code, self.run) = (exitCode, code, run)
  }
}
