internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// The rows of `list` under the headings of their categories, all in the same columns.
struct IntentList {
  private var columns: Columns
  /// Rows in the order of display; a heading goes before the row that it names.
  private let groups: [(heading: String?, rows: [ListCommand.Row])]
  private let style: Style

  init(_ rows: [ListCommand.Row], style: Style, say: Localizer) {
    self.style = style
    groups = Self.grouped(rows, say)
    let hasIcons = rows.contains { $0.definition.icon != nil }
    var columns = Columns(
      (0...(hasIcons ? 3 : 2)).map { Columns.Column(isShrinkable: $0 == (hasIcons ? 2 : 1)) }, style: style,
      indent: groups.contains { $0.heading != nil } ? 2 : 0)
    columns.reserve(rows: rows.count)
    var glyphs: [String: String] = [:]
    for (_, rows) in groups {
      for row in rows {
        var cells = [row.definition.id, row.definition.title, say(row.mark.text)]
        if hasIcons { cells.insert(Self.glyph(row.definition.icon, &glyphs, style), at: 0) }
        columns.append(cells)
      }
    }
    self.columns = columns
  }

  /// By category in the order of the alphabet; what has none comes last. Without any category there are
  /// no headings.
  private static func grouped(
    _ rows: [ListCommand.Row], _ say: Localizer
  ) -> [(heading: String?, rows: [ListCommand.Row])] {
    guard rows.contains(where: { $0.definition.category != nil }) else { return [(nil, rows)] }
    var places: [String: Int] = [:]
    var groups: [(heading: String?, rows: [ListCommand.Row])] = []
    var rest: [ListCommand.Row] = []
    for row in rows {
      guard let category = row.definition.category else {
        rest.append(row)
        continue
      }
      if let place = places[category] {
        groups[place].rows.append(row)
      } else {
        places[category] = groups.count
        groups.append((category, [row]))
      }
    }
    groups.sort { $0.heading ?? "" < $1.heading ?? "" }
    return rest.isEmpty ? groups : groups + [(say("other"), rest)]
  }

  private static func glyph(_ icon: String?, _ known: inout [String: String], _ style: Style) -> String {
    guard let icon else { return "" }
    if let text = known[icon] { return text }
    let text = Glyph(symbol: icon)?.text(style) ?? ""
    known[icon] = text
    return text
  }

  func write(to bytes: inout [UInt8]) {
    var start = 0
    for (heading, rows) in groups {
      if let heading {
        if start > 0 { bytes += "\n".utf8 }
        bytes.paint(.bold, style, heading.cleaned(.line))
        bytes += "\n".utf8
      }
      columns.write(rows: start..<start + rows.count, to: &bytes)
      start += rows.count
    }
  }
}
