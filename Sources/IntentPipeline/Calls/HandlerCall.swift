package import IntentCore

/// The `with` of a definition with its placeholders filled, for one call.
package struct HandlerCall: Sendable {
  /// A value and whether a caller was free in choosing it.
  package struct Bound: Sendable {
    /// `nil` where a placeholder stands for a parameter without a value.
    package var value: Value?
    /// Any text could stand here: a parameter that is neither enumerated nor from a provider's list.
    package var isFree: Bool
    /// The text begins with what a placeholder brought in, not with the definition's own characters.
    package var beginsWithPlaceholder: Bool
    /// Elements of an array, each with its own origin.
    package var elements: [Bound]? { if case .list(let elements) = parts { elements } else { nil } }
    package var members: [(key: String, value: Bound)]? {
      if case .table(let members) = parts { members } else { nil }
    }
    private let parts: Parts

    /// A choice and not two optional lists, whose types a run would have to make for some 45,000 instructions.
    private enum Parts: Sendable {
      case none
      case list([Bound])
      case table([(key: String, value: Bound)])
    }

    package init(
      value: Value?, isFree: Bool = false, beginsWithPlaceholder: Bool = false, elements: [Bound]? = nil,
      members: [(key: String, value: Bound)]? = nil
    ) {
      self.value = value
      self.isFree = isFree
      self.beginsWithPlaceholder = beginsWithPlaceholder
      parts = elements.map { .list($0) } ?? members.map { .table($0) } ?? .none
    }
  }

  package var definition: IntentDefinition
  package var arguments: [(key: String, value: Bound)]
  /// The values of the parameters, for the templates of `result`.
  package var parameters: ValueObject
  /// Finds the absolute path of a program that the definition names.
  package var lookUp: ExecutableLookup
  /// Parameters that a workflow's own text fixes, so that no caller chooses them.
  package var frozen: [String]

  package init(
    definition: IntentDefinition, arguments: [(key: String, value: Bound)], parameters: ValueObject,
    lookUp: ExecutableLookup, frozen: [String] = []
  ) {
    self.definition = definition
    self.arguments = arguments
    self.parameters = parameters
    self.lookUp = lookUp
    self.frozen = frozen
  }

  /// Whether a caller may bring in any text where the placeholder stands.
  package func isFree(_ reference: Template.Reference) -> Bool {
    definition.isFree(reference, frozen: frozen)
  }

  package subscript(key: String) -> Bound? { arguments.first { $0.key == key }?.value }
}

extension HandlerCall {
  /// The value of a field alone: a copy of all that is known of it costs more than the rest of a short run.
  private func value(_ key: String) -> Value? {
    for index in arguments.indices where arguments[index].key == key { return arguments[index].value.value }
    return nil
  }

  /// The text of a field, `nil` when it is absent; a number or a boolean is written out.
  package func text(_ key: String) throws(Failure) -> String? {
    guard let value = value(key) else { return nil }
    guard let text = value.plainText else { throw wrongType(key, "text") }
    return text
  }

  package func boolean(_ key: String) throws(Failure) -> Bool? {
    guard let value = value(key) else { return nil }
    guard let flag = value.booleanValue else { throw wrongType(key, "true or false") }
    return flag
  }

  package func integer(_ key: String) throws(Failure) -> Int? {
    guard let value = value(key) else { return nil }
    guard let number = value.integerValue else { throw wrongType(key, "a whole number") }
    return number
  }

  package func number(_ key: String) throws(Failure) -> Double? {
    guard let value = value(key) else { return nil }
    guard let number = value.doubleValue else { throw wrongType(key, "a number") }
    return number
  }

  /// A duration of a field, written `PT30S` or `30s`.
  package func duration(_ key: String) throws(Failure) -> Duration? {
    guard let text = try text(key) else { return nil }
    guard let duration = Duration(text: text) else { throw wrongType(key, "a duration such as 30s or PT30S") }
    return duration
  }

  /// A field as the target of a capability: `any` where a caller is free to choose it.
  package func target(_ key: String) throws(Failure) -> Capability.Target? {
    guard let bound = self[key] else { return nil }
    if bound.isFree { return .any }
    return try text(key).map { .exact($0) }
  }

  /// The words of a list such as a command line; a whole-placeholder array is spread and an absent
  /// value leaves its word out.
  package func words(_ key: String) throws(Failure) -> [Bound] {
    var place: Int?
    for index in arguments.indices where arguments[index].key == key {
      place = index
      break
    }
    guard let place else { return [] }
    guard let elements = arguments[place].value.elements else { throw wrongType(key, "a list") }
    var words: [Bound] = []
    for index in elements.indices {
      if let inner = elements[index].elements {
        words += inner
      } else if elements[index].value != nil {
        words.append(elements[index])
      }
    }
    for index in words.indices {
      if case .string? = words[index].value { continue }
      if words[index].value?.plainText == nil { throw wrongType(key, "a list of text") }
    }
    return words
  }

  /// The members of a table such as `env`; absent values leave their key out.
  package func table(_ key: String) throws(Failure) -> [(key: String, value: String)] {
    guard let bound = self[key] else { return [] }
    guard let members = bound.members else { throw wrongType(key, "an object") }
    var pairs: [(key: String, value: String)] = []
    for (name, member) in members {
      guard let value = member.value else { continue }
      guard let text = value.plainText else { throw wrongType("\(key).\(name)", "text") }
      pairs.append((name, text))
    }
    return pairs
  }

  /// What a person would change about a field: the option that fills it, else its place in the definition.
  package func spelling(of key: String) -> String {
    if case .reference(.parameter(let name, _))? = definition.with(key) { return "--\(name)" }
    return "with.\(key)"
  }

  private func wrongType(_ key: String, _ expected: String) -> Failure {
    var arguments: KeyValuePairs<String, FaultArgument> {
      guard let found = self[key]?.value?.plainText else {
        return ["name": .text(spelling(of: key)), "expected": .text(expected)]
      }
      return ["name": .text(spelling(of: key)), "expected": .text(expected), "value": .text(found)]
    }
    return Failure(.valueType, arguments)
  }
}

extension IntentDefinition {
  func isFree(_ reference: Template.Reference, frozen: [String]) -> Bool {
    guard case .parameter(let name, _) = reference else { return true }
    if !frozen.isEmpty, frozen.contains(name) { return false }
    return parameter(named: name)?.isFree ?? true
  }
}

extension HandlerCall {
  /// Finds the values of parameters for a template.
  package var find: (Template.Reference) -> Value? {
    let parameters = parameters
    return { reference in
      guard case .parameter(let name, let path) = reference else { return nil }
      return parameters[name].flatMap { path.isEmpty ? $0 : $0.at(path) }
    }
  }
}
