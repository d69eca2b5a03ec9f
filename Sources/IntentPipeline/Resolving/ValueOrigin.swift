package import IntentCore

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

extension ResolvedInvocation {
  /// Where the values that may be shown came from, in their order.
  ///
  /// It is found out afterwards: only who asks for it pays.
  package func origins(
    of supplied: [SuppliedArgument], in world: World
  ) throws(Failure) -> [(name: String, origin: ValueOrigin)] {
    let configured = try world.configuration().defaults(of: definition.id)
    return shownValues.keys.map { name in
      if let given = supplied.first(where: { $0.name == name }) { return (name, given.origin) }
      if configured?[name] != nil { return (name, .configuration) }
      return (name, definition.parameter(named: name)?.defaultValue == nil ? .answer : .definition)
    }
  }
}
