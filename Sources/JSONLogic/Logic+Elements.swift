internal import JSON

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
