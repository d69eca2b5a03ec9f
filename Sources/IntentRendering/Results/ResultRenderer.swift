package import IntentCore

/// Writes an answer as text: a line with symbol and dialog, and the snippet and the next steps beneath.
package struct ResultRenderer: Sendable {
  let style: Style
  let messages: Messages

  package init(style: Style, text: Localizer = .english) {
    self.style = style
    messages = Messages(text: text)
  }

  package func text(_ result: IntentResult) -> String { .written { write(result, to: &$0) } }

  /// Writes nothing for an answer that is empty.
  package func write(_ result: IntentResult, to bytes: inout [UInt8]) {
    writeHeading(result, to: &bytes)
    SnippetRenderer(style: style, indent: Self.indent).write(result.snippet, to: &bytes)
    writeNext(result.next, to: &bytes)
  }

  static let indent = 2

  private func writeHeading(_ result: IntentResult, to bytes: inout [UInt8]) {
    var heading = result.dialog.cleaned(.line)
    if heading.isEmpty, case .failed(let fault) = result.outcome { heading = messages.text(fault) }
    if result.isSimulated {
      heading += heading.isEmpty ? messages.simulatedLabel : " " + messages.simulatedLabel
    }
    if heading.isEmpty { return }
    writeSymbol(of: result, to: &bytes)
    bytes.appendWrapped(heading, indent: Self.indent, width: style.width)
    bytes.appendNewline()
  }

  private func writeSymbol(of result: IntentResult, to bytes: inout [UInt8]) {
    bytes.paint(.tint(result.symbol.tint), style, Glyph(heading: result).text(style))
    bytes.appendSpaces(1)
  }

  private func writeNext(_ steps: [IntentResult.NextStep], to bytes: inout [UInt8]) {
    let rows = steps.map { (ShellWords.join(["runintent"] + $0.command), $0.title.cleaned(.line)) }
    let lead = String(repeating: " ", count: Self.indent) + style.arrow + " "
    let gap = 3
    let needed =
      lead.columns + gap + rows.reduce(0) { max($0, $1.0.columns) } + rows.reduce(0) { max($0, $1.1.columns) }
    let fits = style.width.map { needed <= $0 } ?? true
    TermList(rows, style: style, lead: lead, gap: gap, paint: .tint(.blue), widest: fits ? .max : 0)
      .write(to: &bytes)
  }

  /// The answer in one line: symbol, dialog and the first text beneath, without an end of line.
  package func line(_ result: IntentResult) -> String {
    var heading = result.dialog.cleaned(.line)
    if result.isSimulated { heading += " \(messages.simulatedLabel)" }
    if case .text(let detail)? = result.snippet.blocks.first {
      let isSentence = heading.utf8.last == UInt8(ascii: ".")
      heading += "\(isSentence ? "" : ":") \(detail.cleaned(.line))"
    }
    return .written { writeSymbol(of: result, to: &$0) } + heading
  }
}

/// Writes the blocks of a snippet, indented.
package struct SnippetRenderer: Sendable {
  let style: Style
  let indent: Int

  package init(style: Style, indent: Int = 2) {
    (self.style, self.indent) = (style, indent)
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
    TermList(
      fields.map { ($0.label, $0.text) }, style: style, lead: String(repeating: " ", count: indent),
      paint: .tint(.grey), widest: hasLabels ? .max : 0
    ).write(to: &bytes)
  }

  private func write(_ table: Snippet.Table, to bytes: inout [UInt8]) {
    var columns = table.columns.map { Columns.Column($0.title, $0.alignment, isShrinkable: true) }
    for row in table.rows where row.count > columns.count {
      columns += repeatElement(Columns.Column(isShrinkable: true), count: row.count - columns.count)
    }
    let showsTitles = columns.contains { !$0.title.isEmpty }
    var layout = Columns(columns, style: style, indent: indent, showsTitles: showsTitles)
    for row in table.rows { layout.append(row) }
    layout.write(to: &bytes)
  }
}

/// Writes the value of an answer alone, for `--output value`.
package enum ValueText {
  /// A string as it is and a newline, nothing for null, and anything else as JSON on one line. Strings are
  /// cleaned only for a terminal: a script gets exact bytes.
  package static func write(_ value: Value, isTerminal: Bool, to bytes: inout [UInt8]) {
    switch value {
    case .null: return
    case .string(let text):
      if isTerminal { bytes.appendClean(text, .block) } else { bytes += text.utf8 }
    default: bytes.appendJSON(value)
    }
    bytes.appendNewline()
  }
}
