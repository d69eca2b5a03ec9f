/// Finds any of many byte strings in one pass over a text, in time linear in its length (Aho and Corasick, 1975).
struct NeedleTree: Sendable {
  /// What joins a base64 character that belongs to a needle only in part.
  struct Edges: OptionSet, Sendable {
    let rawValue: UInt8
    static let left = Edges(rawValue: 1)
    static let right = Edges(rawValue: 2)
  }

  struct Node: Sendable {
    fileprivate var byte: UInt8 = 0
    fileprivate(set) var edges: Edges = []
    fileprivate var child: Int32 = 0
    fileprivate var sibling: Int32 = 0
    /// The node of the longest proper suffix that begins a needle.
    fileprivate var suffix: Int32 = 0
    /// How many of the bytes read last may be the beginning of a needle.
    fileprivate(set) var depth = 0
    /// The length of the longest needle that ends here, 0 when none does.
    fileprivate(set) var longest = 0
  }

  private var nodes = [Node()]
  private var roots = [Int32](repeating: 0, count: 256)

  init(_ needles: [[UInt8]]) { self.init(needles.map { ($0, []) }) }

  init(_ needles: [(bytes: [UInt8], edges: Edges)]) {
    for needle in needles { add(needle.bytes, edges: needle.edges) }
    linkSuffixes()
  }

  private mutating func add(_ needle: [UInt8], edges: Edges) {
    var place: Int32 = 0
    for byte in needle {
      let next = child(of: place, byte)
      place = next != 0 ? next : append(byte, to: place)
    }
    guard place != 0 else { return }
    nodes[Int(place)].longest = nodes[Int(place)].depth
    nodes[Int(place)].edges.formUnion(edges)
  }

  private mutating func append(_ byte: UInt8, to parent: Int32) -> Int32 {
    let new = Int32(nodes.count)
    var node = Node(byte: byte)
    node.depth = nodes[Int(parent)].depth + 1
    if parent == 0 {
      roots[Int(byte)] = new
    } else {
      node.sibling = nodes[Int(parent)].child
      nodes[Int(parent)].child = new
    }
    nodes.append(node)
    return new
  }

  private mutating func linkSuffixes() {
    var order = roots.filter { $0 != 0 }
    var index = 0
    while index < order.count {
      let parent = nodes[Int(order[index])]
      index += 1
      var place = parent.child
      while place != 0 {
        let suffix = step(from: parent.suffix, nodes[Int(place)].byte)
        nodes[Int(place)].suffix = suffix
        if nodes[Int(place)].longest == 0 {
          nodes[Int(place)].longest = nodes[Int(suffix)].longest
          nodes[Int(place)].edges = nodes[Int(suffix)].edges
        }
        order.append(place)
        place = nodes[Int(place)].sibling
      }
    }
  }

  private func child(of place: Int32, _ byte: UInt8) -> Int32 {
    if place == 0 { return roots[Int(byte)] }
    var child = nodes[Int(place)].child
    while child != 0, nodes[Int(child)].byte != byte { child = nodes[Int(child)].sibling }
    return child
  }

  /// The place after one more byte; 0 is the place where nothing of a needle was read.
  func step(from place: Int32, _ byte: UInt8) -> Int32 {
    var place = place
    while place != 0 {
      let next = child(of: place, byte)
      if next != 0 { return next }
      place = nodes[Int(place)].suffix
    }
    return roots[Int(byte)]
  }

  subscript(place: Int32) -> Node { nodes[Int(place)] }
}
