package import IntentCore

/// A definition with values for its parameters that fit; only the resolver makes one.
package struct ResolvedInvocation: Sendable {
  package let definition: IntentDefinition
  package let values: ValueObject
  package fileprivate(set) var call: HandlerCall
  /// The titles of what was picked from a list.
  let titles: [PickedTitle]
  let titleOf: ValueTitles

  fileprivate init(
    definition: IntentDefinition, values: ValueObject, call: HandlerCall,
    titles: [PickedTitle] = [], titleOf: @escaping ValueTitles = { _, _ in [] }
  ) {
    self.definition = definition
    self.values = values
    self.call = call
    self.titles = titles
    self.titleOf = titleOf
  }

  /// The same call with programs looked up as the user's trust recorded them.
  func lookingUp(with lookUp: ExecutableLookup) -> ResolvedInvocation {
    var copy = self
    copy.call.lookUp = lookUp
    return copy
  }
}

extension ResolvedInvocation {
  /// The same with secrets in their places.
  func revealing(_ secrets: ValueObject) -> ResolvedInvocation {
    var copy = self
    copy.call = HandlerCall(
      definition: definition, parameters: values, lookUp: call.lookUp, secrets: secrets, frozen: call.frozen)
    return copy
  }
}

/// The title of what was picked for a parameter.
struct PickedTitle {
  var name: String
  var title: String
}

/// Turns what a caller supplied into values that fit a definition, or says all that is wrong.
package struct Resolver: Sendable {
  package var world: World
  package var entities: EntityLists
  package var choices: ChoiceSource
  package var titles: ValueTitles
  /// Whether a workflow calls: what it leaves out nobody chooses.
  package var isStep: Bool

  package init(
    world: World, entities: EntityLists, choices: ChoiceSource = .none,
    titles: @escaping ValueTitles = { $0.titles(of: $1) }, isStep: Bool = false
  ) {
    self.isStep = isStep
    self.world = world
    self.entities = entities
    self.choices = choices
    self.titles = titles
  }

  /// Never asks: a missing value comes back as a question.
  package func resolve(
    _ definition: IntentDefinition, _ supplied: [SuppliedArgument]
  ) async -> Resolution<ResolvedInvocation> {
    var faults = unknown(supplied, in: definition)
    var questions: [Question] = []
    var values: [(key: String, value: Value)] = []
    var picked: [PickedTitle] = []
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
          if let title { picked.append(PickedTitle(name: parameter.name, title: title)) }
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
    let parameters = ValueObject(uniqueMembers: values)
    let call = HandlerCall(
      definition: definition, parameters: parameters, lookUp: .path(of: definition, world: world),
      frozen: isStep ? definition.frozen(supplied) : [])
    return .ready(
      ResolvedInvocation(
        definition: definition, values: parameters, call: call, titles: picked, titleOf: titles))
  }

  /// The call that lists a parameter's choices, for the gate; `nil` when no command does.
  package func listing(
    of parameter: Parameter, in definition: IntentDefinition
  ) -> ResolvedInvocation? {
    guard let listing = definition.listing(choicesOf: parameter) else { return nil }
    let call = HandlerCall(
      definition: listing, parameters: ValueObject(), lookUp: .path(of: listing, world: world))
    return ResolvedInvocation(definition: listing, values: ValueObject(), call: call)
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

extension IntentDefinition {
  /// The parameters that no caller of a workflow chooses.
  fileprivate func frozen(_ supplied: [SuppliedArgument]) -> [String] {
    parameters.map(\.name).filter { name in supplied.allSatisfy { $0.name != name || $0.isFrozen } }
  }
}

extension Fault {
  fileprivate func of(_ parameter: Parameter) -> Fault {
    var fault = self
    fault.parameter = parameter.name
    return parameter.isSecret ? fault.withoutValues : fault
  }
}

extension HandlerCall {
  init(
    definition: IntentDefinition, parameters: ValueObject, lookUp: ExecutableLookup,
    secrets: ValueObject = ValueObject(), frozen: [String] = []
  ) {
    self.init(
      definition: definition,
      arguments: definition.with.map {
        ($0.key, $0.value.bind(parameters, of: definition, secrets, frozen: frozen))
      }, parameters: parameters, lookUp: lookUp, frozen: frozen)
  }
}
