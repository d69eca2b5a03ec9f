package import IntentCore
internal import IntentHandlers
package import IntentPipeline

/// Asks the gate about one call.
package struct Inquiry {
  /// What the gate said, and what it looked at.
  package struct Answer {
    package var explanation: Explanation
    package var rule = ""
    package var refusal: Failure?
    /// What is not as it was trusted.
    package var difference: TrustDifference?
    /// The values that may be shown, as far as they are known, and where they came from.
    package var values = ValueObject()
    package var origins: [(name: String, origin: ValueOrigin)] = []
  }

  private let definition: IntentDefinition
  private let gate: Gate
  private var entry: Entry
  private let resolver: Resolver
  private let canAsk: Bool
  private let door: any FrontDoor

  package init(
    _ definition: IntentDefinition, _ file: SourceFile, _ terms: RunTerms, _ engine: Engine,
    through door: any FrontDoor
  ) {
    self.definition = definition
    gate = Gate(world: engine.world, registry: .live)
    entry = Entry(
      source: terms.source, operand: engine.settings.intents == nil ? nil : file.path,
      concerns: file.concerns, isConfirmed: terms.isConfirmed)
    resolver = Resolver(world: engine.world, entities: .spoken(engine.text))
    canAsk = terms.asks
    self.door = door
  }

  package func answer(_ supplied: [SuppliedArgument]) async throws(Failure) -> Answer {
    var copy = self
    // What is known of the person counts; nobody is asked.
    if entry.source == .terminal || gate.world.machine.caller.user == 0 {
      copy.entry.isAuthenticated = await door.authenticate(for: [definition.id], mayAsk: false) == .proven
    }
    return try await copy.judge(supplied)
  }

  private func judge(_ supplied: [SuppliedArgument]) async throws(Failure) -> Answer {
    let resolved = try await resolve(supplied)
    let admission = gate.admit(definition, entry)
    let capabilities: [Capability]
    if let resolved {
      let entities = await EntityLists.live.called(by: definition, gate.world)
      capabilities = try gate.capabilities(of: resolved, entities: entities)
    } else {
      // Without values: all that they could lead to.
      capabilities = try await Claims.of(
        definition, registry: gate.registry, entities: .live, world: gate.world,
        trusted: try gate.world.store.standing(of: definition.path).trust?.files ?? []
      ).capabilities
    }
    var entry = entry
    let required = try gate.requiredAuthentication(of: definition, touching: capabilities, from: entry.source)
    if required == .unlocked { entry.isUnlocked = await door.isUnlocked() ?? false }
    var answer = Answer(
      explanation: try gate.explain(definition, capabilities: capabilities, entry, canAsk: canAsk))
    if let resolved {
      answer.values = resolved.shownValues
      answer.origins = try resolved.origins(of: supplied, in: gate.world)
    }
    switch admission {
    case .failed(let failure): answer.refusal = failure
    case .needs(let questions): answer.refusal = Failure(unanswered: questions, intent: definition.id)
    case .ready(let admission):
      do throws(Failure) {
        if let permit = try ready(try gate.rule(on: capabilities, admission, entry)) {
          answer.rule = permit.rule
        }
        if let resolved { _ = try ready(gate.authorize(resolved, admission, entry)) }
      } catch {
        answer.refusal = error
      }
    }
    return answer
  }

  /// What was resolved, `nil` when somebody would only have to confirm or to authenticate.
  private func ready<Ready>(_ resolution: Resolution<Ready>) throws(Failure) -> Ready? {
    switch resolution {
    case .failed(let failure): throw failure
    case .ready(let ready): return ready
    case .needs(let questions):
      let isForPerson = questions.allSatisfy { question in
        switch question {
        case .confirmation: true
        case .authentication(let asked): asked.need == .required
        case .value, .consent: false
        }
      }
      if isForPerson, canAsk { return nil }
      throw Failure(unanswered: questions, intent: definition.id)
    }
  }

  /// The call with its values; `nil` when one is missing, or when only a program could tell what it may be.
  private func resolve(_ supplied: [SuppliedArgument]) async throws(Failure) -> ResolvedInvocation? {
    if definition.listsChoices { return nil }
    switch await resolver.resolve(definition, supplied) {
    case .ready(let resolved): return resolved
    case .failed(let failure): throw failure
    case .needs(let questions):
      for question in questions {
        if case .value(let value) = question, value.otherwise == nil { continue }
        throw Failure(unanswered: questions, intent: definition.id)
      }
      return nil
    }
  }
}
