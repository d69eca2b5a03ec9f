package import JSON

extension Logic {
  /// Works it out over data.
  package func evaluate(_ data: Value) throws(LogicError) -> Value {
    switch self {
    case .literal(let value): value
    case .list(let items): .array(try Self.values(items, data))
    case .operation(let name, let arguments):
      try Evaluation(name: name, arguments: arguments, data: data).value()
    }
  }

  /// Whether it holds over data.
  package func holds(_ data: Value) throws(LogicError) -> Bool { try evaluate(data).isTruthy }

  static func values(_ items: [Logic], _ data: Value) throws(LogicError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(items.count)
    for item in items { values.append(try item.evaluate(data)) }
    return values
  }
}

extension Value {
  /// What counts as true: everything but `null`, `false`, 0, empty text and the empty list.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .boolean(let flag): flag
    case .integer(let number): number != 0
    case .number(let number): number != 0 && !number.isNaN
    case .string(let text): !text.utf8.isEmpty
    case .array(let items): !items.isEmpty
    case .object: true
    }
  }
}

/// One operator at work.
struct Evaluation {
  let name: Logic.Operator
  let arguments: Logic.Arguments
  let data: Value

  func value() throws(LogicError) -> Value {
    switch name {
    case .variable: try variable()
    case .missing: .array(missing(among: try names()))
    case .missingSome: try missingSome()
    case .choice, .ternary: try choice()
    case .and: try junction(stopsAt: false)
    case .or: try junction(stopsAt: true)
    case .not: .boolean(!(try first() ?? .null).isTruthy)
    case .truth: .boolean((try first() ?? .null).isTruthy)
    case .equal: .boolean(try chain { (a, b) throws(LogicError) in try a.isSoftlyEqual(to: b, name) })
    case .unequal: .boolean(!(try chain { (a, b) throws(LogicError) in try a.isSoftlyEqual(to: b, name) }))
    case .same: .boolean(try chain { (a, b) throws(LogicError) in a == b })
    case .different: .boolean(!(try chain { (a, b) throws(LogicError) in a == b }))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      .boolean(try chain { (a, b) throws(LogicError) in try a.compare(name, b) })
    case .before, .after:
      .boolean(
        try chain { (a, b) throws(LogicError) in
          let (one, other) = (try a.moment(name), try b.moment(name))
          return name == .before ? one < other : one > other
        })
    case .shorter, .longer:
      .boolean(
        try chain { (a, b) throws(LogicError) in
          let (one, other) = (try a.length(name), try b.length(name))
          return name == .shorter ? one < other : one > other
        })
    case .add, .subtract, .multiply, .divide, .remainder, .min, .max:
      try Arithmetic(name: name).value(of: try values())
    case .contains: .boolean(try contains())
    case .join: .string(try values().reduce("") { $0 + $1.joinedText })
    case .substring: .string(try substring())
    case .merge: .array(try values().flatMap { $0.arrayValue ?? [$0] })
    case .map, .filter, .all, .none, .some: try overElements()
    case .reduce: try reduced()
    }
  }

  func values() throws(LogicError) -> [Value] { try Logic.values(arguments.items, data) }

  private func first() throws(LogicError) -> Value? { try arguments.items.first?.evaluate(data) }

  var wrongArguments: LogicError { .arguments(name) }

  private func variable() throws(LogicError) -> Value {
    let path = try first() ?? .null
    if let found = data.variable(path), found != .null { return found }
    return arguments.items.count > 1 ? try arguments.items[1].evaluate(data) : .null
  }

  /// The names that a call asks for: its arguments, or the list that its only one is.
  private func names() throws(LogicError) -> [Value] {
    let values = try values()
    if values.count == 1, case .array(let names) = values[0] { return names }
    return values
  }

  private func missing(among names: [Value]) -> [Value] {
    names.filter { name in
      let found = data.variable(name) ?? .null
      return found == .null || found == .string("")
    }
  }

  private func missingSome() throws(LogicError) -> Value {
    let values = try values()
    guard values.count == 2, let least = values[0].integerValue, let names = values[1].arrayValue else {
      throw wrongArguments
    }
    let missing = missing(among: names)
    return .array(names.count - missing.count >= least ? [] : missing)
  }

  private func choice() throws(LogicError) -> Value {
    guard arguments.isList else { throw wrongArguments }
    var rest = arguments.items[...]
    while rest.count > 1 {
      let condition = rest.removeFirst()
      let answer = rest.removeFirst()
      if try condition.holds(data) { return try answer.evaluate(data) }
    }
    return try rest.first?.evaluate(data) ?? .null
  }

