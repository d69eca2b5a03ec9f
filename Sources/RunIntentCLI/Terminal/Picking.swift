internal import IntentCore
internal import IntentRendering

extension ToolEnvironment {
  /// One key picks at most so many things.
  static let pickable = 9

  /// Has the person at the terminal pick one of some lines by a key; `nil` when none is picked.
  func pick(_ lines: [String], _ say: Localizer) -> Int? {
    let lines = lines.prefix(Self.pickable)
    var text = ""
    for (index, line) in lines.enumerated() { text += "  \(index + 1)  \(line.cleaned(.line))\n" }
    if lines.count == 1 { return choose(text + say("1 or Enter runs it, Esc none: "), 1) }
    text += say("1 to ${count} runs it, Enter the first, Esc none: ", ["count": .integer(lines.count)])
    return choose(text, lines.count)
  }
}
