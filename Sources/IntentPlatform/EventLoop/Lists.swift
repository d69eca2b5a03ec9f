// Lists that need no array. The first array of each element type costs the start of a run 10,000 to 30,000
// instructions of type look-up, more than all that the event loop then does; these cost nothing.

/// An object that knows the next one of its list.
protocol Linked: AnyObject {
  var next: Self? { get set }
}

/// The first of a list stands for the list.
extension Optional where Wrapped: Linked {
  func first(where matches: (Wrapped) -> Bool) -> Wrapped? {
    var entry = self
    while let found = entry, !matches(found) { entry = found.next }
    return entry
  }

  /// Visits each one; the body may remove what it visits, and what it adds in front is not visited.
  func visit(_ body: (Wrapped) -> Void) {
    var entry = self
    while let visited = entry {
      body(visited)
      entry = visited.next
    }
  }

  /// Removes one, which still knows what came after it, for a walk that has just come there.
  mutating func remove(_ entry: Wrapped) {
    if self === entry {
      self = entry.next
    } else if let before = first(where: { $0.next === entry }) {
      before.next = entry.next
    }
  }
}

/// Values in plain memory, the oldest first.
struct PlainQueue<Element>: ~Copyable {
  private var memory = UnsafeMutablePointer<Element>.allocate(capacity: 16)
  private var capacity = 16
  private var first = 0
  private var end = 0

  deinit {
    (memory + first).deinitialize(count: end - first)
    memory.deallocate()
  }

  var count: Int { end - first }
  var isEmpty: Bool { end == first }

  /// The value at an index from the oldest on.
  subscript(index: Int) -> Element { memory[first + index] }

  /// The oldest value and those after it.
  var start: UnsafeMutablePointer<Element> { memory + first }

  mutating func append(_ element: Element) {
    if end == capacity { makeRoom() }
    (memory + end).initialize(to: element)
    end += 1
  }

  private mutating func makeRoom() {
    let room = max(capacity, count * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: room)
    larger.moveInitialize(from: memory + first, count: count)
    memory.deallocate()
    memory = larger
    capacity = room
    end -= first
    first = 0
  }

  mutating func takeFirst() -> Element? {
    guard first < end else { return nil }
    let element = (memory + first).move()
    first += 1
    if first == end { removeAll() }
    return element
  }

  mutating func removeFirst(_ count: Int) {
    (memory + first).deinitialize(count: count)
    first += count
    if first == end { removeAll() }
  }

  mutating func removeAll() {
    (memory + first).deinitialize(count: end - first)
    first = 0
    end = 0
  }
}

/// The memory has one owner.
extension PlainQueue: @unchecked Sendable where Element: Sendable {}
