internal import StringCatalogs

/// How text may look; the characters are otherwise the same on a terminal and in a pipe.
package struct Style: Sendable, Equatable {
  /// Whether colour sequences are written; without it not one ESC byte is.
  package var color: Bool
  /// Whether the locale is UTF-8, so that symbols may be more than ASCII.
  package var unicode: Bool
  /// The columns of the terminal; `nil` for no wrapping and no shortening.
  package var width: Int?

  package init(color: Bool = false, unicode: Bool = true, width: Int? = nil) {
    self.color = color
    self.unicode = unicode
    self.width = width
  }

  package static let plain = Style()
}

extension Style {
  var ellipsis: String { unicode ? "…" : "..." }
  var arrow: String { unicode ? "→" : "->" }
}
