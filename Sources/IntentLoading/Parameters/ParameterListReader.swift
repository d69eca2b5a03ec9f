internal import IntentCore

/// Reads all parameters and checks what they must be together.
enum ParameterListReader {
  static func read(
    _ parameters: JSONMember?, required: JSONMember?, _ log: inout ReadingLog
  ) -> [Parameter] {
    var drafts: [ParameterReader.Draft] = []
    if let parameters {
      for member in log.members(parameters.key, parameters.node) {
        drafts.append(ParameterReader.read(member, &log))
      }
    }
    if let required { markRequired(required, &drafts, &log) }
    checkNegations(drafts, &log)
    checkShorts(drafts, &log)
    checkPositions(drafts, &log)
    return drafts.map(\.parameter)
  }

  private static func markRequired(
    _ member: JSONMember, _ drafts: inout [ParameterReader.Draft], _ log: inout ReadingLog
  ) {
    for item in log.items(member, of: "a list of parameters' names") {
      guard let name = log.text(member.key, item) else { continue }
      guard let index = drafts.firstIndex(where: { $0.parameter.name.utf8.elementsEqual(name.utf8) }) else {
        log.notAllowed(member.key, name, drafts.map(\.parameter.name), at: item.span)
        continue
      }
      drafts[index].parameter.isRequired = true
      if let span = drafts[index].defaultNode {
        log.warning(
          .definitionDefault, ["name": .text(name), "cause": "required"], at: span, parameter: name)
      }
    }
  }

  /// `--no-X` belongs to the boolean parameter X.
  private static func checkNegations(_ drafts: [ParameterReader.Draft], _ log: inout ReadingLog) {
    for draft in drafts where draft.parameter.name.utf8.starts(with: "no-".utf8) {
      let name = draft.parameter.name
      let positive = name.utf8.dropFirst(3)
      if drafts.contains(where: { $0.parameter.isBoolean && $0.parameter.name.utf8.elementsEqual(positive) })
      {
        log.error(
          .definitionReservedName, ["name": .text(name), "option": .text("--\(name)")], at: draft.name,
          parameter: name)
      }
    }
  }

  private static func checkShorts(_ drafts: [ParameterReader.Draft], _ log: inout ReadingLog) {
    var taken: [(short: Character, name: String)] = []
    for draft in drafts {
      guard let short = draft.parameter.short, let span = draft.short else { continue }
      if let other = taken.first(where: { $0.short == short }) {
        log.error(
          .definitionShort,
          ["value": .text(String(short)), "reason": "taken", "other": .text(other.name)], at: span,
          parameter: draft.parameter.name)
      }
      taken.append((short, draft.parameter.name))
    }
  }

  private static func checkPositions(_ drafts: [ParameterReader.Draft], _ log: inout ReadingLog) {
    let placed = drafts.filter { $0.parameter.position != nil }
      .sorted { ($0.parameter.position ?? 0, $0.name.start) < ($1.parameter.position ?? 0, $1.name.start) }
    var expected = 1
    var optional: String?
    for (index, draft) in placed.enumerated() {
      guard let position = draft.parameter.position, let span = draft.position else { continue }
      func refuse(_ reason: String, _ other: String = "") {
        log.error(
          .definitionPosition,
          [
            "name": .text(draft.parameter.name), "position": .integer(position), "reason": .text(reason),
            "expected": .integer(expected), "other": .text(other),
          ], at: span, parameter: draft.parameter.name)
      }
      if index > 0, placed[index - 1].parameter.position == position {
        refuse("taken", placed[index - 1].parameter.name)
        continue
      }
      if position != expected { refuse("gap") }
      if draft.parameter.isArray, index + 1 < placed.count { refuse("list-not-last") }
      if draft.parameter.isRequired, let optional { refuse("required-after-optional", optional) }
      if !draft.parameter.isRequired, optional == nil { optional = draft.parameter.name }
      expected = position + 1
    }
  }
}
