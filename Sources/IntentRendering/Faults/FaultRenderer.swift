package import IntentCore

/// Writes faults for people: a sentence, the place in the file where there is one, and what to do.
package struct FaultRenderer: Sendable {
  let style: Style
  let messages: Messages

  package init(style: Style, text: Localizer = .english) {
    self.style = style
    messages = Messages(text: text)
  }

  package func text(_ failure: Failure) -> String { .written { write(failure.faults, to: &$0) } }

  /// Missing parameters come together in one sentence; a hint is not repeated.
  private func write(_ faults: [Fault], to bytes: inout [UInt8]) {
    var shown: Set<String> = []
    for fault in faults.merged(messages.text) {
      write(fault, to: &bytes)
      for hint in messages.hints(fault) where shown.insert(hint).inserted {
        bytes.appendSpaces(2)
        bytes.appendClean(hint, .line)
        bytes.appendNewline()
      }
    }
  }

  private func write(_ fault: Fault, to bytes: inout [UInt8]) {
    let color = Paint.tint(fault.severity == .error ? .red : .yellow)
    if let location = fault.location {
      let place = "\(location.file.cleaned(.quoted)):\(location.line):\(location.column):"
      bytes.paint(.bold, style, place)
      bytes.appendSpaces(1)
      bytes.paint(color, style, messages.label(fault.severity))
    } else {
      bytes.paint(fault.severity == .error ? color : nil, style, "runintent:")
      if fault.severity == .warning {
        bytes.appendSpaces(1)
        bytes.paint(color, style, messages.label(.warning))
      }
    }
    bytes.appendSpaces(1)
    bytes += messages.text(fault).utf8
    bytes.appendNewline()
    if let location = fault.location, !location.text.isEmpty {
      Excerpt(location, style: style).write(color, to: &bytes)
    }
  }
}

extension [Fault] {
  /// All missing parameters of one call as one fault, where the first of them stood.
  func merged(_ text: Localizer) -> [Fault] {
    let missing = filter(\.isMissingParameter)
    guard missing.count > 1, var merged = missing.first else { return self }
    merged.parameter = nil
    merged.arguments.removeAll { ["name", "allowed", "suggestion"].contains($0.name) }
    merged.arguments.append(("names", .list(missing.map { $0.missingName(text) })))
    var isFirst = true
    return compactMap { fault in
      guard fault.isMissingParameter else { return fault }
      defer { isFirst = false }
      return isFirst ? merged : nil
    }
  }
}

extension Fault {
  fileprivate var isMissingParameter: Bool {
    code == .parameterMissing && location == nil && severity == .error
  }

  fileprivate func missingName(_ text: Localizer) -> String {
    TemplateFiller(argument: ArgumentWords(fault: self, text: text).text)
      .fill(text.template(Messages.shared.missingName)) ?? ""
  }
}

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
