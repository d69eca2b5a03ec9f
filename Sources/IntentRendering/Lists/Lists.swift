package import IntentCore

/// Rows laid out in columns by display width; cells are cleaned as they come.
package struct Columns: Sendable {
  package struct Column: Sendable {
    package var title: String
    package var alignment: Snippet.Column.Alignment
    /// Whether cells may be shortened when a row is wider than the terminal.
    package var isShrinkable: Bool

    package init(
      _ title: String = "", _ alignment: Snippet.Column.Alignment = .leading, isShrinkable: Bool = false
    ) {
      (self.title, self.alignment, self.isShrinkable) = (title, alignment, isShrinkable)
    }
  }

  private struct Cell {
    let text: String
    let columns: Int
  }

  private let columns: [Column]
  private let style: Style
  private let indent: Int
  private let hasTitles: Bool
  private var rows: [[Cell]] = []

  /// Makes an empty layout; with `showsTitles` the titles are its first row.
  package init(_ columns: [Column], style: Style, indent: Int = 0, showsTitles: Bool = false) {
    (self.columns, self.style, self.indent, hasTitles) = (columns, style, indent, showsTitles)
    if showsTitles { append(columns.map(\.title)) }
  }

  /// Makes an empty layout of so many untitled columns, the last of which is shortened where the terminal is narrow.
  package init(plain count: Int, style: Style) {
    self.init((1...count).map { Column(isShrinkable: $0 == count) }, style: style)
  }

  private static let gap = 2
  private static let leastWidth = 8

  /// Adds a row; cells that are missing are empty, and there are no more than columns.
  package mutating func append(_ row: [String]) {
    rows.append(
      columns.indices.map { index in
        let text = index < row.count ? row[index].cleaned(.line) : ""
        return Cell(text: text, columns: text.columns)
      })
  }

  package var text: String { .written { write(to: &$0) } }

  /// Writes all rows, each with a newline and without spaces at its end.
  package func write(to bytes: inout [UInt8]) { write(rows: rows.indices, to: &bytes) }

  /// Writes some of the rows, in columns that fit all of them.
  package func write(rows range: Range<Int>, to bytes: inout [UInt8]) {
    let widths = fitted()
    for (number, row) in zip(range, rows[range]) {
      var pending = indent
      for ((cell, column), width) in zip(zip(row, columns), widths) {
        let shown = min(cell.columns, width)
        if shown == 0 {
          pending += width + Self.gap
          continue
        }
        if column.alignment == .trailing { pending += width - shown }
        bytes.appendSpaces(pending)
        let text = shown == cell.columns ? cell.text : cell.text.shortened(to: shown, mark: style.ellipsis)
        bytes.paint(hasTitles && number == 0 ? .bold : nil, style, text)
        pending = Self.gap + (column.alignment == .leading ? width - shown : 0)
      }
      bytes.appendNewline()
    }
  }

  /// The widths with the widest shrinkable columns narrowed until a row fits.
  private func fitted() -> [Int] {
    var widths = columns.indices.map { index in rows.map { $0[index].columns }.max() ?? 0 }
    guard let limit = style.width else { return widths }
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

/// Terms with what they mean beside them, wrapped where the terminal is narrow: options, fields, next steps.
package struct TermList: Sendable {
  private let rows: [(term: String, meaning: String)]
  private let style: Style
  private let lead: String
  private let gap: Int
  private let paint: Paint?
  /// The width of the longest term that has its meaning beside it rather than beneath; with 0, meanings begin where
  /// terms do.
  private let widest: Int

  /// A list as `--help` shows options.
  package static func text(_ rows: [(term: String, meaning: String)], _ style: Style) -> String {
    let list = TermList(
      rows, style: style, lead: "  ", widest: min(28, style.width.map { max($0 / 3, 8) } ?? 28))
    return .written { list.write(to: &$0) }
  }

  init(
    _ rows: [(term: String, meaning: String)], style: Style, lead: String, gap: Int = 2, paint: Paint? = nil,
    widest: Int = .max
  ) {
    self.rows = rows.map { ($0.term.cleaned(.line), $0.meaning.cleaned(.line)) }
    (self.style, self.lead, self.gap, self.paint, self.widest) = (style, lead, gap, paint, widest)
  }

  func write(to bytes: inout [UInt8]) {
    let widths = rows.map(\.term.columns)
    let beside = widest == 0 ? 0 : gap + (widths.filter { $0 <= widest }.max() ?? 0)
    let column = lead.columns + beside
    for (row, width) in zip(rows, widths) {
      bytes += lead.utf8
      bytes.paint(paint, style, row.term)
      if !row.meaning.isEmpty {
        if width > widest {
          bytes.appendNewline()
          bytes.appendSpaces(column)
        } else {
          bytes.appendSpaces(beside - width)
        }
        bytes.appendWrapped(row.meaning, indent: column, width: style.width)
      }
      bytes.appendNewline()
    }
  }
}
