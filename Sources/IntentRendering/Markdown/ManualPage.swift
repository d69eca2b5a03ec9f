extension MarkdownText {
  /// The text as a page of the manual, in the macros of man(7) and tbl(1).
  ///
  /// - Parameters:
  ///   - name: What the page is called, without its section.
  ///   - origin: What stands at its foot, such as the program and its version.
  ///   - summary: One line about it.
  ///   - guide: The page of another guide, by the name that links have for it.
  package func manualPage(
    name: String, section: Int, origin: String, summary: String, guide: (String) -> String
  ) -> String {
    var page =
      "'\\\" t\n.TH \(Self.quoted(name.uppercased())) \(section) \"\" \(Self.quoted(origin))\n.ad l\n.nh\n"
    let line = summary.last == "." ? String(summary.dropLast()) : summary
    page += ".SH NAME\n\(Self.escaped(name)) \\- \(Self.escaped(line))\n"
    if case .heading(2, _)? = blocks.first {} else { page += ".SH DESCRIPTION\n" }
    for block in blocks { page += Self.roff(block, guide) }
    return page
  }

  private static func roff(_ block: MarkdownText.Block, _ guide: (String) -> String) -> String {
    func inline(_ spans: [MarkdownText.Span]) -> String { protected(spans.map { roff($0, guide) }.joined()) }
    switch block {
    case .heading(1, _): return ""
    case .heading(2, let text): return ".SH \(quoted(text.uppercased()))\n"
    case .heading(_, let text): return ".SS \(quoted(text))\n"
    case .paragraph(let spans): return ".PP\n\(inline(spans))\n"
    case .item("-", let spans): return ".IP \\(bu 2\n\(inline(spans))\n"
    case .item(let marker, let spans): return ".IP \(quoted(marker)) 4\n\(inline(spans))\n"
    case .code(let lines):
      return ".PP\n.RS 4\n.EX\n" + lines.map { "\(protected(escaped($0)))\n" }.joined() + ".EE\n.RE\n"
    case .table(let rows):
      if rows.dropFirst().allSatisfy({ $0.count == 2 }) {
        return rows.dropFirst().map { ".TP\n\(inline($0[0]))\n\(inline($0[1]))\n" }.joined()
      }
      let columns = rows.map(\.count).max() ?? 0
      let titles = [String](repeating: "lb", count: columns).joined(separator: " ")
      var table =
        ".PP\n.TS\nnokeep;\n\(titles)\nl" + String(repeating: " lx", count: max(columns - 1, 0)) + ".\n"
      for row in rows { table += row.map { "T{\n\(inline($0))\nT}" }.joined(separator: "\t") + "\n" }
      return table + ".TE\n"
    }
  }

  private static func roff(_ span: MarkdownText.Span, _ guide: (String) -> String) -> String {
    if let link = span.link {
      return link.hasPrefix("doc:")
        ? "\\fB\(escaped(guide(String(link.dropFirst(4)))))\\fR"
        : "\(escaped(span.text)) (\(escaped(link)))"
    }
    return span.isCode || span.isStrong ? "\\fB\(escaped(span.text))\\fR" : escaped(span.text)
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// An argument of a macro.
  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A line that begins with a point would be taken for a macro.
  private static func protected(_ line: String) -> String {
    line.utf8.first == UInt8(ascii: ".") ? "\\&\(line)" : line
  }
}
