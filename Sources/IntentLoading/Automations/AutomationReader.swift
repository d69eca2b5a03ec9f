package import IntentCore
internal import JSON
internal import JSONLogic
internal import Schedules

/// Turns the bytes of one file into an automation, or says everything that is wrong with it.
package enum AutomationReader {
  static let keys = [
    "$schema", "title", "enabled", "when", "if", "run", "concurrency", "catchUp", "jitter", "onFailure",
  ]

  /// The folder of automations within one of definitions.
  package static let folderName = "automations"

  /// Reads an automation called `id`; `knowsZone` tells whether the machine has a time zone of a name.
  package static func read(
    _ file: SourceFile, id: String, knowsZone: (String) -> Bool
  ) throws(Failure) -> Automation {
    guard Names.isIdentifier(id) else {
      throw Failure(
        .fileName, ["name": .text(id), "limit": .integer(Names.limit)],
        at: SourceLocation(file: file.displayPath, line: 1, column: 1))
    }
    let document = try JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
    var log = ReadingLog(document: document)
    var draft = AutomationDraft()
    if case .object(let members) = document.root.kind {
      for member in members { draft.take(member, knowsZone, &log) }
      draft.finish(&log)
    } else {
      log.wrongType("", document.root, expected: "an object")
    }
    guard log.errors.isEmpty, let schedule = draft.schedule, let call = draft.call else {
      throw Failure(log.sorted(log.errors))
    }
    return Automation(
      id: id, path: file.path, source: file.bytes, title: draft.title, isEnabled: draft.isEnabled,
      schedule: schedule, condition: draft.condition, call: call, concurrency: draft.concurrency,
      catchUp: draft.catchUp,
      jitter: draft.jitter, onFailure: draft.onFailure)
  }
}

/// An automation on its way.
private struct AutomationDraft {
  var title: String?
  var isEnabled = true
  var schedule: Schedule?
  var condition: Logic?
  var call: Automation.Call?
  var concurrency = IntentDefinition.Concurrency.single
  var catchUp = Automation.CatchUp.none
  var jitter = Duration.zero
  var onFailure: Automation.Call?
  private var hasWhen = false
  private var hasRun = false

  mutating func take(_ member: JSONMember, _ knowsZone: (String) -> Bool, _ log: inout ReadingLog) {
    switch member.key {
    case "$schema": _ = log.text(member)
    case "title": title = log.filledText(member)
    case "enabled": isEnabled = log.flag(member) ?? true
    case "when":
      hasWhen = true
      schedule = ScheduleReader().read(member, knowsZone, &log)
    case "if": condition = Self.condition(member, &log)
    case "run":
      hasRun = true
      call = Self.call(member, &log)
    case "onFailure": onFailure = Self.call(member, &log)
    case "concurrency":
      concurrency = log.word(member.key, member.node, IntentDefinition.Concurrency.self) ?? .single
    case "catchUp": catchUp = log.word(member.key, member.node, Automation.CatchUp.self) ?? .none
    case "jitter": jitter = Self.jitter(member, &log)
    default: log.unknownKey(member, among: AutomationReader.keys)
    }
  }

  func finish(_ log: inout ReadingLog) {
    let start = log.document.root.span.start
    for (key, isThere) in [("when", hasWhen), ("run", hasRun)] where !isThere {
      log.error(.definitionMissingKey, ["key": .text(key), "within": ""], at: JSONSpan(start, start + 1))
    }
  }

  /// A condition in JsonLogic that asks only for what there is.
  private static func condition(_ member: JSONMember, _ log: inout ReadingLog) -> Logic? {
    let logic: Logic
    do throws(Failure) {
      logic = try Logic(reading: member.node.value)
    } catch {
      for fault in error.faults {
        log.error(fault.code, [:], at: member.node.span)
        log.extendLast(fault.arguments)
      }
      return nil
    }
    let known = Automation.variables
    for name in logic.variables where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      log.error(
        .definitionPlaceholder, ["name": .text(name), "reason": "no-answer", "allowed": .list(known)],
        suggestion: Suggestion.nearest(to: name, among: known) ?? "", at: member.node.span)
    }
    return logic
  }

  private static let longestJitter = Duration.seconds(86_400)

  /// Whole seconds, at most a day.
  private static func jitter(_ member: JSONMember, _ log: inout ReadingLog) -> Duration {
    guard let jitter = log.duration(member.key, member.node) else { return .zero }
    if jitter >= .seconds(1), jitter <= longestJitter { return jitter }
    log.error(
      .definitionType,
      [
        "key": .text(member.key), "value": .text(jitter.secondsText + " s"),
        "expected": "a length of time from 1s to 1d",
      ], at: member.node.span)
    return .zero
  }

  /// The id of an intent, alone or with values for its parameters.
  private static func call(_ member: JSONMember, _ log: inout ReadingLog) -> Automation.Call? {
    if case .string = member.node.kind { return intent(member, &log).map { Automation.Call(intent: $0) } }
    guard case .object(let members) = member.node.kind else {
      log.wrongType(member.key, member.node, expected: "the id of an intent, or an object with \"intent\"")
      return nil
    }
    var found: String?
    var parameters = ValueObject()
    for part in members {
      switch part.key {
      case "intent": found = intent(part, &log)
      case "parameters":
        if case .object(let object) = part.node.value {
          parameters = object
        } else {
          log.wrongType(part.key, part.node, expected: "an object")
        }
      default: log.unknownKey(part, among: ["intent", "parameters"])
      }
    }
    if !members.contains(where: { $0.key == "intent" }) {
      let start = member.node.span.start
      log.error(
        .definitionMissingKey, ["key": "intent", "within": .text(member.key)], at: JSONSpan(start, start + 1))
    }
    return found.map { Automation.Call(intent: $0, parameters: parameters) }
  }

  private static func intent(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    guard let id = log.filledText(member) else { return nil }
    if Names.isIdentifier(id) { return id }
    log.error(.definitionName, ["value": .text(id), "kind": "intent"], at: member.node.span)
    return nil
  }
}
