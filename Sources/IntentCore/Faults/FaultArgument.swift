/// A fact that the wording of a fault needs.
package enum FaultArgument: Sendable, Equatable {
  case text(String)
  case list([String])
  case integer(Int)
  case capabilities([Capability])
}

extension FaultArgument: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
}
