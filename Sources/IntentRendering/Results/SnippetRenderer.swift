package import IntentCore

/// Writes the blocks of a snippet, indented.
package struct SnippetRenderer: Sendable {
  let style: Style
  let indent: Int

  package init(style: Style, indent: Int = 2) {
    self.style = style
    self.indent = indent
  }

  package func write(_ snippet: Snippet, to bytes: inout [UInt8]) {
    for block in snippet.blocks {
      switch block {
      case .text(let text):
        bytes.appendParagraphs(text.cleaned(.block), indent: indent, width: style.width)
      case .output(let lines): write(lines, to: &bytes)
      case .fields(let fields): write(fields, to: &bytes)
      case .table(let table): write(table, to: &bytes)
      }
    }
  }

  /// A program's lines are neither wrapped nor cut; those of its error stream begin with `!`.
  private func write(_ lines: [Snippet.OutputLine], to bytes: inout [UInt8]) {
    for line in lines {
      line.text.forEachLine { part in
        switch line.stream {
        case .output:
          if !part.isEmpty { bytes.appendSpaces(indent) }
          bytes.appendClean(part, .block)
        case .error:
          bytes.paint(.errorStream, style) {
            $0 += "!".utf8
            if !part.isEmpty { $0.appendSpaces(indent - 1) }
            $0.appendClean(part, .block)
          }
        }
        bytes.appendNewline()
      }
    }
  }

  private func write(_ fields: [Snippet.Field], to bytes: inout [UInt8]) {
    let hasLabels = fields.contains { !$0.label.isEmpty }
    var list = TermList(
      style: style, lead: String(repeating: " ", count: indent), paint: .tint(.grey),
      widest: hasLabels ? .max : 0)
    for field in fields { list.append(field.label, field.text) }
    list.write(to: &bytes)
  }

  private func write(_ table: Snippet.Table, to bytes: inout [UInt8]) {
    var columns = table.columns.map { Columns.Column($0.title, $0.alignment, isShrinkable: true) }
    for row in table.rows where row.count > columns.count {
      columns += repeatElement(Columns.Column(isShrinkable: true), count: row.count - columns.count)
    }
    let showsTitles = columns.contains { !$0.title.isEmpty }
    var layout = Columns(columns, style: style, indent: indent, showsTitles: showsTitles)
    layout.reserve(rows: table.rows.count)
    for row in table.rows { layout.append(row) }
    layout.write(to: &bytes)
  }
}
