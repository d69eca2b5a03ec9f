package import IntentCore

/// A symbol as one column of text: a character of its own, and a form for locales without UTF-8.
package struct Glyph: Sendable, Equatable {
  package let unicode: String
  package let ascii: String

  private init(_ unicode: String, _ ascii: String) {
    self.unicode = unicode
    self.ascii = ascii
  }

  package static let done = Glyph("✔", "+")
  package static let neutral = Glyph("○", "o")
  package static let failed = Glyph("⚠", "x")

  package func text(_ style: Style) -> String { style.unicode ? unicode : ascii }

  /// The glyph of an SF Symbols name, by its part before the first point where the whole is not listed;
  /// `nil` for one that is not known.
  package init?(symbol name: String) {
    switch name {
    case "lock.open", "lock.open.fill": self = Glyph("◇", "=")
    case "list.bullet": self = Glyph("≡", "=")
    case "arrow.up": self = Glyph("↑", "^")
    case "arrow.down": self = Glyph("↓", "v")
    default:
      guard let glyph = Self.family(name) else { return nil }
      self = glyph
    }
  }

  /// The glyph that heads an answer: one for each outcome, whatever symbol the answer brings, so that nothing
  /// failed looks done.
  package init(heading result: IntentResult) {
    switch result.outcome {
    case .done: self = .done
    case .neutral: self = .neutral
    case .failed: self = .failed
    }
  }

  private static func family(_ name: String) -> Glyph? {
    switch String(name.prefix { $0 != "." }) {
    case "checkmark": .done
    case "circle", "xmark": .neutral
    case "exclamationmark": .failed
    case "questionmark": Glyph("?", "?")
    case "info": Glyph("i", "i")
    case "lock", "key": Glyph("◆", "#")
    case "door": Glyph("▯", "#")
    case "shield": Glyph("◈", "#")
    case "wifi", "antenna": Glyph("≈", "~")
    case "network", "globe": Glyph("⇄", "%")
    case "bell": Glyph("♪", "*")
    case "internaldrive", "externaldrive", "opticaldisc": Glyph("▤", "=")
    case "list": Glyph("≡", "=")
    case "clock", "timer", "stopwatch": Glyph("◷", "@")
    case "bolt", "powerplug", "battery": Glyph("↯", "*")
    case "power": Glyph("⏻", "*")
    case "play": Glyph("▶", ">")
    case "stop": Glyph("■", "#")
    case "arrow": Glyph("↻", "@")
    case "envelope", "paperplane": Glyph("✉", "@")
    case "sun", "lightbulb": Glyph("☀", "*")
    case "moon": Glyph("☾", "(")
    case "star": Glyph("★", "*")
    case "heart": Glyph("♥", "*")
    case "house": Glyph("⌂", "^")
    case "gear", "gearshape", "wrench", "hammer": Glyph("⚙", "*")
    case "flag": Glyph("⚑", "!")
    case "doc", "folder", "archivebox", "tray": Glyph("▭", "=")
    case "terminal": Glyph("❯", ">")
    case "hand": Glyph("☺", ":")
    case "text", "bubble": Glyph("❝", "\"")
    default: nil
    }
  }
}
