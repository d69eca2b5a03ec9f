package import IntentCore

/// Writes an answer as text: a line with symbol and dialog, and the snippet and the next steps beneath.
package struct ResultRenderer: Sendable {
  let style: Style
  let program: String
  let messages: Messages

  package init(style: Style, program: String = "runintent", text: Localizer = .english) {
    self.style = style
    self.program = program
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
    let rows = steps.map { (ShellWords.join([program] + $0.command), $0.title.cleaned(.line)) }
    let lead = String(repeating: " ", count: Self.indent) + style.arrow + " "
    let gap = 3
    let needed =
      lead.columns + gap + rows.reduce(0) { max($0, $1.0.columns) } + rows.reduce(0) { max($0, $1.1.columns) }
    let fits = style.width.map { needed <= $0 } ?? true
    var list = TermList(style: style, lead: lead, gap: gap, paint: .tint(.blue), widest: fits ? .max : 0)
    for (command, title) in rows { list.append(command, title) }
    list.write(to: &bytes)
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
