internal import IntentCore
internal import IntentPipeline

extension [(name: String, origin: ValueOrigin)] {
  /// By the names of parameters, the stable words that programs read.
  var object: ValueObject { ValueObject(uniqueMembers: map { ($0.name, .string($0.origin.rawValue)) }) }

  /// Whether a value came from elsewhere than the command line.
  func isForeign(_ name: String) -> Bool { first { $0.name == name }?.origin != .commandLine }

  /// A value and, unless the command line gave it, where it came from, as in `/srv (from the configuration)`.
  func text(of value: Value, named name: String, _ say: Localizer) -> String {
    let text = value.plainText ?? value.json()
    let words =
      switch first(where: { $0.name == name })?.origin {
      case .commandLine?, .answer?, nil: ""
      case .input?: say("from --input")
      case .shortcut?: say("from the shortcut")
      case .journal?: say("from the journal")
      case .configuration?: say("from the configuration")
      case .definition?: say("the default")
      }
    return words.isEmpty ? text : "\(text) (\(words))"
  }
}
