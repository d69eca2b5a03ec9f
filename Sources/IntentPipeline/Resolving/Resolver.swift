package import IntentCore

/// A definition with values for its parameters that fit; only the resolver makes one.
package struct ResolvedInvocation: Sendable {
  package let definition: IntentDefinition
  package let values: ValueObject
  package fileprivate(set) var call: HandlerCall
  /// The titles of what was picked from a list, by the names of parameters.
  let titles: [(name: String, title: String)]

  fileprivate init(
    _ definition: IntentDefinition, _ values: ValueObject, _ lookUp: ExecutableLookup, frozen: [String] = [],
    titles: [(name: String, title: String)] = []
  ) {
    (self.definition, self.values) = (definition, values)
    call = HandlerCall(definition: definition, parameters: values, lookUp: lookUp, frozen: frozen)
    self.titles = titles
  }

  /// The same call with programs looked up as the user's trust recorded them.
  func lookingUp(with lookUp: ExecutableLookup) -> ResolvedInvocation {
    var copy = self
    copy.call.lookUp = lookUp
    return copy
  }

  /// The same with secrets in their places.
  func revealing(_ secrets: ValueObject) -> ResolvedInvocation {
    var copy = self
    copy.call = HandlerCall(
      definition: definition, parameters: values, lookUp: call.lookUp, secrets: secrets, frozen: call.frozen)
    return copy
  }
}

/// Turns what a caller supplied into values that fit a definition, or says all that is wrong.
package struct Resolver: Sendable {
  package var world: World
  package var entities: EntityLists
  package var choices: ChoiceSource
  /// Whether a workflow calls: what it leaves out nobody chooses.
  package var isStep: Bool

  package init(world: World, entities: EntityLists, choices: ChoiceSource = .none, isStep: Bool = false) {
    (self.isStep, self.world, self.entities, self.choices) = (isStep, world, entities, choices)
  }

  /// Never asks: a missing value comes back as a question.
  package func resolve(
    _ definition: IntentDefinition, _ supplied: [SuppliedArgument]
  ) async -> Resolution<ResolvedInvocation> {
    var faults = unknown(supplied, in: definition)
    var questions: [Question] = []
    var values: [(key: String, value: Value)] = []
    var titles: [(name: String, title: String)] = []
    let configured: ValueObject?
    do throws(Failure) {
      configured = try world.configuration().defaults(of: definition.id)
    } catch {
      return .failed(error)
    }
    for parameter in definition.parameters {
      var given = supplied.filter { $0.name == parameter.name }
      if let value = configured?[parameter.name] {
        given.fallBack(on: value, for: parameter.name, of: definition.id)
      }
      do throws(Failure) {
        switch try await read(parameter, given, of: definition) {
        case .value(let value, let title):
          values.append((parameter.name, value))
          if let title { titles.append((parameter.name, title)) }
        case .question(let question): questions.append(.value(question))
        case .nothing: break
        }
      } catch {
        faults += error.faults.map { $0.of(parameter) }
      }
    }
    if !faults.isEmpty {
      let missing = Failure(unanswered: questions, intent: definition.id).faults
      return .failed(Failure(faults + missing))
    }
    if !questions.isEmpty { return .needs(questions) }
    // What a workflow's own text gives its step, or leaves out, no caller chooses.
    let names = isStep ? definition.parameters.map(\.name) : []
    let frozen = names.filter { name in supplied.allSatisfy { $0.name != name || $0.isFrozen } }
    return .ready(
      ResolvedInvocation(
        definition, ValueObject(uniqueMembers: values), .path(of: definition, world: world),
        frozen: frozen, titles: titles))
  }

  /// The call that lists a parameter's choices, for the gate; `nil` when no command does.
  package func listing(of parameter: Parameter, in definition: IntentDefinition) -> ResolvedInvocation? {
    definition.listing(choicesOf: parameter).map {
      ResolvedInvocation($0, ValueObject(), .path(of: $0, world: world))
    }
  }

  private func unknown(_ supplied: [SuppliedArgument], in definition: IntentDefinition) -> [Fault] {
    supplied.compactMap { argument in
      guard definition.parameter(named: argument.name) == nil else { return nil }
      let near = Suggestion.nearest(to: argument.name, among: definition.parameters.lazy.map(\.name))
      return Fault(
        .parameterUnknown,
        [
          "name": .text(argument.spelling), "intent": .text(definition.id),
          "suggestion": .text(near.map { "--\($0)" } ?? ""),
        ], parameter: argument.name)
    }
  }
}

extension [SuppliedArgument] {
  /// Adds the configuration's value where nothing gives a whole one; what was given of an object's members stays.
  fileprivate mutating func fallBack(on value: Value, for parameter: String, of intent: String) {
    let givesMembersAlone = allSatisfy { if case .member = $0.content { true } else { false } }
    guard givesMembersAlone else { return }
    append(
      SuppliedArgument(
        name: parameter, content: .value(value), spelling: "defaults.\(intent).\(parameter)",
        origin: .configuration))
  }
}

extension Fault {
  fileprivate func of(_ parameter: Parameter) -> Fault {
    var fault = self
    fault.parameter = parameter.name
    return parameter.isSecret ? fault.withoutValues : fault
  }
}

extension ResolvedInvocation {
  /// The values that may be shown: all but secret ones.
  package var shownValues: ValueObject {
    ValueObject(
      uniqueMembers: values.members.filter { definition.parameter(named: $0.key)?.isSecret != true })
  }

  /// What this run does in one line: the definition's `summary` with its values as people know them and
  /// secrets as `***`, else the title.
  package var summary: String { definition.summary.map(shown) ?? definition.title }

  /// Text of the definition filled for people: no secret is in it.
  package func shown(_ template: Template) -> String { filled(template) { $0 } }

  /// The same for a question: a long value is shortened in its middle, so that it hides nothing around it.
  package func asked(_ template: Template) -> String {
    filled(template) { value in value.plainText.map { .string($0.shortenedInside) } ?? value }
  }

  /// Where the values that may be shown came from, in their order. It is found out afterwards: only who asks for it
  /// pays.
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

  private func filled(_ template: Template, _ change: (Value) -> Value) -> String {
    let text = template.fill { reference in
      guard case .parameter(let name, let path) = reference else { return nil }
      return shown(name, path).map(change)
    }
    return (text?.plainText ?? "").withoutGaps
  }

  private func shown(_ name: String, _ path: [String]) -> Value? {
    guard let value = values[name], let parameter = definition.parameter(named: name) else { return nil }
    if parameter.isSecret { return "***" }
    guard path.isEmpty else { return value.at(path) }
    let title = titles.first { $0.name == name }?.title ?? parameter.titles(of: value).first
    return title.map { .string($0) } ?? value
  }
}

extension String {
  /// The text with its middle left out where it is long, and how many characters (Unicode scalars) those are.
  package var shortenedInside: String {
    let (limit, head, tail) = (120, 60, 40)
    guard utf8.count > limit, unicodeScalars.count > limit else { return self }
    let left = unicodeScalars.count - head - tail
    return String(unicodeScalars.prefix(head)) + "…[\(left)]…" + String(unicodeScalars.suffix(tail))
  }

  /// The text without the spaces that a missing value leaves at its ends or doubled.
  fileprivate var withoutGaps: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte == 0x20, bytes.last == nil || bytes.last == 0x20 { continue }
      bytes.append(byte)
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
