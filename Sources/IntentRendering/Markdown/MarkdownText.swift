/// Markdown as far as the guides use it: headings, paragraphs, lists, tables and code, with strong words, code and
/// links in them; comments of HTML are left out.
package struct MarkdownText: Sendable, Equatable {
  package enum Block: Sendable, Equatable {
    case heading(level: Int, String)
    case paragraph([Span])
    /// An item of a list, with what stands before it: `-`, or a number and a point.
    case item(String, [Span])
    /// Rows of cells; the first row has the titles.
    case table([[[Span]]])
    case code([String])
  }

  /// A piece of running text that looks the same throughout.
  package struct Span: Sendable, Equatable {
    package var text: String
    package var isCode = false
    package var isStrong = false
    /// Where a link leads: an address, or `doc:` and the name of a guide.
    package var link: String?

    package init(_ text: String, isCode: Bool = false, isStrong: Bool = false, link: String? = nil) {
      (self.text, self.isCode, self.isStrong, self.link) = (text, isCode, isStrong, link)
    }
  }

  package var blocks: [Block]

  package init(blocks: [Block]) { self.blocks = blocks }

  package init(_ text: String) {
    var reader = MarkdownReader()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { reader.take(line) }
    reader.endBlock()
    blocks = reader.blocks
  }

  /// The first heading of all.
  package var title: String {
    for case .heading(1, let text) in blocks { return text }
    return ""
  }

  /// The first paragraph, which says what the text is about.
  package var abstract: String {
    for case .paragraph(let spans) in blocks { return spans.map(\.text).joined() }
    return ""
  }
}

/// Reads lines into blocks.
private struct MarkdownReader {
  var blocks: [MarkdownText.Block] = []
  /// The lines of a paragraph or an item that is not over.
  private var text = ""
  private var marker: String?
  private var rows: [Substring] = []
  private var code: [String]?
  private var isComment = false

  mutating func take(_ line: Substring) {
    if isComment || (code == nil && line.hasPrefix("<!--")) {
      isComment = !line.hasSuffix("-->")
    } else if line.hasPrefix("```") {
      if let code { blocks.append(.code(code)) } else { endBlock() }
      code = code == nil ? [] : nil
    } else if code != nil {
      code?.append(String(line))
    } else if line.hasPrefix("|") {
      if rows.isEmpty { endBlock() }
      rows.append(line)
    } else if line.isEmpty {
      endBlock()
    } else if line.hasPrefix("#") {
      endBlock()
      let level = line.prefix { $0 == "#" }.count
      blocks.append(.heading(level: level, line.dropFirst(level + 1).filter { $0 != "`" }))
    } else if let (marker, rest) = Self.item(line) {
      endBlock()
      (self.marker, text) = (marker, String(rest))
    } else {
      text += (text.isEmpty ? "" : " ") + line.drop { $0 == " " }
    }
  }

  mutating func endBlock() {
    if !rows.isEmpty {
      // The second row has only dashes.
      let lines = rows.prefix(1) + rows.dropFirst(2)
      blocks.append(.table(lines.map { Self.cells($0).map(Self.spans) }))
    } else if !text.isEmpty {
      let spans = Self.spans(text)
      blocks.append(marker.map { .item($0, spans) } ?? .paragraph(spans))
    }
    (rows, text, marker) = ([], "", nil)
  }

  private static func item(_ line: Substring) -> (String, Substring)? {
    if line.hasPrefix("- ") { return ("-", line.dropFirst(2)) }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, line.dropFirst(digits.count).hasPrefix(". ") else { return nil }
    return ("\(digits).", line.dropFirst(digits.count + 2))
  }

  /// The cells of a row; `\|` is no border.
  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isEscaped = false
    for character in line.dropFirst() {
      if character == "|", !isEscaped {
        cells.append("")
      } else {
        if character == "|" { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(character)
      }
      isEscaped = character == "\\"
    }
    return cells.dropLast().map { cell in
      let start = cell.drop { $0 == " " }
      return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
    }
  }

  private static func spans(_ text: String) -> [MarkdownText.Span] {
    var spans: [MarkdownText.Span] = []
    var plain = ""
    var isStrong = false
    var rest = Substring(text)
    func end() {
      if !plain.isEmpty { spans.append(MarkdownText.Span(plain, isStrong: isStrong)) }
      plain = ""
    }
    while let first = rest.first {
      if rest.hasPrefix("**") {
        end()
        isStrong.toggle()
        rest = rest.dropFirst(2)
      } else if first == "*" {
        // Emphasis is left plain.
        rest = rest.dropFirst()
      } else if first == "`", let (code, after) = between("`", "`", rest) {
        end()
        spans.append(MarkdownText.Span(code, isCode: true, isStrong: isStrong))
        rest = after
      } else if rest.hasPrefix("<doc:"), let (name, after) = between("<", ">", rest) {
        end()
        spans.append(MarkdownText.Span("", link: name))
        rest = after
      } else if first == "[", let (name, after) = between("[", "](", rest),
        let (address, behind) = between("", ")", after), !address.contains(" ")
      {
        end()
        spans.append(MarkdownText.Span(name, link: address))
        rest = behind
      } else {
        if first == "\\" { rest = rest.dropFirst() }
        if let character = rest.first { plain.append(character) }
        rest = rest.dropFirst()
      }
    }
    end()
    return spans
  }

  /// What stands between two marks at the start of the text, and what comes after.
  private static func between(
    _ opening: String, _ closing: String, _ text: Substring
  ) -> (String, Substring)? {
    let start = text.dropFirst(opening.count)
    var place = start.startIndex
    while place < start.endIndex {
      if start[place...].hasPrefix(closing) {
        return (String(start[..<place]), start[place...].dropFirst(closing.count))
      }
      place = start.index(after: place)
    }
    return nil
  }
}