  /// The first value that decides, else the last; nothing after it is worked out.
  private func junction(stopsAt deciding: Bool) throws(LogicError) -> Value {
    guard arguments.isList else { throw wrongArguments }
    var last = Value.boolean(false)
    for item in arguments.items {
      last = try item.evaluate(data)
      if last.isTruthy == deciding { return last }
    }
    return last
  }

  /// Whether each neighbouring pair fits; stops at the first that does not.
  private func chain(_ fits: (Value, Value) throws(LogicError) -> Bool) throws(LogicError) -> Bool {
    guard arguments.items.count > 1 else { throw wrongArguments }
    var last = try arguments.items[0].evaluate(data)
    for item in arguments.items.dropFirst() {
      let next = try item.evaluate(data)
      if !(try fits(last, next)) { return false }
      last = next
    }
    return true
  }

  private func contains() throws(LogicError) -> Bool {
    let values = try values()
    guard values.count == 2 else { throw wrongArguments }
    switch values[1] {
    case .array(let items): return items.contains(values[0])
    case .string(let text): return values[0].plainText.map { text.containsBytes(of: $0) } ?? false
    default: return false
    }
  }

  /// Counted in Unicode scalars; a negative start or length counts from the end.
  private func substring() throws(LogicError) -> String {
    let values = try values()
    guard values.count > 1, let text = values[0].plainText, let from = values[1].integerValue,
      values.count < 3 || values[2].integerValue != nil
    else { throw wrongArguments }
    let scalars = Array(text.unicodeScalars)
    let start = from < 0 ? Swift.max(scalars.count + from, 0) : Swift.min(from, scalars.count)
    let length = values.count > 2 ? values[2].integerValue ?? 0 : scalars.count
    let end = length < 0 ? scalars.count + length : start + Swift.min(length, scalars.count - start)
    var result = String.UnicodeScalarView()
    if end > start { result.append(contentsOf: scalars[start..<end]) }
    return String(result)
  }
}

extension Evaluation {
  /// `map`, `filter`, `all`, `none` and `some`: the second argument over each element of the first.
  func overElements() throws(LogicError) -> Value {
    guard let items = try elements(), let each = arguments.items.dropFirst().first else {
      throw wrongArguments
    }
    switch name {
    case .map:
      var mapped: [Value] = []
      for item in items { mapped.append(try each.evaluate(item)) }
      return .array(mapped)
    case .filter:
      var kept: [Value] = []
      for item in items where try each.holds(item) { kept.append(item) }
      return .array(kept)
    case .all:
      for item in items where !(try each.holds(item)) { return false }
      return .boolean(!items.isEmpty)
    default:
      for item in items where try each.holds(item) { return .boolean(name == .some) }
      return .boolean(name == .none)
    }
  }

  /// The list that the first argument is; what is not there counts as empty where a list comes out.
  private func elements() throws(LogicError) -> [Value]? {
    guard arguments.isList, let source = arguments.items.first else { return nil }
    if name == .map || name == .filter, case .literal(.null)? = arguments.items.dropFirst().first {
      return nil
    }
    switch try source.evaluate(data) {
    case .array(let items): return items
    case .null:
      if case .literal = source { return nil }
      return name == .map || name == .filter || name == .reduce ? [] : nil
    default: return nil
    }
  }

  func reduced() throws(LogicError) -> Value {
    guard arguments.items.count > 1, let items = try elements() else { throw wrongArguments }
    var sum = arguments.items.count > 2 ? try arguments.items[2].evaluate(data) : .null
    for item in items {
      sum = try arguments.items[1].evaluate(.object(["current": item, "accumulator": sum]))
    }
    return sum
  }
}

extension Value {
  /// The part that a path names: all for an empty one, an element for a number, else by dots.
  func variable(_ path: Value) -> Value? {
    switch path {
    case .null: self
    case .array(let items) where items.isEmpty: self
    case .string(let text):
      text.utf8.isEmpty
        ? self
        : at(
          text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) })
    default: path.plainText.flatMap { at(CollectionOfOne($0)) }
    }
  }

  /// The value within text: nothing for `null`, lists with commas.
  var joinedText: String {
    switch self {
    case .null: ""
    case .array(let items): items.map(\.joinedText).joined(separator: ",")
    case .object: json()
    default: plainText ?? ""
    }
  }
}

extension String {
  func containsBytes(of part: String) -> Bool {
    let (text, part) = (Array(utf8), Array(part.utf8))
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0..<$0 + part.count].elementsEqual(part) }
  }
}
