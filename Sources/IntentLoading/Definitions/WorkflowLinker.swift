package import IntentCore
internal import JSONSchema

/// Finds the definitions that a workflow runs, and theirs, and checks every call against the definition called.
package struct WorkflowLinker {
  /// How deep workflows may run each other.
  package static let deepest = 64

  private let find: (String) throws(Failure) -> SourceFile
  private let read: (SourceFile, String) throws(Failure) -> LoadedDefinition
  private var faults: [Fault] = []
  /// What was found already, by id.
  private var known: [String: Callee] = [:]

  package init(
    find: @escaping (String) throws(Failure) -> SourceFile,
    read: @escaping (SourceFile, String) throws(Failure) -> LoadedDefinition
  ) { (self.find, self.read) = (find, read) }

  /// The workflow with all that it runs; nothing is run.
  package func link(_ definition: IntentDefinition, _ file: SourceFile) throws(Failure) -> IntentDefinition {
    var linking = self
    let linked = linking.link(definition, file, below: [])
    if !linking.faults.isEmpty { throw Failure(linking.faults) }
    return linked
  }

  /// A workflow on the way down and the call that leads on.
  private struct Caller {
    var definition: IntentDefinition
    var file: SourceFile
    var call: WorkflowStep.Call

    func location(of span: JSONSpan) -> SourceLocation? {
      let document = try? JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
      return document?.location(of: span)
    }
  }

  private mutating func link(
    _ definition: IntentDefinition, _ file: SourceFile, below callers: [Caller]
  ) -> IntentDefinition {
    guard let workflow = definition.workflow else { return definition }
    var callees: [Callee] = []
    var isSeen: Set<String> = []
    for (call, _) in workflow.calls {
      let caller = Caller(definition: definition, file: file, call: call)
      let isNew = isSeen.insert(call.intent).inserted
      guard let callee = isNew ? callee(callers + [caller]) : known[call.intent] else { continue }
      if isNew { callees.append(callee) }
      check(callee.definition, caller)
    }
    var linked = definition
    linked.workflow = workflow.calling(callees)
    return linked
  }

  private mutating func callee(_ callers: [Caller]) -> Callee? {
    guard let caller = callers.last else { return nil }
    let id = caller.call.intent
    if let callee = known[id] { return callee }
    do throws(Failure) {
      let file = try find(id)
      if let first = callers.firstIndex(where: { $0.definition.path == file.path }) {
        faults.append(recursion(Array(callers[first...])))
        return nil
      }
      guard callers.count <= Self.deepest else {
        note(caller, caller.call.span, ["reason": "deep", "limit": .integer(Self.deepest)])
        return nil
      }
      let found: IntentDefinition
      do throws(Failure) {
        found = try read(file, id).definition
      } catch {
        note(caller, caller.call.span, ["reason": "broken", "intent": .text(id)])
        faults += error.faults
        return nil
      }
      let before = faults.count
      let definition = link(found, file, below: callers)
      guard faults.count == before else { return nil }
      let callee = Callee(definition: definition, concerns: file.concerns)
      known[id] = callee
      return callee
    } catch {
      guard let fault = error.faults.first, fault.code == .intentUnknown else {
        faults += error.faults
        return nil
      }
      note(
        caller, caller.call.span,
        ["reason": "unknown-intent", "name": .text(id), "suggestion": fault["suggestion"] ?? ""])
      return nil
    }
  }

  /// One line: the place of the first call, the way round, and the place of the last.
  private func recursion(_ callers: [Caller]) -> Fault {
    let way = (callers + [callers[0]]).map(\.definition.id)
    let last = callers[callers.count - 1]
    var place = callers[0].location(of: callers[0].call.span)
    place?.text = ""
    let end = last.location(of: last.call.span)
    let other = end.map { "\($0.file):\($0.line):\($0.column)" } ?? last.file.displayPath
    return Fault(
      .definitionStep,
      [
        "reason": "recursion", "intent": .text(callers[0].definition.id),
        "path": .text(way.joined(separator: " → ")), "other": .text(other),
      ], at: place)
  }

  private mutating func note(
    _ caller: Caller, _ span: JSONSpan, _ arguments: KeyValuePairs<String, FaultArgument>
  ) { faults.append(Fault(.definitionStep, arguments, at: caller.location(of: span))) }

  /// Names and values of the parameters of one call.
  private mutating func check(_ callee: IntentDefinition, _ caller: Caller) {
    for argument in caller.call.arguments {
      guard let parameter = callee.parameter(named: argument.name) else {
        let near = Suggestion.nearest(to: argument.name, among: callee.parameters.lazy.map(\.name))
        note(
          caller, argument.nameSpan,
          [
            "reason": "unknown-parameter", "name": .text(argument.name), "intent": .text(callee.id),
            "suggestion": .text(near ?? ""),
          ])
        continue
      }
      guard let value = argument.value.literalValue else { continue }
      for fault in parameter.faults(ofWritten: value) {
        var own = Fault(
          .definitionStep, ["reason": "value", "cause": .text(fault.code.id)],
          at: caller.location(of: argument.valueSpan))
        own.arguments += fault.arguments.filter { $0.name != "reason" }
        faults.append(own)
      }
    }
    for parameter in callee.parameters where parameter.isRequired {
      guard !caller.call.arguments.contains(where: { $0.name == parameter.name }) else { continue }
      note(
        caller, caller.call.span,
        ["reason": "missing-parameter", "name": .text(parameter.name), "intent": .text(callee.id)])
    }
  }
}

extension Parameter {
  /// What is wrong with a value that a workflow writes out; text in a form that is read only at a run is left to it.
  fileprivate func faults(ofWritten value: Value) -> [Fault] {
    if entity != nil { return [] }
    if case .list(let list)? = choices, !isArray {
      let word = value.plainText ?? value.json()
      if list.contains(where: { $0.words.contains(word) }) { return [] }
      return [
        Fault(
          .valueEnum,
          [
            "name": .text(name), "value": .text(word), "allowed": .list(list.map(\.word)),
            "suggestion": .text(Suggestion.nearest(to: word, among: list.map(\.word)) ?? ""),
          ])
      ]
    }
    if choices != nil { return [] }
    if case .string = value, schema.enumeratedValues == nil, schema.types != [.string] { return [] }
    return schema.faults(for: value, name: name).filter { $0.code != .valueFormat }
  }
}
