package import IntentCore

/// A parameter as a caller gave it, before its type is known to fit.
package struct SuppliedArgument: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// Text of the command line, read by the parameter's type.
    case text(String)
    /// A value that already has its type.
    case value(Value)
    /// Text for what stands at a path within an object, as in `--name.key value`.
    case member([String], String)
  }

  package var name: String
  package var content: Content
  /// How the caller wrote the parameter, such as `--state` or `PROFILE`; for messages.
  package var spelling: String
  /// Whether a workflow's own text fixes it.
  package var isFrozen = false
  package var origin: ValueOrigin

  package init(
    name: String, content: Content, spelling: String, origin: ValueOrigin = .commandLine
  ) {
    self.name = name
    self.content = content
    self.spelling = spelling
    self.origin = origin
  }
}

extension [SuppliedArgument] {
  /// Adds the configuration's value where nothing gives a whole one; what was given of an object's members stays.
  mutating func fallBack(on value: Value, for parameter: String, of intent: String) {
    for argument in self {
      guard case .member = argument.content else { return }
    }
    append(
      SuppliedArgument(
        name: parameter, content: .value(value), spelling: "defaults.\(intent).\(parameter)",
        origin: .configuration))
  }
}

/// Where the value of a parameter came from. The first that has one wins: the command line, `--input`, the
/// configuration, the definition's own default; variables of the environment never set a parameter.
package enum ValueOrigin: String, Sendable, CaseIterable {
  case commandLine = "command-line"
  case input
  /// Kept with a shortcut.
  case shortcut
  /// The values of an earlier run.
  case journal
  case configuration
  case definition
  /// The answer to a question.
  case answer
}
