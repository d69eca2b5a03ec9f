package import IntentCore

/// A definition with values for its parameters that fit.
package struct ResolvedInvocation: Sendable {
  package let definition: IntentDefinition
  package let values: ValueObject
  package let call: HandlerCall

  fileprivate init(definition: IntentDefinition, values: ValueObject, call: HandlerCall) {
    self.definition = definition
    self.values = values
    self.call = call
  }
}
