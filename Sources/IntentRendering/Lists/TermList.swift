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

  /// Makes a list as `--help` shows options.
  package init(style: Style) {
    self.init(style: style, lead: "  ", widest: min(28, style.width.map { max($0 / 3, 8) } ?? 28))
  }

  init(style: Style, lead: String, gap: Int = 2, paint: Paint? = nil, widest: Int = .max) {
    self.style = style
    self.lead = lead
    self.gap = gap
    self.paint = paint
    self.widest = widest
  }

  package mutating func append(_ term: String, _ meaning: String) {
    rows.append((term.cleaned(.line), meaning.cleaned(.line)))
  }

  package var isEmpty: Bool { rows.isEmpty }

  package var text: String { .written { write(to: &$0) } }

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

extension String {
  /// Clean text wrapped to the terminal, lines after the first indented; it ends with a newline.
  package func wrapped(_ style: Style, indent: Int = 0) -> String {
    .written {
      $0.appendWrapped(cleaned(.line), indent: indent, width: style.width)
      $0.appendNewline()
    }
  }
}
