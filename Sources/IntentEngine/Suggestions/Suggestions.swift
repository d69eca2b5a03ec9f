internal import Glibc
package import IntentCore
package import IntentLoading
internal import IntentPipeline
internal import Redaction

/// What is likely to be wanted now, learnt from runs that went well. Nothing is counted when something runs: the
/// journal has it all, and what is erased there is forgotten here.
package struct Suggestions {
  package struct Item: Sendable {
    package var call: RepeatedCall
    package var definition: IntentDefinition
    package var file: SourceFile
    package var loaded: LoadedDefinition
    /// The shortcut that makes the same call.
    package var shortcut: Shortcut?
  }

  /// So many runs at the end of the journal are learnt from.
  private static let learntRuns = 2000

  package private(set) var items: [Item] = []

  /// The best so many that can be run from here.
  package init(_ limit: Int, _ engine: inout Engine) throws(Failure) {
    let shortcuts = (try? engine.world.store.shortcuts()) ?? []
    for repeated in try Self.calls(engine) {
      if items.count == limit { return }
      // What another definition has taken the place of would be another call.
      guard let found = try? engine.library.folders.find(repeated.intent), found.path == repeated.path,
        let loaded = try? engine.library.load(found, id: repeated.intent), loaded.definition.isSuggested
      else { continue }
      var call = repeated
      call.values = call.values.withoutDefaults(of: loaded.definition)
      if let same = items.firstIndex(where: { $0.call.path == call.path && $0.call.values == call.values }) {
        items[same].call.add(call)
        continue
      }
      let shortcut = shortcuts.first {
        $0.path == repeated.path && $0.parameters.withoutDefaults(of: loaded.definition) == call.values
      }
      items.append(
        Item(
          call: call, definition: engine.library.localised(loaded.definition), file: found, loaded: loaded,
          shortcut: shortcut))
    }
  }

  /// Every call that was made, the likeliest first.
  private static func calls(_ engine: Engine) throws(Failure) -> [RepeatedCall] {
    var calls: [RepeatedCall] = []
    var places: [String: Int] = [:]
    let (now, clock) = (engine.world.clock.wall(), engine.world.clock)
    for donation in try engine.world.store.calls(limit: learntRuns) where donation.isDonation {
      let key = "\(donation.path)\n\(donation.parameters)"
      let place = places[key] ?? calls.count
      if place == calls.count {
        guard let values = (try? Value(json: Array(donation.parameters.utf8), file: ""))?.objectValue,
          !values.holdsMark
        else { continue }
        places[key] = place
        calls.append(
          RepeatedCall(path: donation.path, intent: donation.intent, values: values, last: donation.at))
      }
      calls[place].count(donation, now: now, clock)
    }
    return calls.sorted { ($1.score, $1.last) < ($0.score, $0.last) }
  }
}

extension ValueObject {
  fileprivate func withoutDefaults(of definition: IntentDefinition) -> ValueObject {
    ValueObject(
      uniqueMembers: members.filter { definition.parameter(named: $0.key)?.defaultValue != $0.value })
  }
}

extension Suggestions.Item {
  /// The words that make the call.
  package var words: [String] {
    shortcut.map { ["runintent", $0.name] } ?? call.values.words(calling: definition.id, loaded.definition)
  }

  package var prepared: IntentCall {
    IntentCall(
      file: file, loaded: loaded, kept: call.values.supplied(as: shortcut == nil ? .journal : .shortcut),
      shortcut: shortcut?.name)
  }
}

/// A call that was made before, and how much speaks for making it now.
package struct RepeatedCall: Sendable {
  let path: String
  let intent: String
  /// The values of the last time, without those that are the definition's defaults.
  package var values: ValueObject
  package var count = 0
  package let last: WallTime
  /// How often within an hour of this time of day, and on this day of the week.
  package var atHour = 0
  package var onWeekday = 0
  package var score = 0.0

  /// After so many days a run counts half.
  private static let halfLife = 14.0

  /// Counts a run in: it is worth 1, or up to 3 when it was about this hour and on this day of the week, and half as
  /// much for every half-life that has passed since.
  mutating func count(_ donation: PastCall, now: WallTime, _ clock: World.Clock) {
    let (then, today) = (clock.local(donation.at), clock.local(now))
    let apart = abs(then.minuteOfDay - today.minuteOfDay)
    let isAtHour = min(apart, 1440 - apart) <= 60
    let isOnWeekday = then.weekday == today.weekday
    count += 1
    if isAtHour { atHour += 1 }
    if isOnWeekday { onWeekday += 1 }
    let days = max(0, Double(now.microseconds - donation.at.microseconds) / 86_400_000_000)
    score += exp2(-days / Self.halfLife) * (1 + (isAtHour ? 1.5 : 0) + (isOnWeekday ? 0.5 : 0))
  }

  /// Counts another in that makes the same call.
  mutating func add(_ other: RepeatedCall) {
    count += other.count
    atHour += other.atHour
    onWeekday += other.onWeekday
    score += other.score
  }
}

extension CalendarTime {
  fileprivate var minuteOfDay: Int { hour * 60 + minute }
  fileprivate var weekday: Int { CalendarDate(year: year, month: month, day: day).weekday }
}

extension ValueObject {
  /// Whether something that was hidden stands in a value.
  package var holdsMark: Bool { members.contains { $0.value.holdsMark } }

  /// The members in which nothing was hidden.
  package var withoutMarks: ValueObject { ValueObject(uniqueMembers: members.filter { !$0.value.holdsMark }) }
}

extension Value {
  fileprivate var holdsMark: Bool {
    switch self {
    case .string(let text):
      text.utf8.indices.contains { text.utf8[$0...].starts(with: Redactor.mark.utf8) }
    case .array(let items): items.contains(where: \.holdsMark)
    case .object(let object): object.holdsMark || object.keys.contains { Value.string($0).holdsMark }
    case .null, .boolean, .integer, .number: false
    }
  }
}
