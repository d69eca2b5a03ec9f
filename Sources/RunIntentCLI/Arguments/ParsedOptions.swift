internal import IntentCore

/// Options and operands of a command, as its table allows.
struct ParsedOptions {
  /// Options in the order given; a flag's value is empty.
  var options: [(name: String, value: String)] = []
  var operands: [String] = []

  func has(_ name: String) -> Bool { options.contains { $0.name == name } }
  func value(_ name: String) -> String? { options.last { $0.name == name }?.value }
  func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }
}

extension ParsedOptions {
  /// Reads the words of a command; every fault of the line comes together.
  static func parse(_ words: [Word], _ table: [OptionSpec]) throws(Failure) -> ParsedOptions {
    var parsed = ParsedOptions()
    var faults: [Fault] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      switch word.kind {
      case .operand(let text): parsed.operands.append(text)
      case .end:
        parsed.operands += words[index...].map(\.text)
        index = words.count
      case .long(let name, let attached):
        guard let spec = table.first(where: { $0.name == name }) else {
          faults.append(.unknownOption("--\(name)", among: table.map { "--\($0.name)" }))
          continue
        }
        if spec.takesValue, !spec.repeats, parsed.has(name) {
          faults.append(Fault(.optionRepeated, ["option": .text("--\(name)")]))
        }
        switch (spec.takesValue, attached) {
        case (true, let value?): parsed.options.append((name, value))
        case (true, nil):
          guard let value = words.value(after: &index) ?? (spec.needsValue ? nil : "") else {
            faults.append(Fault(.optionNeedsValue, ["option": .text("--\(name)")]))
            continue
          }
          parsed.options.append((name, value))
        case (false, nil): parsed.options.append((name, ""))
        case (false, _?): faults.append(Fault(.optionTakesNoValue, ["option": .text("--\(name)")]))
        }
      case .short(let letters):
        guard letters.unicodeScalars.count == 1, let letter = letters.first,
          let spec = table.first(where: { $0.short == letter })
        else {
          faults.append(.unknownOption("-\(letters)", among: table.map { "--\($0.name)" }))
          continue
        }
        guard spec.takesValue else {
          parsed.options.append((spec.name, ""))
          continue
        }
        if let value = words.value(after: &index) {
          parsed.options.append((spec.name, value))
        } else {
          faults.append(Fault(.optionNeedsValue, ["option": .text("-\(letters)")]))
        }
      }
    }
    if !faults.isEmpty { throw Failure(faults) }
    return parsed
  }
}

extension Fault {
  static func unknownOption(_ option: String, among known: [String], intent: String? = nil) -> Fault {
    let near = Suggestion.nearest(to: option, among: known)
    return Fault(
      .unknownOption,
      ["option": .text(option), "suggestion": .text(near ?? ""), "intent": .text(intent ?? "")])
  }
}
