package import IntentCore

extension JSONNode {
  /// Whether it is a text or a list that says nothing.
  var isEmpty: Bool {
    switch kind {
    case .string(let text): text.utf8.isEmpty
    case .array(let items): items.isEmpty
    default: false
    }
  }

  /// Visits the node and all within it, in the order they are written.
  func visit(_ body: (JSONNode) -> Void) {
    body(self)
    switch kind {
    case .array(let items): for item in items { item.visit(body) }
    case .object(let members): for member in members { member.node.visit(body) }
    default: break
    }
  }

  /// The first thing that is found in the node or within it.
  func first<Found>(_ find: (JSONNode) -> Found?) -> Found? {
    var found: Found?
    visit { if found == nil { found = find($0) } }
    return found
  }

  /// Where a text first stands as a value.
  func span(ofText text: String) -> JSONSpan? {
    first { if case .string(let own) = $0.kind, own.utf8.elementsEqual(text.utf8) { $0.span } else { nil } }
  }

  /// The member of an object with its places.
  func member(_ key: String) -> JSONMember? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }
  }
}

extension JSONMember {
  /// The items of a list, each under the list's key; none where it is no list.
  var items: [JSONMember] {
    guard case .array(let items) = node.kind else { return [] }
    return items.map { JSONMember(key: key, keySpan: $0.span, node: $0) }
  }
}

extension JSONDocument {
  /// Where a text first stands as a value.
  package func location(ofText text: String) -> SourceLocation? {
    root.span(ofText: text).map { location(of: $0) }
  }

  /// The place of a piece of a string: exact where the file spells it as it is, else the whole string.
  func span(of piece: some Sequence<UInt8>, at offset: Int, in node: JSONNode, length: Int) -> JSONSpan {
    let piece = Array(piece)
    let inside = node.span.start + 1
    let isPlain = node.span.end - inside - 1 == length
    if isPlain { return JSONSpan(inside + offset, inside + offset + piece.count) }
    let starts = inside..<max(inside, node.span.end - piece.count)
    let start = starts.first { source.bytes[$0...].starts(with: piece) }
    return start.map { JSONSpan($0, $0 + piece.count) } ?? node.span
  }
}
