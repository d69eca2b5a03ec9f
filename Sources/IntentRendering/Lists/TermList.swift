internal import StringCatalogs
internal import IntentCore

/// Terms with what they mean beside them, wrapped where the terminal is narrow, as `--help` shows options.
package struct TermList: Sendable {
  /// A longer term has its meaning beneath it.
  private static let widestTerm = 28
  private static let indent = 2
  private static let gap = 2

  private var rows: [(term: String, meaning: String)] = []
  private let style: Style

  package init(style: Style) { self.style = style }

  package mutating func append(_ term: String, _ meaning: String) {
    rows.append((term.cleaned(.line), meaning.cleaned(.line)))
  }

  package var isEmpty: Bool { rows.isEmpty }

  package var text: String {
    var bytes: [UInt8] = []
    let limit = style.width.map { min(Self.widestTerm, max($0 / 3, 8)) } ?? Self.widestTerm
    let widths = rows.map(\.term.columns)
    let column = Self.indent + Self.gap + (widths.filter { $0 <= limit }.max() ?? 0)
    for (row, width) in zip(rows, widths) {
      bytes.appendSpaces(Self.indent)
      bytes += row.term.utf8
      if !row.meaning.isEmpty {
        if Self.indent + width + Self.gap > column {
          bytes.appendNewline()
          bytes.appendSpaces(column)
        } else {
          bytes.appendSpaces(column - Self.indent - width)
        }
        bytes.appendWrapped(row.meaning, indent: column, width: style.width)
      }
      bytes.appendNewline()
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// Clean text wrapped to the terminal, lines after the first indented; it ends with a newline.
  package func wrapped(_ style: Style, indent: Int = 0) -> String {
    var bytes: [UInt8] = []
    bytes.appendWrapped(cleaned(.line), indent: indent, width: style.width)
    bytes.appendNewline()
    return String(decoding: bytes, as: UTF8.self)
  }
}
