package import IntentCore

/// A definition with values for its parameters that fit; only the resolver makes one.
package struct ResolvedInvocation: Sendable {
  package let definition: IntentDefinition
  package let values: ValueObject
  package fileprivate(set) var call: HandlerCall

  fileprivate init(definition: IntentDefinition, values: ValueObject, call: HandlerCall) {
    self.definition = definition
    self.values = values
    self.call = call
  }

  /// The same call with programs looked up as the user's trust recorded them.
  func lookingUp(with lookUp: ExecutableLookup) -> ResolvedInvocation {
    var copy = self
    copy.call.lookUp = lookUp
    return copy
  }
}

/// Turns what a caller supplied into values that fit a definition, or says all that is wrong.
package struct Resolver: Sendable {
  package var world: World
  package var entities: EntityLists

  package init(world: World, entities: EntityLists) {
    self.world = world
    self.entities = entities
  }

  /// Never asks: a missing value comes back as a question.
  package func resolve(
    _ definition: IntentDefinition, _ supplied: [SuppliedArgument]
  ) async -> Resolution<ResolvedInvocation> {
    var faults = unknown(supplied, in: definition)
    var questions: [Question] = []
    var values: [(key: String, value: Value)] = []
    for parameter in definition.parameters {
      let given = supplied.filter { $0.name == parameter.name }
      do throws(Failure) {
        if let value = try await value(of: parameter, given) {
          values.append((parameter.name, value))
        } else if parameter.isRequired {
          questions.append(try await question(for: parameter))
        }
      } catch {
        faults += error.faults.map { fault in
          var fault = fault
          fault.parameter = parameter.name
          return fault
        }
      }
    }
    if !faults.isEmpty {
      let missing = Failure(unanswered: questions, intent: definition.id).faults
      return .failed(Failure(faults + missing))
    }
    if !questions.isEmpty { return .needs(questions) }
    let parameters = ValueObject(uniqueMembers: values)
    let call = HandlerCall(
      definition: definition, parameters: parameters, lookUp: .path(of: definition, world: world))
    return .ready(ResolvedInvocation(definition: definition, values: parameters, call: call))
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

  private func value(
    of parameter: Parameter, _ given: [SuppliedArgument]
  ) async throws(Failure) -> Value? {
    guard let first = given.first else { return parameter.defaultValue }
    var texts: [String] = []
    var value: Value?
    for argument in given {
      switch argument.content {
      case .text(let text): texts.append(text)
      case .value(let typed): value = typed
      }
    }
    if value != nil, given.count > 1 {
      throw Failure(.parameterRepeated, ["name": .text(first.spelling)])
    }
    let name = first.spelling
    var resolved: Value
    if let value {
      resolved = value
    } else {
      resolved = try TextReading.value(of: texts, for: parameter, name: name)
    }
    if parameter.isRequired, resolved.stringValue?.isEmpty == true, parameter.schema.minLength != 0 {
      throw Failure(.valueMinLength, ["name": .text(name), "limit": .integer(1), "value": ""])
    }
    let faults = parameter.schema.faults(for: resolved, name: name)
    if !faults.isEmpty { throw Failure(faults) }
    if let kind = parameter.entity { resolved = try await entity(resolved, kind: kind, name: name) }
    return resolved
  }

  private func entity(_ value: Value, kind: String, name: String) async throws(Failure) -> Value {
    guard let text = value.stringValue else { return value }
    let known = try await entities.list(kind, world)
    let matches =
      known.contains { $0.id.utf8.elementsEqual(text.utf8) }
      ? known.filter { $0.id.utf8.elementsEqual(text.utf8) }
      : known.filter { entity in
        ([entity.title] + entity.names).contains { $0.utf8.elementsEqual(text.utf8) }
      }
    let names = known.map { $0.names.first ?? $0.id }
    guard let match = matches.first else {
      let near = Suggestion.nearest(to: text, among: known.flatMap { [$0.id, $0.title] + $0.names })
      throw Failure(
        .entityUnknown,
        ["name": .text(name), "value": .text(text), "allowed": .list(names), "suggestion": .text(near ?? "")])
    }
    guard matches.count == 1 else {
      throw Failure(
        .entityAmbiguous, ["name": .text(name), "value": .text(text), "allowed": .list(matches.map(\.id))])
    }
    return .string(match.id)
  }

  private func question(for parameter: Parameter) async throws(Failure) -> Question {
    var choices = parameter.schema.enumeratedValues?.compactMap(\.plainText) ?? []
    if let kind = parameter.entity {
      choices = try await entities.list(kind, world).map { $0.names.first ?? $0.id }
    }
    return .value(
      Question.ValueQuestion(
        parameter: parameter.name, prompt: parameter.prompt ?? parameter.title ?? parameter.name,
        isSecret: parameter.isSecret, choices: choices))
  }
}

extension HandlerCall {
  init(definition: IntentDefinition, parameters: ValueObject, lookUp: ExecutableLookup) {
    self.init(
      definition: definition,
      arguments: definition.with.map { ($0.key, $0.value.bind(parameters, of: definition)) },
      parameters: parameters, lookUp: lookUp)
  }
}
