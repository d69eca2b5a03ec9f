package import IntentCore
package import StringCatalogs

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

  package func text(_ result: IntentResult) -> String {
    var bytes: [UInt8] = []
    write(result, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

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
    bytes.paint(.tint(result.symbol.tint), style, Glyph(heading: result).text(style))
    bytes.appendSpaces(1)
    bytes.appendWrapped(heading, indent: Self.indent, width: style.width)
    bytes.appendNewline()
  }

  private func writeNext(_ steps: [IntentResult.NextStep], to bytes: inout [UInt8]) {
    if steps.isEmpty { return }
    let commands = steps.map { ShellWords.join([program] + $0.command) }
    let titles = steps.map { $0.title.cleaned(.line) }
    let commandWidth = commands.reduce(0) { max($0, $1.columns) }
    let lead = String(repeating: " ", count: Self.indent) + style.arrow + " "
    let titleColumn = lead.columns + commandWidth + 3
    let fits = style.width.map { titleColumn + titles.reduce(0) { max($0, $1.columns) } <= $0 } ?? true
    for (command, title) in zip(commands, titles) {
      bytes += lead.utf8
      bytes.paint(.tint(.blue), style, command)
      if !title.isEmpty {
        if fits {
          bytes.appendSpaces(titleColumn - lead.columns - command.columns)
        } else {
          bytes.appendNewline()
          bytes.appendSpaces(lead.columns)
        }
        bytes.appendWrapped(title, indent: lead.columns, width: style.width)
      }
      bytes.appendNewline()
    }
  }
}

extension ResultRenderer {
  /// The answer in one line: symbol, dialog and the first text beneath, without an end of line.
  package func line(_ result: IntentResult) -> String {
    var heading = result.dialog.cleaned(.line)
    if result.isSimulated { heading += " \(messages.simulatedLabel)" }
    if case .text(let detail)? = result.snippet.blocks.first {
      let isSentence = heading.utf8.last == UInt8(ascii: ".")
      heading += "\(isSentence ? "" : ":") \(detail.cleaned(.line))"
    }
    var bytes: [UInt8] = []
    bytes.paint(.tint(result.symbol.tint), style, Glyph(heading: result).text(style))
    bytes.appendSpaces(1)
    return String(decoding: bytes, as: UTF8.self) + heading
  }
}
