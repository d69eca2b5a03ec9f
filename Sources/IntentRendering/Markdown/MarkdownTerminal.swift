internal import IntentCore

extension MarkdownText {
  /// The text for a terminal: wrapped to its width, or to 80 columns where there is none, but for code.
  ///
  /// - Parameter guide: How one gets to another guide, by the name that links have for it.
  package func terminal(_ style: Style, guide: @escaping (String) -> String) -> String {
    var writer = TerminalWriter(style: style, guide: guide)
    for block in blocks { writer.write(block) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

private struct TerminalWriter {
  private typealias Line = (text: [UInt8], columns: Int)

  private static let indent = 2
  private static let leastCell = 12

  let style: Style
  let guide: (String) -> String
  var bytes: [UInt8] = []
  var endsWithItem = false

  private var width: Int { max(style.width ?? 80, 24) }

  mutating func write(_ block: MarkdownText.Block) {
    var isItem = false
    if case .item = block { isItem = true }
    if !bytes.isEmpty, !(isItem && endsWithItem) { bytes.appendNewline() }
    endsWithItem = isItem
    switch block {
    case .heading(_, let text):
      bytes.paint(.bold, style, form(text))
      bytes.appendNewline()
    case .paragraph(let spans): write(spans, indent: Self.indent)
    case .item(let marker, let spans):
      bytes.appendSpaces(Self.indent)
      bytes += "\(marker) ".utf8
      write(spans, indent: Self.indent + marker.utf8.count + 1, isIndented: true)
    case .code(let lines):
      for line in lines {
        if !line.isEmpty { bytes.appendSpaces(Self.indent + 2) }
        bytes += form(line).utf8
        bytes.appendNewline()
      }
    case .table(let rows): write(rows)
    }
  }

  private mutating func write(_ spans: [MarkdownText.Span], indent: Int, isIndented: Bool = false) {
    for (index, line) in lines(spans, width: width - indent).enumerated() {
      if index > 0 || !isIndented { bytes.appendSpaces(indent) }
      bytes += line.text
      bytes.appendNewline()
    }
  }

  private mutating func write(_ rows: [[[MarkdownText.Span]]]) {
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { $0.count > column ? lines($0[column], width: .max).first?.columns ?? 0 : 0 }.max() ?? 0
    }
    while Self.indent + widths.reduce(0, +) + 2 * (count - 1) > width,
      let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.leastCell
    {
      widths[widest] -= 1
    }
    for (number, row) in rows.enumerated() {
      let title = row.map { $0.map { MarkdownText.Span($0.text, isStrong: true) } }
      let cells = zip(number == 0 ? title : row, widths).map { lines($0, width: $1) }
      for index in 0..<(cells.map(\.count).max() ?? 0) {
        var pending = Self.indent
        for (cell, width) in zip(cells, widths) {
          let line = index < cell.count ? cell[index] : (text: [], columns: 0)
          if line.columns > 0 {
            bytes.appendSpaces(pending)
            pending = 0
          }
          bytes += line.text
          pending += width - line.columns + 2
        }
        bytes.appendNewline()
      }
    }
  }

  /// The words laid into lines, each with the columns that it takes.
  private func lines(_ spans: [MarkdownText.Span], width: Int) -> [Line] {
    var lines: [Line] = []
    var line: Line = ([], 0)
    var word: Line = ([], 0)
    func end() {
      if line.columns > 0, line.columns + 1 + word.columns > width {
        lines.append(line)
        line = ([], 0)
      }
      if word.columns == 0 { return }
      if line.columns > 0 { line.text.append(UInt8(ascii: " ")) }
      line = (line.text + word.text, line.columns + (line.columns > 0 ? 1 : 0) + word.columns)
      word = ([], 0)
    }
    for span in spans {
      for (index, part) in text(span).split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { end() }
        let text = form(String(part))
        if text.isEmpty { continue }
        word.text.paint(span.isStrong || span.isCode ? .bold : nil, style, text)
        word.columns += text.columns
      }
    }
    end()
    if line.columns > 0 { lines.append(line) }
    return lines
  }

  private func text(_ span: MarkdownText.Span) -> String {
    if span.isCode { return "`\(span.text)`" }
    guard let link = span.link else { return span.text }
    return link.hasPrefix("doc:") ? "`\(guide(String(link.dropFirst(4))))`" : "\(span.text) (\(link))"
  }

  /// The text in characters that the locale has.
  private func form(_ text: String) -> String {
    if style.unicode || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += Self.ascii($1) }
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "…": "..."
    case "→": "->"
    case "✔": Glyph.done.ascii
    case "○": Glyph.neutral.ascii
    case "⚠": Glyph.failed.ascii
    default: scalar.isASCII ? String(scalar) : "?"
    }
  }
}
