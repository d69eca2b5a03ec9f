package import IntentCore

/// What a handler says of a call before it may run: all that the checks before the gate's last word see of it.
package protocol DescribedHandler: Sendable {
  var descriptor: HandlerDescriptor { get }
  /// What a call will touch; empty when it only reads or answers.
  func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability]
  /// The resources, such as `lock:demo:front`, on which no other run may act meanwhile.
  func resources(_ call: HandlerCall) throws(Failure) -> [String]
  /// The files that trust covers besides the definition, by the names that `with` gives them.
  func files(_ call: HandlerCall) throws(Failure) -> [String]
  /// Both at once, for one that finds the one with the other.
  func reach(_ call: HandlerCall) throws(Failure) -> (capabilities: [Capability], files: [String])
  /// Secrets of the configuration that the handler needs besides those that the definition names, such as a
  /// provider's token.
  func secrets(_ call: HandlerCall) throws(Failure) -> [String]
  /// Whether a shared key may stand for the grant of its one act at one door.
  var takesKeys: Bool { get }
  /// Whether `follow` goes on with changes.
  var canFollow: Bool { get }
  /// Whether it does so after an answer that is a failure, too.
  var followsFailures: Bool { get }
}

extension DescribedHandler {
  package func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] { [] }
  package func resources(_ call: HandlerCall) throws(Failure) -> [String] { [] }
  package func files(_ call: HandlerCall) throws(Failure) -> [String] { [] }
  package func reach(
    _ call: HandlerCall
  ) throws(Failure) -> (capabilities: [Capability], files: [String]) {
    (try capabilities(call), try files(call))
  }
  package func secrets(_ call: HandlerCall) throws(Failure) -> [String] { [] }
  package var takesKeys: Bool { false }
  package var canFollow: Bool { false }
  package var followsFailures: Bool { false }

  /// What a call will touch, with the secrets that the definition names.
  package func claims(_ call: HandlerCall) throws(Failure) -> [Capability] {
    try capabilities(call) + call.secretClaims
  }

  /// The same, and the files.
  func claimsAndFiles(
    _ call: HandlerCall
  ) throws(Failure) -> (capabilities: [Capability], files: [String]) {
    var reach = try reach(call)
    reach.capabilities += call.secretClaims
    return reach
  }
}

extension HandlerCall {
  fileprivate var secretClaims: [Capability] { definition.secrets.map { .secret($0) } }
}
