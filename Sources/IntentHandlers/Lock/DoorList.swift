internal import IntentCore

/// What is said of several doors: as strict as what is said of each.
struct DoorList {
  let answers: [LockAnswer]
  /// Why providers told of no doors at all.
  let failures: [Fault]
  let text: Localizer
  let isSimulated: Bool

  /// Of each kind, the worst first, what is said of its doors.
  private static let kinds: [(sentence: String, holds: @Sendable (LockAnswer) -> Bool)] = [
    ("Jammed: ${doors}.", { isConfirmed($0, [.jammed]) }),
    ("Not locked: ${doors}.", { isConfirmed($0, [.unlocked, .open]) }),
    ("Moving: ${doors}.", { isConfirmed($0, [.moving]) }),
    ("Offline: ${doors}.", { $0.state == .unavailable }),
    ("No answer: ${doors}.", { $0.state == .silent || $0.state.isKnown && !$0.reading.isConfirmed }),
    ("Not known: ${doors}.", { $0.state == .unknown }),
  ]

  private static func isConfirmed(_ answer: LockAnswer, _ states: [Door.State]) -> Bool {
    answer.reading.isConfirmed && states.contains(answer.state)
  }

  var result: IntentResult {
    let troubles = troubles
    let isLocked = answers.allSatisfy { $0.reading.isSurely(.locked) } && failures.isEmpty
    let outcome: IntentResult.Outcome =
      troubles.first.map { .failed($0) } ?? (isLocked && !answers.isEmpty ? .done : .neutral)
    let symbol: Symbol =
      troubles.isEmpty
      ? isLocked ? Symbol("lock", .green) : Symbol("lock.open", .yellow)
      : Symbol("exclamationmark.triangle", .red)
    return IntentResult(
      outcome, symbol: symbol, dialog: dialog(isLocked),
      snippet: Snippet([
        .table(
          .init(
            columns: [.init(text("Door")), .init(text("State")), .init(text("Locks again at"))],
            rows: answers.map { [$0.door.id, $0.word, $0.deadlineText] }))
      ]), value: .array(answers.map { .object($0.members) }), isSimulated: isSimulated,
      warnings: troubles.dropFirst().map { $0.with(.warning) })
  }

  /// What is wrong: with doors first, the jammed before all, then with providers; each once.
  private var troubles: [Fault] {
    let found = answers.compactMap { answer in answer.trouble.map { answer.named($0) } } + failures
    var troubles: [Fault] = []
    for fault in found.filter({ $0.code == .lockJammed }) + found.filter({ $0.code != .lockJammed })
    where !troubles.contains(fault) { troubles.append(fault) }
    return troubles
  }

  private func dialog(_ isLocked: Bool) -> String {
    if answers.isEmpty { return text("There are no doors.") }
    if isLocked { return text("All doors are locked.") }
    let sentences = Self.kinds.compactMap { kind -> String? in
      let doors = answers.filter { kind.holds($0) }.map(\.title)
      return doors.isEmpty ? nil : text(kind.sentence, ["doors": .string(doors.joined(separator: ", "))])
    }
    return sentences.isEmpty
      ? text("Locked, as far as doors can be reached.") : sentences.joined(separator: " ")
  }
}
