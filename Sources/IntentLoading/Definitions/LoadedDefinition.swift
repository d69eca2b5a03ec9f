package import IntentCore

/// A definition that was read, with what is unwise about it.
package struct LoadedDefinition: Sendable {
  package var definition: IntentDefinition
  package var warnings: [Fault]

  package init(definition: IntentDefinition, warnings: [Fault] = []) {
    self.definition = definition
    self.warnings = warnings
  }
}
