/// The difference of two texts by lines, in the unified form of diff(1).
package struct LineDifference: Sendable {
  package enum Edit: Sendable { case keep, remove, add }
  package typealias Line = (edit: Edit, line: Substring.UTF8View)

  /// Some changed lines with those around them.
  package struct Hunk: Sendable {
    /// The numbers of its first line in the old and in the new text, from 1.
    package var start: (old: Int, new: Int)
    package var lines: ArraySlice<Line>

    package var removed: Int { lines.count { $0.edit != .add } }
    package var added: Int { lines.count { $0.edit != .remove } }
  }

  /// Comparing more lines with each other than this is given up; the whole part is then replaced.
  private static let limit = 4_000_000
  private static let context = 3

  private var edits: [Line] = []

  package init(from old: [UInt8], to new: [UInt8]) {
    let old = Self.lines(old)
    let new = Self.lines(new)
    let shared = min(old.count, new.count)
    let head = (0..<shared).first { !old[$0].elementsEqual(new[$0]) } ?? shared
    let tail =
      (0..<shared - head).first { !old[old.count - 1 - $0].elementsEqual(new[new.count - 1 - $0]) }
      ?? shared - head
    edits += old[..<head].map { (.keep, $0) }
    compare(Array(old[head..<old.count - tail]), Array(new[head..<new.count - tail]))
    edits += old[(old.count - tail)...].map { (.keep, $0) }
  }

  private static func lines(_ bytes: [UInt8]) -> [Substring.UTF8View] {
    let text = String(decoding: bytes, as: UTF8.self)
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  /// Finds the longest common run of lines by a table of lengths.
  private mutating func compare(_ old: [Substring.UTF8View], _ new: [Substring.UTF8View]) {
    guard !old.isEmpty, !new.isEmpty, old.count * new.count <= Self.limit else {
      edits += old.map { (.remove, $0) } + new.map { (.add, $0) }
      return
    }
    let width = new.count + 1
    var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
    for i in old.indices.reversed() {
      for j in new.indices.reversed() {
        lengths[i * width + j] =
          old[i].elementsEqual(new[j])
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, j < new.count, old[i].elementsEqual(new[j]) {
        edits.append((.keep, old[i]))
        (i, j) = (i + 1, j + 1)
      } else if i < old.count, j == new.count || lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        edits.append((.remove, old[i]))
        i += 1
      } else {
        edits.append((.add, new[j]))
        j += 1
      }
    }
  }

  /// The changes with three lines around each; none when nothing differs in any line.
  package var hunks: [Hunk] {
    var hunks: [Hunk] = []
    var shownTo = 0
    var line = (old: 1, new: 1)
    var at = 0
    while at < edits.count {
      guard edits[at].edit != .keep else {
        (at, line) = (at + 1, (line.old + 1, line.new + 1))
        continue
      }
      let lead = min(Self.context, at - shownTo)
      let end = hunkEnd(from: at)
      let hunk = Hunk(start: (line.old - lead, line.new - lead), lines: edits[at - lead..<end])
      hunks.append(hunk)
      line = (hunk.start.old + hunk.removed, hunk.start.new + hunk.added)
      (at, shownTo) = (end, end)
    }
    return hunks
  }

  /// The end of the changes that begin here, with the lines after the last of them.
  private func hunkEnd(from start: Int) -> Int {
    var last = start
    for index in start..<edits.count where edits[index].edit != .keep {
      if index - last > 2 * Self.context { break }
      last = index
    }
    return min(last + 1 + Self.context, edits.count)
  }
}
