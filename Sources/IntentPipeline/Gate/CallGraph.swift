internal import IntentCore

/// Walks the calls that a workflow can come to make, each with what is known of its parameters before it runs.
///
/// What the workflow's own text or an enumeration fixes is exact; what only a step will tell is every value that
/// the parameter enumerates, or `any`.
struct CallGraph {
  /// More different calls than anybody can be asked about.
  static let limit = 5000
  /// So many combinations of values are looked at.
  static let combinationLimit = 512

  /// What one call touches itself.
  let claims: (HandlerCall) throws(Failure) -> [Capability]
  let world: World
  /// Whose run it would be.
  let who: Who
  /// The things of a kind; without them, what depends on one is left to the step.
  let entities: [EntityList]
  private(set) var capabilities: [Capability] = []
  // As bytes: equal strings may be of other paths and names.
  private var known: Set<[UInt8]> = []
  private var walked: Set<[UInt8]> = []

  init(
    _ world: World, _ entities: [EntityList], _ who: Who = .here,
    claims: @escaping (HandlerCall) throws(Failure) -> [Capability]
  ) {
    (self.claims, self.world, self.entities, self.who) = (claims, world, entities, who)
  }

  /// A parameter of a called definition: the values it can have, and whether no caller chooses them.
  private struct Option {
    var name: String
    var values: [Value?]
    var isFrozen: Bool
  }

  mutating func walk(_ caller: HandlerCall) throws(Failure) {
    guard let workflow = caller.definition.workflow else { return }
    for (call, items) in workflow.calls { try follow(call, items, from: caller) }
  }

  /// One call, and all that it leads to.
  mutating func follow(
    _ call: WorkflowStep.Call, _ items: [WorkflowStep.Items], from caller: HandlerCall
  ) throws(Failure) {
    guard let callee = caller.definition.workflow?.callee(call.intent)?.definition else { return }
    // Without arguments one call is as another.
    if call.arguments.isEmpty, !walked.insert(Array(callee.path.utf8)).inserted { return }
    for find in assignments(of: items, to: call, in: caller) {
      guard let options = options(of: callee, call, caller, find) else { continue }
      for values in ValueObject.combinations(of: options.map { ($0.name, $0.values) }) {
        try add(callee, values, options)
      }
    }
  }

  private mutating func add(
    _ callee: IntentDefinition, _ values: ValueObject, _ options: [Option]
  ) throws(Failure) {
    let frozen = options.filter(\.isFrozen).map(\.name)
    if !values.isEmpty {
      let key = "\(callee.path)\n\(Value.object(values).json())\n\(frozen.joined(separator: " "))"
      guard walked.insert(Array(key.utf8)).inserted else { return }
    }
    guard walked.count <= Self.limit else {
      throw Failure(.definitionStep, ["reason": "large", "limit": .integer(Self.limit)])
    }
    let files = try world.store.standing(of: callee.path, for: who).trust?.files ?? []
    let call = HandlerCall(
      definition: callee, parameters: values,
      lookUp: .trusted(files, else: .path(of: callee, world: world)), frozen: frozen)
    for capability in try claims(call)
    where known.insert(Array(capability.text.utf8)).inserted { capabilities.append(capability) }
    try walk(call)
  }

  /// What is known of each parameter; `nil` where a thing decides that nobody could list.
  private func options(
    of callee: IntentDefinition, _ call: WorkflowStep.Call, _ caller: HandlerCall,
    _ find: (Template.Reference) -> Value?
  ) -> [Option]? {
    var options: [Option] = []
    for parameter in callee.parameters {
      guard let argument = call.arguments.first(where: { $0.name == parameter.name }) else {
        options.append(Option(name: parameter.name, values: [parameter.defaultValue], isFrozen: true))
        continue
      }
      let references = argument.value.references
      let isKnown = references.allSatisfy { find($0) != nil || caller.isSettled($0) }
      var option = Option(name: parameter.name, values: [], isFrozen: false)
      if isKnown {
        option.values = [argument.value.fill(find) ?? parameter.defaultValue]
        option.isFrozen = references.allSatisfy { reference in
          // Elements are known only where the list is written out.
          if case .local = reference { true } else { !caller.isFree(reference) }
        }
      } else if let values = parameter.enumerated {
        option.values = values
      } else if parameter.entity == nil {
        option.values = [.string("${\(parameter.name)}")]
      }
      if let kind = parameter.entity {
        guard let list = entities.first(where: { $0.kind == kind })?.entities else { return nil }
        option.values = isKnown ? option.values.map { list.id($0) } : list.map { .string($0.id) }
      }
      options.append(option)
    }
    return options
  }

  /// What placeholders stand for: the caller's parameters, and each element of the literal lists around.
  private func assignments(
    of items: [WorkflowStep.Items], to call: WorkflowStep.Call, in caller: HandlerCall
  ) -> [(Template.Reference) -> Value?] {
    let references = call.arguments.flatMap(\.value.references)
    var locals: [[(name: String, value: Value)]] = [[]]
    for each in items {
      let isUsed = references.contains {
        if case .local(let name, _) = $0 { name.utf8.elementsEqual(each.name.utf8) } else { false }
      }
      guard isUsed, each.list.references.isEmpty, let list = each.list.fill({ _ in nil })?.arrayValue,
        list.count * locals.count <= Self.combinationLimit
      else { continue }
      locals = locals.flatMap { outer in list.map { outer + [(each.name, $0)] } }
    }
    let parameters = caller.find
    return locals.map { locals in
      { reference in
        guard case .local(let name, let path) = reference else { return parameters(reference) }
        return locals.last { $0.name.utf8.elementsEqual(name.utf8) }?.value.at(path)
      }
    }
  }
}

extension ValueObject {
  /// Every choice of a value for each name. Beyond the limit the first value stands for the rest, which then is
  /// refused at a run.
  static func combinations(of choices: [(name: String, values: [Value?])]) -> [ValueObject] {
    choices.reduce(into: [ValueObject()]) { all, choice in
      let fits = all.count * choice.values.count <= CallGraph.combinationLimit
      let values = fits ? choice.values : [choice.values.compactMap(\.self).first]
      all = all.flatMap { object in
        values.map { value in
          var copy = object
          copy[choice.name] = value
          return copy
        }
      }
    }
  }
}

extension Parameter {
  /// Every value that the definition lists for it; of a list, those of one element.
  var enumerated: [Value?]? { staticChoices?.map { isArray ? .array([$0.value]) : $0.value } }
}

extension [Entity] {
  /// The identifier of what a text names; the text where it names nothing or several.
  fileprivate func id(_ value: Value?) -> Value? {
    guard case .string(let text)? = value else { return value }
    let named = filter { entity in
      ([entity.id, entity.title] + entity.names).contains { $0.utf8.elementsEqual(text.utf8) }
    }
    return named.count == 1 ? .string(named[0].id) : value
  }
}

extension HandlerCall {
  /// Whether a placeholder has its value, or is known to have none, before the run.
  fileprivate func isSettled(_ reference: Template.Reference) -> Bool {
    guard case .parameter(let name, _) = reference else { return false }
    return definition.parameter(named: name) != nil
  }
}
