internal import IntentCore

extension Value {
  /// The value as JSON for people: what fits on a line stands on one, the rest member by member.
  ///
  /// The whole is always written member by member; it ends without a newline.
  package func laidOut(width: Int = 100) -> String { JSONLayout(width: width).text(self) }
}

private struct JSONLayout {
  let width: Int

  func text(_ value: Value) -> String { broken(value, depth: 0) ?? compact(value) }

  private func text(_ value: Value, depth: Int, before: Int) -> String {
    let line = compact(value)
    return 2 * depth + before + line.utf8.count < width ? line : broken(value, depth: depth) ?? line
  }

  /// Member by member, `nil` for what has no members.
  private func broken(_ value: Value, depth: Int) -> String? {
    let indent = String(repeating: " ", count: 2 * depth + 2)
    let (opening, rows, closing): (String, [String], String)
    switch value {
    case .array(let items) where !items.isEmpty:
      let parts = items.map { text($0, depth: depth + 1, before: 0) }
      (opening, rows, closing) = ("[", filled(parts, depth: depth + 1), "]")
    case .object(let object) where !object.isEmpty:
      let parts = object.members.map { member in
        let key = Value.string(member.key).json()
        return "\(key): \(text(member.value, depth: depth + 1, before: key.utf8.count + 2))"
      }
      (opening, rows, closing) = ("{", parts, "}")
    default: return nil
    }
    return "\(opening)\n\(rows.map { indent + $0 }.joined(separator: ",\n"))\n\(indent.dropLast(2))\(closing)"
  }

  /// Short items of a list share lines.
  private func filled(_ parts: [String], depth: Int) -> [String] {
    if !parts.allSatisfy({ $0.utf8.count < 40 && !$0.utf8.contains(UInt8(ascii: "{")) }) { return parts }
    var rows: [String] = []
    for part in parts {
      if let last = rows.last, 2 * depth + last.utf8.count + part.utf8.count + 3 < width {
        rows[rows.count - 1] = "\(last), \(part)"
      } else {
        rows.append(part)
      }
    }
    return rows
  }

  private func compact(_ value: Value) -> String {
    switch value {
    case .array(let items): "[\(items.map(compact).joined(separator: ", "))]"
    case .object(let object) where object.isEmpty: "{}"
    case .object(let object):
      "{ \(object.members.map { "\(Value.string($0.key).json()): \(compact($0.value))" }.joined(separator: ", ")) }"
    default: value.json()
    }
  }
}
