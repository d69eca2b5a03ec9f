package import IntentCore

/// Rows laid out in columns by display width; cells are cleaned as they come and kept in one buffer.
package struct Columns: Sendable {
  package struct Column: Sendable {
    package var title: String
    package var alignment: Snippet.Column.Alignment
    /// Whether cells may be shortened when a row is wider than the terminal.
    package var isShrinkable: Bool

    package init(
      _ title: String = "", _ alignment: Snippet.Column.Alignment = .leading, isShrinkable: Bool = false
    ) {
      self.title = title
      self.alignment = alignment
      self.isShrinkable = isShrinkable
    }
  }

  private struct Cell {
    var end: Int
    var columns: Int
    var tint: Tint?
  }

  private let columns: [Column]
  private let style: Style
  private let indent: Int
  private let hasTitles: Bool
  private var widths: [Int]
  private var cells: [Cell] = []
  private var contents: [UInt8] = []

  /// Makes an empty layout; with `showsTitles` the titles are its first row.
  package init(_ columns: [Column], style: Style, indent: Int = 0, showsTitles: Bool = false) {
    self.columns = columns
    self.style = style
    self.indent = indent
    widths = [Int](repeating: 0, count: columns.count)
    hasTitles = showsTitles
    if showsTitles { append(columns.map(\.title)) }
  }

  /// Makes an empty layout of so many untitled columns, the last of which is shortened where the terminal is narrow.
  package init(plain count: Int, style: Style) {
    self.init((1...count).map { Column(isShrinkable: $0 == count) }, style: style)
  }

  private static let gap = 2
  private static let leastWidth = 8

  package mutating func reserve(rows: Int) {
    cells.reserveCapacity(cells.count + rows * columns.count)
    contents.reserveCapacity(contents.count + rows * 64)
  }

  /// Adds a row; cells that are missing are empty, and there are no more than columns.
  package mutating func append(_ row: [String], tints: [Tint?] = []) {
    for index in columns.indices {
      var width = 0
      if index < row.count { width = contents.appendClean(row[index], .line) }
      cells.append(Cell(end: contents.count, columns: width, tint: index < tints.count ? tints[index] : nil))
      if width > widths[index] { widths[index] = width }
    }
  }

  package var text: String { .written { write(to: &$0) } }

  /// Writes all rows, each with a newline and without spaces at its end.
  package func write(to bytes: inout [UInt8]) {
    guard !columns.isEmpty else { return }
    let rows = cells.count / columns.count
    bytes.reserveCapacity(bytes.count + rows * (indent + widths.reduce(0, +) + Self.gap * widths.count + 1))
    write(rows: 0..<rows, to: &bytes)
  }

  /// Writes some of the rows, in columns that fit all of them.
  package func write(rows: Range<Int>, to bytes: inout [UInt8]) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let widths = fitted()
    let first = rows.lowerBound * columns.count
    var start = first == 0 ? 0 : cells[first - 1].end
    for row in stride(from: first, to: rows.upperBound * columns.count, by: columns.count) {
      var pending = indent
      for index in columns.indices {
        let cell = cells[row + index]
        defer { start = cell.end }
        let shown = min(cell.columns, widths[index])
        let padding = widths[index] - shown
        if shown == 0 {
          pending += padding + Self.gap
          continue
        }
        if columns[index].alignment == .trailing { pending += padding }
        bytes.appendSpaces(pending)
        let paint: Paint? = hasTitles && row == 0 ? .bold : cell.tint.map { .tint($0) }
        bytes.paint(paint, style) {
          append(start..<cell.end, cut: cell.columns > shown ? shown : nil, to: &$0)
        }
        pending = Self.gap + (columns[index].alignment == .leading ? padding : 0)
      }
      bytes.appendNewline()
    }
  }

  private func append(_ range: Range<Int>, cut: Int?, to bytes: inout [UInt8]) {
    guard let cut else {
      bytes += contents[range]
      return
    }
    bytes += String(decoding: contents[range], as: UTF8.self).shortened(to: cut, mark: style.ellipsis).utf8
  }

  /// The widths with the widest shrinkable columns narrowed until a row fits.
  private func fitted() -> [Int] {
    guard let limit = style.width else { return widths }
    var widths = widths
    var excess = indent + widths.reduce(0, +) + Self.gap * (widths.count - 1) - limit
    while excess > 0 {
      let shrinkable = columns.indices.filter { columns[$0].isShrinkable && widths[$0] > Self.leastWidth }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
      let next = shrinkable.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
      let step = min(excess, max(widths[widest] - max(next, Self.leastWidth), 1))
      widths[widest] -= step
      excess -= step
    }
    return widths
  }
}
