internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// What is likely to be wanted now, learnt from runs that went well.
///
/// Nothing is counted when something runs: the journal has it all, and what is erased there is forgotten here.
struct Suggestions {
  struct Item {
    var habit: Habit
    var definition: IntentDefinition
    var file: SourceFile
    var loaded: LoadedDefinition
    /// The shortcut that makes the same call.
    var shortcut: Shortcut?
  }

  /// So many runs at the end of the journal are learnt from.
  private static let learntRuns = 2000

  private(set) var items: [Item] = []

  /// The best so many that can be run from here.
  init(_ limit: Int, _ session: inout Session) throws(Failure) {
    let shortcuts = (try? session.world.store.shortcuts()) ?? []
    for habit in try Self.habits(session) {
      if items.count == limit { return }
      // What another definition has taken the place of would be another call.
      guard let found = try? session.catalog.find(habit.intent), found.path == habit.path,
        let loaded = try? session.load(found, id: habit.intent), loaded.definition.isSuggested
      else { continue }
      var habit = habit
      habit.values = habit.values.withoutDefaults(of: loaded.definition)
      if let same = items.firstIndex(where: {
        $0.habit.path == habit.path && $0.habit.values == habit.values
      }) {
        items[same].habit.add(habit)
        continue
      }
      let shortcut = shortcuts.first {
        $0.path == habit.path && $0.parameters.withoutDefaults(of: loaded.definition) == habit.values
      }
      items.append(
        Item(
          habit: habit, definition: session.localised(loaded.definition), file: found, loaded: loaded,
          shortcut: shortcut))
    }
  }

  /// Every call that was made, the likeliest first.
  private static func habits(_ session: Session) throws(Failure) -> [Habit] {
    var habits: [Habit] = []
    var places: [String: Int] = [:]
    let (now, clock) = (session.world.clock.wall(), session.world.clock)
    for donation in try session.world.store.calls(limit: learntRuns) where donation.isDonation {
      let key = "\(donation.path)\n\(donation.parameters)"
      let place = places[key] ?? habits.count
      if place == habits.count {
        guard let values = (try? Value(json: Array(donation.parameters.utf8), file: ""))?.objectValue,
          !values.holdsMark
        else { continue }
        places[key] = place
        habits.append(
          Habit(path: donation.path, intent: donation.intent, values: values, last: donation.at))
      }
      habits[place].count(donation, now: now, clock)
    }
    return habits.sorted { ($1.score, $1.last) < ($0.score, $0.last) }
  }
}

extension Habit {
  /// Counts another in that makes the same call.
  fileprivate mutating func add(_ other: Habit) {
    count += other.count
    atHour += other.atHour
    onWeekday += other.onWeekday
    score += other.score
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
  var words: [String] {
    shortcut.map { ["runintent", $0.name] } ?? CallWords.words(definition.id, habit.values, loaded.definition)
  }

  var call: IntentCall {
    IntentCall(
      file: file, loaded: loaded, kept: habit.values.supplied(as: shortcut == nil ? .journal : .shortcut),
      shortcut: shortcut?.name)
  }

  func reason(_ session: Session) -> String {
    let clock = session.world.clock
    let last = DateText.text(clock.local(habit.last), today: clock.local(clock.wall()))
    return session.text(
      "runs: ${count}, the last ${time}; about this hour: ${hour}; on this day of the week: ${day}",
      [
        "count": .integer(habit.count), "time": .string(last), "hour": .integer(habit.atHour),
        "day": .integer(habit.onWeekday),
      ])
  }

  func json(_ session: Session) -> Value {
    .object([
      "intent": .string(definition.id), "title": .string(definition.title),
      "shortcut": shortcut.map { .string($0.name) } ?? .null, "parameters": .object(habit.values),
      "command": .array(words.map { .string($0) }), "score": .number(habit.score),
      "why": .object([
        "runs": .integer(habit.count), "last": .string(habit.last.rfc3339),
        "aboutThisHour": .integer(habit.atHour), "onThisWeekday": .integer(habit.onWeekday),
      ]),
    ])
  }
}
