package import IntentCore

/// The `with` of a definition with its placeholders filled, for one call.
package struct HandlerCall: Sendable {
  /// A value and whether a caller was free in choosing it.
  package struct Bound: Sendable {
    /// `nil` where a placeholder stands for a parameter without a value.
    package var value: Value?
    /// Any text could stand here: a parameter that is neither enumerated nor from a provider's list.
    package var isFree = false
    /// Any text could stand here, and no pattern, number or folder bounds it.
    package var isUnbounded = false
    /// The text begins with what a placeholder brought in, not with the definition's own characters.
    package var beginsWithPlaceholder = false
    /// Elements of an array, each with its own origin.
    package var elements: [Bound]?
    package var members: [(key: String, value: Bound)]?
  }

  package var definition: IntentDefinition
  package var arguments: [(key: String, value: Bound)]
  /// The values of the parameters, for the templates of `result`.
  package var parameters: ValueObject
  /// Finds the absolute path of a program that the definition names.
  package var lookUp: ExecutableLookup
  /// Parameters that a workflow's own text fixes, so that no caller chooses them.
  package var frozen: [String]

  init(
    definition: IntentDefinition, parameters: ValueObject, lookUp: ExecutableLookup,
    secrets: ValueObject = ValueObject(), frozen: [String] = []
  ) {
    self.definition = definition
    arguments = definition.with.map {
      ($0.key, $0.value.bind(parameters, of: definition, secrets, frozen: frozen))
    }
    (self.parameters, self.lookUp, self.frozen) = (parameters, lookUp, frozen)
  }

  /// The same call with other values of its parameters.
  package func giving(_ values: ValueObject, secrets: ValueObject) -> HandlerCall {
    HandlerCall(definition: definition, parameters: values, lookUp: lookUp, secrets: secrets, frozen: frozen)
  }

  /// Whether a caller may bring in any text where the placeholder stands.
  package func isFree(_ reference: Template.Reference) -> Bool {
    definition.isFree(reference, frozen: frozen)
  }

  package subscript(key: String) -> Bound? { arguments.first { $0.key == key }?.value }

  /// Finds the values of parameters for a template.
  package var find: (Template.Reference) -> Value? {
    let parameters = parameters
    return { reference in
      guard case .parameter(let name, let path) = reference else { return nil }
      return parameters[name].flatMap { path.isEmpty ? $0 : $0.at(path) }
    }
  }
}

extension HandlerCall {
  /// The value of a field in a form of its own, `nil` when it is absent; fails where it has another form.
  private func field<Form>(
    _ key: String, as expected: String, _ form: (Value) -> Form?
  ) throws(Failure) -> Form? {
    guard let value = self[key]?.value else { return nil }
    guard let read = form(value) else { throw wrongType(key, expected) }
    return read
  }

  /// The text of a field; a number or a boolean is written out.
  package func text(_ key: String) throws(Failure) -> String? { try field(key, as: "text") { $0.plainText } }

  package func boolean(_ key: String) throws(Failure) -> Bool? {
    try field(key, as: "true or false") { $0.booleanValue }
  }

  package func integer(_ key: String) throws(Failure) -> Int? {
    try field(key, as: "a whole number") { $0.integerValue }
  }

  package func number(_ key: String) throws(Failure) -> Double? {
    try field(key, as: "a number") { $0.doubleValue }
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
    return bound.isFree ? .any : try text(key).map { .exact($0) }
  }

  /// The words of a list such as a command line; a whole-placeholder array is spread and an absent
  /// value leaves its word out.
  package func words(_ key: String) throws(Failure) -> [Bound] {
    guard let bound = self[key] else { return [] }
    guard let elements = bound.elements else { throw wrongType(key, "a list") }
    let words = elements.flatMap { $0.elements ?? ($0.value == nil ? [] : [$0]) }
    if words.contains(where: { $0.value?.plainText == nil }) { throw wrongType(key, "a list of text") }
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
    var fault = Fault(.valueType, ["name": .text(spelling(of: key)), "expected": .text(expected)])
    if let found = self[key]?.value?.plainText { fault.arguments.append(("value", .text(found))) }
    return Failure([fault])
  }
}

extension IntentDefinition {
  func isUnbounded(_ reference: Template.Reference, frozen: [String]) -> Bool {
    guard isFree(reference, frozen: frozen) else { return false }
    guard case .parameter(let name, let path) = reference else { return true }
    return parameter(named: name).map { !$0.isBounded || !path.isEmpty && $0.isFree } ?? true
  }

  func isFree(_ reference: Template.Reference, frozen: [String]) -> Bool {
    // A secret is the configuration's word.
    if case .secret = reference { return false }
    guard case .parameter(let name, _) = reference else { return true }
    return !frozen.contains(name) && parameter(named: name)?.isFree ?? true
  }
}

/// Turns the name of a program into its absolute path.
package struct ExecutableLookup: Sendable {
  package var find: @Sendable (String) -> String?
  /// The folders that are searched, for the message when nothing is found.
  package var searchPath: String
  /// The files of the user's trust, with the bytes that may run.
  package var trusted: [TrustedFile]
  /// Where the files lie; `nil` where only names are looked up.
  package var world: World?

  package init(
    searchPath: String, trusted: [TrustedFile] = [], world: World? = nil,
    find: @escaping @Sendable (String) -> String?
  ) {
    (self.searchPath, self.trusted, self.world, self.find) = (searchPath, trusted, world, find)
  }

  /// Finds a bare name in the caller's PATH; a name with a slash is any file, seen from the definition's
  /// folder, since scripts of interpreters and files in use need not be executable.
  package static func path(of definition: IntentDefinition, world: World) -> ExecutableLookup {
    ExecutableLookup(searchPath: world.searchPath, world: world) { name in
      guard name.utf8.contains(UInt8(ascii: "/")) else { return world.program(name) }
      let path = name.utf8.first == UInt8(ascii: "/") ? name : "\(definition.folder)/\(name)"
      let kind: FileFacts.Kind = name.utf8.last == UInt8(ascii: "/") ? .folder : .regular
      return world.files.facts(path)?.kind == kind ? path : nil
    }
  }

  /// Takes the paths that were recorded with the user's trust; a program it does not know is looked up.
  static func trusted(_ files: [TrustedFile], else other: ExecutableLookup) -> ExecutableLookup {
    ExecutableLookup(searchPath: other.searchPath, trusted: files, world: other.world) { name in
      files.first { $0.name.utf8.elementsEqual(name.utf8) }?.path ?? other.find(name)
    }
  }
}

extension World {
  /// The folders in which the caller has programs, as PATH has them.
  package var searchPath: String { machine.caller.environment.first { $0.name == "PATH" }?.value ?? "" }

  /// The absolute path of a program, found by its bare name.
  package func program(_ name: String) -> String? {
    if name.utf8.isEmpty { return nil }
    return searchPath.utf8.split(separator: UInt8(ascii: ":")).lazy
      .filter { $0.first == UInt8(ascii: "/") }.map { "\(Substring($0))/\(name)" }
      .first { files.isExecutable($0) }
  }
}
