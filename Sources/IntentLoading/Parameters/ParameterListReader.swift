internal import IntentCore

/// Checks what the parameters of a definition must be together.
struct ParameterListReader {
  private(set) var parameters: [Parameter]
  private let places: [ParameterReader]

  init(_ parameters: JSONMember?, required: JSONMember?, _ log: inout ReadingLog) {
    places = parameters.map { log.members($0) }?.map { ParameterReader($0, &log) } ?? []
    self.parameters = places.map(\.parameter)
    if let required { markRequired(required, &log) }
    checkNegations(&log)
    checkShorts(&log)
    checkPositions(&log)
  }

  private mutating func markRequired(_ member: JSONMember, _ log: inout ReadingLog) {
    for item in log.items(member, of: "a list of parameters' names") {
      guard let name = log.text(item) else { continue }
      guard let index = parameters.firstIndex(where: { $0.name == name }) else {
        log.notAllowed(item, name, parameters.map(\.name))
        continue
      }
      parameters[index].isRequired = true
      if let span = places[index].defaultValue {
        log.warning(
          .definitionDefault, ["name": .text(name), "cause": "required"], at: span, parameter: name)
      }
    }
  }

  /// `--no-X` belongs to the boolean parameter X.
  private func checkNegations(_ log: inout ReadingLog) {
    for index in parameters.indices where parameters[index].name.utf8.starts(with: "no-".utf8) {
      let name = parameters[index].name
      let positive = String(decoding: name.utf8.dropFirst(3), as: UTF8.self)
      if parameters.contains(where: { $0.name == positive && $0.isBoolean }) {
        log.reservedName(name, as: "--\(name)", at: places[index].name)
      }
    }
  }

  private func checkShorts(_ log: inout ReadingLog) {
    for index in parameters.indices {
      guard let span = places[index].short, let short = parameters[index].short else { continue }
      if let other = parameters[..<index].first(where: { $0.short == short }) {
        log.error(
          .definitionShort, ["value": .text(String(short)), "reason": "taken", "other": .text(other.name)],
          at: span, parameter: parameters[index].name)
      }
    }
  }

  /// Positions are 1 to n, nothing required follows something optional, and a list comes last.
  private func checkPositions(_ log: inout ReadingLog) {
    let order = positional()
    var expected = 1
    var optional: Int?
    for (rank, index) in order.enumerated() {
      let position = parameters[index].position ?? 0
      if rank > 0, parameters[order[rank - 1]].position == position {
        refuse(index, "taken", expected, other: order[rank - 1], &log)
        continue
      }
      if position != expected { refuse(index, "gap", expected, &log) }
      if parameters[index].isArray, rank + 1 < order.count { refuse(index, "list-not-last", expected, &log) }
      if parameters[index].isRequired, let optional {
        refuse(index, "required-after-optional", expected, other: optional, &log)
      }
      if !parameters[index].isRequired, optional == nil { optional = index }
      expected = position + 1
    }
  }

  /// The parameters with a position, in that order.
  private func positional() -> [Int] {
    var order = parameters.indices.filter { parameters[$0].position != nil }
    if order.count > 1 {
      order.sort { (parameters[$0].position ?? 0, $0) < (parameters[$1].position ?? 0, $1) }
    }
    return order
  }

  private func refuse(
    _ index: Int, _ reason: String, _ expected: Int, other: Int? = nil, _ log: inout ReadingLog
  ) {
    let parameter = parameters[index]
    log.error(
      .definitionPosition,
      [
        "name": .text(parameter.name), "position": .integer(parameter.position ?? 0), "reason": .text(reason),
        "expected": .integer(expected), "other": .text(other.map { parameters[$0].name } ?? ""),
      ], at: places[index].position ?? places[index].name, parameter: parameter.name)
  }
}
