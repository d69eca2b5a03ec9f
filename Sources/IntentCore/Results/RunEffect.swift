/// The one state that a run changed, so that it can be put back.
package struct RunEffect: Sendable, Equatable {
  /// What has the state, such as `vpn:demo:work`.
  package var resource: String
  /// The state that the run found.
  package var found: String
  /// The state that the run left.
  package var left: String

  package init(resource: String, found: String, left: String) {
    self.resource = resource
    self.found = found
    self.left = left
  }
}

extension RunEffect {
  /// The form in the journal: the three parts, each on a line.
  package var text: String { "\(resource)\n\(found)\n\(left)" }

  package init?(text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    self.init(
      resource: String(decoding: parts[0], as: UTF8.self), found: String(decoding: parts[1], as: UTF8.self),
      left: String(decoding: parts[2], as: UTF8.self))
  }
}
