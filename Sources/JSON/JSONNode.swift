/// A JSON value with the place where it was written.
package struct JSONNode: Sendable {
  package enum Kind: Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  package var kind: Kind
  package var span: JSONSpan

  package init(_ kind: Kind, _ span: JSONSpan) {
    (self.kind, self.span) = (kind, span)
  }
}

/// A member of a JSON object with the place of its key, quotes included.
package struct JSONMember: Sendable {
  package var key: String
  package var keySpan: JSONSpan
  package var node: JSONNode

  package init(key: String, keySpan: JSONSpan, node: JSONNode) {
    (self.key, self.keySpan, self.node) = (key, keySpan, node)
  }
}

/// A half-open range of byte offsets in a document.
package struct JSONSpan: Sendable, Equatable {
  private let from: UInt32
  private let to: UInt32

  /// Offsets beyond 32 bits, which no document within its limits has, are cut.
  package init(_ start: Int, _ end: Int) {
    from = UInt32(clamping: start)
    to = UInt32(clamping: end)
  }

  package var start: Int { Int(from) }
  package var end: Int { Int(to) }
}

extension JSONNode {
  /// The value without its places.
  package var value: Value {
    switch kind {
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .array(let items): .array(items.map(\.value))
    case .object(let members): .object(ValueObject(uniqueMembers: members.map { ($0.key, $0.node.value) }))
    }
  }

  /// The member of an object, `nil` when there is none or this is no object.
  package subscript(key: String) -> JSONNode? {
    guard case .object(let members) = kind else { return nil }
    return members.first { Self.isSame($0.key, key) }?.node
  }

  /// Byte by byte: text that is only canonically equivalent is another key.
  package static func isSame(_ left: String, _ right: String) -> Bool {
    left == right && left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }
}
