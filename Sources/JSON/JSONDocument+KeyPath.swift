extension JSONDocument {
  /// The dotted path of keys and indices that leads to a place, as in `parameters.state.default`.
  package func keyPath(at span: JSONSpan) -> String {
    var path: [String] = []
    var node = root
    while let (step, next) = node.step(toward: span) {
      path.append(step)
      guard let next else { break }
      node = next
    }
    return path.joined(separator: ".")
  }

  package func location(of span: JSONSpan) -> SourceLocation {
    source.location(of: span, keyPath: keyPath(at: span))
  }
}

extension JSONSpan {
  fileprivate func holds(_ other: JSONSpan) -> Bool { start <= other.start && other.end <= end }
}

extension JSONNode {
  /// The key or index to go to, and the node there when the place is within it.
  fileprivate func step(toward place: JSONSpan) -> (String, JSONNode?)? {
    switch kind {
    case .object(let members):
      for member in members {
        if member.keySpan.holds(place) { return (member.key, nil) }
        if member.node.span.holds(place) { return (member.key, member.node) }
      }
    case .array(let items):
      for (index, item) in items.enumerated() where item.span.holds(place) { return (String(index), item) }
    default: break
    }
    return nil
  }
}
