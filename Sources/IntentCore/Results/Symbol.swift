/// The colour that a snippet's symbol takes.
package enum Tint: String, Sendable, CaseIterable { case green, grey, red, yellow, blue }

/// A symbol by its SF Symbols name and a tint.
package struct Symbol: Sendable, Equatable {
  package var name: String
  package var tint: Tint

  package init(_ name: String, _ tint: Tint) {
    self.name = name
    self.tint = tint
  }

  package static let done = Symbol("checkmark.circle", .green)
  package static let neutral = Symbol("circle", .grey)
  package static let failed = Symbol("exclamationmark.triangle", .red)
}
