/// Whether the person is who they say.
package enum Proof: Sendable, Equatable {
  case proven
  /// The reason, in words of the program.
  case denied(String)
}
