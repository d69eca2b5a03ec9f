internal import IntentCore
internal import IntentPipeline

/// The session that a definition asks for in `with.session`; it only tightens what the rules say.
struct OwnSession {
  var duration: Duration?
  var pause: Duration?

  init() {}

  /// Reads `{"duration": "PT5M", "pause": "PT1H"}`, either of which may be left out.
  init(_ call: HandlerCall) throws(Failure) {
    for (key, text) in try call.table("session") {
      guard let length = Duration(text: text), length > .zero || key == "pause" && length == .zero else {
        throw Failure(
          .valueType,
          [
            "name": .text("with.session.\(key)"), "value": .text(text),
            "expected": "a duration such as 30s or PT30S",
          ])
      }
      switch key {
      case "duration": duration = length
      case "pause": pause = length
      default:
        throw Failure(
          .valueEnum,
          ["name": "with.session", "value": .text(key), "allowed": .list(["duration", "pause"])])
      }
    }
  }

  var isGiven: Bool { duration != nil || pause != nil }

  /// A pause alone makes no session.
  func tightening(_ limits: SessionLimits?) -> SessionLimits? {
    guard let limits else { return duration.map { SessionLimits(duration: $0, pause: pause ?? .zero) } }
    return limits.tightened(
      by: SessionLimits(duration: duration ?? limits.duration, pause: pause ?? limits.pause))
  }
}
