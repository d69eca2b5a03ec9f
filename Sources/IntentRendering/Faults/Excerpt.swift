internal import IntentCore

/// The line of a file that a fault is about, with a caret beneath the place.
struct Excerpt {
  /// The line as far as it is shown.
  private var line: String
  /// The columns before the caret, and how many it covers.
  private var indent: Int
  private var length: Int
  private let number: String
  private let style: Style
  /// Where the width is not known, or for a file that is all one line.
  private static let longestLine = 160

  init(_ location: SourceLocation, style: Style) {
    let scalars = Array(location.text.unicodeScalars)
    let start = min(max(location.column - location.textColumn, 0), scalars.count)
    let end = min(start + max(location.length, 1), scalars.count)
    let lead = location.textColumn > 1 ? style.ellipsis : ""
    let before = lead + Self.clean(scalars[..<start])
    let marked = Self.clean(scalars[start..<end])
    // Tabs are expanded by where they stand in the whole line.
    let upToEnd = (before + marked).tabsExpanded
    indent = before.tabsExpanded.columns
    length = max(upToEnd.columns - indent, 1)
    line = (before + marked + Self.clean(scalars[end...])).tabsExpanded
    number = String(location.line)
    self.style = style
    cut(to: max(min(style.width ?? Self.longestLine, Self.longestLine) - gutterWidth - 3, 20))
  }

  private static func clean(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    for scalar in scalars {
      if scalar == "\t" { text += "\t" } else { text += String(scalar).cleaned(.quoted) }
    }
    return text
  }

  private var gutterWidth: Int { max(number.utf8.count, 4) }

  /// Leaves a part of the line around the place, with marks where the rest was.
  private mutating func cut(to limit: Int) {
    let mark = style.ellipsis
    let markWidth = mark.columns
    guard line.columns > limit else { return }
    length = min(length, limit - 2 * markWidth)
    if indent + length + markWidth > limit {
      let lead = max((limit - length) / 2, markWidth)
      let skipped = line.prefix(columns: indent - lead + markWidth)
      line = mark + String(line.unicodeScalars.dropFirst(skipped.unicodeScalars.count))
      indent = markWidth + indent - skipped.columns
    }
    line = line.shortened(to: limit, mark: mark)
  }

  func write(_ color: Paint, to bytes: inout [UInt8]) {
    bytes.appendSpaces(gutterWidth - number.utf8.count)
    bytes.paint(.tint(.blue), style, number + " |")
    bytes.appendSpaces(1)
    bytes += line.utf8
    bytes.appendNewline()
    bytes.appendSpaces(gutterWidth + 1)
    bytes.paint(.tint(.blue), style, "|")
    bytes.appendSpaces(1 + indent)
    bytes.paint(color, style, "^" + String(repeating: "~", count: length - 1))
    bytes.appendNewline()
  }
}
