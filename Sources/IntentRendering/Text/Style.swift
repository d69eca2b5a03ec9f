package import IntentCore

/// How text may look; the characters are otherwise the same on a terminal and in a pipe.
package struct Style: Sendable, Equatable {
  /// Whether colour sequences are written; without it not one ESC byte is.
  package var color: Bool
  /// Whether the locale is UTF-8, so that symbols may be more than ASCII.
  package var unicode: Bool
  /// The columns of the terminal; `nil` for no wrapping and no shortening.
  package var width: Int?

  package init(color: Bool = false, unicode: Bool = true, width: Int? = nil) {
    (self.color, self.unicode, self.width) = (color, unicode, width)
  }

  package static let plain = Style()
}

extension Style {
  var ellipsis: String { unicode ? "…" : "..." }
  var arrow: String { unicode ? "→" : "->" }
}

/// A colour or weight (ECMA-48, SGR) for a piece of text.
package enum Paint: Sendable {
  case tint(Tint)
  case bold
  /// What a program wrote to its error stream.
  case errorStream

  fileprivate var parameters: String {
    switch self {
    case .tint(.green): "32"
    case .tint(.grey): "90"
    case .tint(.red): "31"
    case .tint(.yellow): "33"
    case .tint(.blue): "34"
    case .bold: "1"
    case .errorStream: "2;31"
    }
  }
}

extension [UInt8] {
  /// Appends what the closure appends, in colour when the style has colour.
  mutating func paint(_ paint: Paint?, _ style: Style, _ append: (inout [UInt8]) -> Void) {
    guard style.color, let paint else { return append(&self) }
    self += "\u{1B}[\(paint.parameters)m".utf8
    append(&self)
    self += "\u{1B}[0m".utf8
  }

  package mutating func paint(_ paint: Paint?, _ style: Style, _ text: String) {
    self.paint(paint, style) { $0 += text.utf8 }
  }
}

/// A symbol as one column of text: a character of its own, and a form for locales without UTF-8.
package struct Glyph: Sendable, Equatable {
  package let unicode: String
  package let ascii: String

  private init(_ unicode: String, _ ascii: String) { (self.unicode, self.ascii) = (unicode, ascii) }

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
