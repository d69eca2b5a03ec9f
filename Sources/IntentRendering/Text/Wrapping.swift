internal import IntentCore

extension [UInt8] {
  /// Appends clean text of one line, broken at spaces and beside wide characters so that no line passes the
  /// width; lines after the first begin with `indent` spaces. A word that is longer stays whole.
  mutating func appendWrapped(_ text: String, indent: Int, width: Int?) {
    guard let width, indent + text.columns > width else {
      append(contentsOf: text.utf8)
      return
    }
    var line = LineBreaker(room: Swift.max(width - indent, 1))
    for scalar in text.unicodeScalars { line.take(scalar) }
    line.end()
    for (index, line) in line.lines.enumerated() {
      if index > 0 {
        appendNewline()
        appendSpaces(indent)
      }
      append(contentsOf: line.utf8)
    }
  }

  /// Appends clean text that may have several lines, each wrapped and indented; it ends with a newline.
  mutating func appendParagraphs(_ text: String, indent: Int, width: Int?) {
    text.forEachLine { line in
      let line = line.tabsExpanded
      if line.isEmpty {
        appendNewline()
        return
      }
      let leading = Swift.min(line.utf8.prefix { $0 == UInt8(ascii: " ") }.count, 24)
      appendSpaces(indent + leading)
      appendWrapped(
        leading == 0 ? line : String(line.unicodeScalars.dropFirst(leading)), indent: indent + leading,
        width: width)
      appendNewline()
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

  /// Hands out the lines, empty ones too, without a last empty one.
  func forEachLine(_ body: (String) -> Void) {
    var start = utf8.startIndex
    while let end = utf8[start...].firstIndex(of: UInt8(ascii: "\n")) {
      body(String(self[start..<end]))
      start = utf8.index(after: end)
    }
    if start == utf8.startIndex { return body(self) }
    if start < utf8.endIndex { body(String(self[start...])) }
  }

  /// The text with each tab as the spaces that lead to the next column divisible by four.
  var tabsExpanded: String {
    guard utf8.contains(UInt8(ascii: "\t")) else { return self }
    var text = String.UnicodeScalarView()
    var column = 0
    for scalar in unicodeScalars {
      if scalar == "\t" {
        let spaces = 4 - column % 4
        text.append(contentsOf: repeatElement(" ", count: spaces))
        column += spaces
      } else {
        text.append(scalar)
        column += scalar.columns
      }
    }
    return String(text)
  }

  /// The text cut to so many columns, with a mark where something is missing.
  package func shortened(to limit: Int, mark: String) -> String {
    guard columns > limit else { return self }
    return prefix(columns: limit - mark.columns) + mark
  }

  /// As many scalars as fit.
  func prefix(columns limit: Int) -> String {
    var text = String.UnicodeScalarView()
    var column = 0
    for scalar in unicodeScalars {
      column += scalar.columns
      if column > limit { break }
      text.append(scalar)
    }
    return String(text)
  }
}

/// Gathers scalars into lines.
private struct LineBreaker {
  let room: Int
  var lines: [String] = []
  private var line = String.UnicodeScalarView()
  private var lineColumns = 0
  /// What came since the last place where the line may break.
  private var word = String.UnicodeScalarView()
  private var wordColumns = 0
  private var spaces = 0
  private var last: Unicode.Scalar?

  init(room: Int) { self.room = room }

  mutating func take(_ scalar: Unicode.Scalar) {
    if scalar == " " {
      endWord()
      spaces += 1
    } else {
      if let last, mayBreak(last, scalar) { endWord() }
      word.append(scalar)
      wordColumns += scalar.columns
    }
    last = scalar
  }

  mutating func end() {
    endWord()
    if !line.isEmpty { lines.append(String(line)) }
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    if line.isEmpty || lineColumns + spaces + wordColumns <= room {
      line.append(contentsOf: repeatElement(" ", count: spaces))
      lineColumns += spaces
    } else {
      lines.append(String(line))
      (line, lineColumns) = (String.UnicodeScalarView(), 0)
    }
    line.append(contentsOf: word)
    lineColumns += wordColumns
    (word, wordColumns, spaces) = (String.UnicodeScalarView(), 0, 0)
  }

  private func mayBreak(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    guard left != " ", left.columns == 2 || right.columns == 2, right.columns > 0 else { return false }
    switch right {
    case "、", "。", "，", "．", "）", "」", "』", "】", "！", "？", "：", "；", "ー", ",", ".", ")", ":", ";", "!", "?":
      return false
    default: break
    }
    switch left {
    case "（", "「", "『", "【", "(", "\"", "'": return false
    default: return true
    }
  }
}
