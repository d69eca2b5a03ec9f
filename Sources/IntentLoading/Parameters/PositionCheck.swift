internal import IntentCore

/// Checks that positions are 1 to n, that nothing required follows something optional, and that a list comes last.
struct PositionCheck {
  let parameters: [Parameter]
  let places: [ParameterReader.Places]

  func run(_ log: inout ReadingLog) {
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
