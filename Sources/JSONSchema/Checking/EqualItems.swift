internal import JSON

/// Finds items that are equal as JSON, in linear time.
enum EqualItems {
  /// The indices of the first pair.
  static func find(in items: [Value]) -> (Int, Int)? {
    var seen: [Item: Int] = [:]
    seen.reserveCapacity(items.count)
    for (index, value) in items.enumerated() {
      if let first = seen.updateValue(index, forKey: Item(value: value)) { return (first, index) }
    }
    return nil
  }

  private struct Item: Hashable {
    let value: Value

    static func == (left: Item, right: Item) -> Bool { left.value == right.value }

    func hash(into hasher: inout Hasher) { Self.hash(value, into: &hasher) }

    private static func hash(_ value: Value, into hasher: inout Hasher) {
      switch value {
      case .null: hasher.combine(0)
      case .boolean(let flag): hasher.combine(flag)
      case .integer(let number): hasher.combine(Double(number))
      case .number(let number): hasher.combine(number)
      case .string(let text):
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(text.utf8.count)
      case .array(let items):
        hasher.combine(items.count)
        for item in items { hash(item, into: &hasher) }
      case .object(let object): hasher.combine(unordered(object))
      }
    }

    /// The same for members in any order.
    private static func unordered(_ object: ValueObject) -> Int {
      object.members.reduce(object.count) { sum, member in
        var hasher = Hasher()
        hash(.string(member.key), into: &hasher)
        hash(member.value, into: &hasher)
        return sum ^ hasher.finalize()
      }
    }
  }
}
