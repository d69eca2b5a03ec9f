internal import IntentCore

/// Terms with what they mean beside them, wrapped where the terminal is narrow: options, fields, next steps.
package struct TermList: Sendable {
  private var rows: [(term: String, meaning: String)] = []
  private let style: Style
  private let lead: String
  private let gap: Int
  private let paint: Paint?
  /// The width of the longest term that has its meaning beside it rather than beneath; with 0, meanings begin where
  /// terms do.
  private let widest: Int

  /// A list as `--help` shows options.
  package static func text(_ rows: [(term: String, meaning: String)], _ style: Style) -> String {
    var list = TermList(style: style, lead: "  ", widest: min(28, style.width.map { max($0 / 3, 8) } ?? 28))
    for (term, meaning) in rows { list.append(term, meaning) }
    return .written { list.write(to: &$0) }
  }

  init(style: Style, lead: String, gap: Int = 2, paint: Paint? = nil, widest: Int = .max) {
    self.style = style
    self.lead = lead
    self.gap = gap
    self.paint = paint
    self.widest = widest
  }

  mutating func append(_ term: String, _ meaning: String) {
    rows.append((term.cleaned(.line), meaning.cleaned(.line)))
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
