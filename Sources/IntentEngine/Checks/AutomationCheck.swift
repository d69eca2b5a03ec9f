internal import IntentCore
internal import IntentLoading

/// What is wrong with an automation, and with its calls as the intents stand.
enum AutomationCheck {
  static func faults(of entry: DefinitionFolders.Entry, _ library: IntentLibrary) -> [Fault] {
    var faults: [Fault] = []
    do throws(Failure) {
      let file = try entry.open()
      faults += file.concerns
      let automation = try library.automation(entry.id, in: file)
      let document = try JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
      for (key, call) in [("run", automation.call as Automation.Call?), ("onFailure", automation.onFailure)] {
        if let call { faults += self.faults(of: call, key, document, library) }
      }
    } catch {
      faults += error.faults
    }
    return faults
  }

  private static func faults(
    of call: Automation.Call, _ key: String, _ document: JSONDocument, _ library: IntentLibrary
  ) -> [Fault] {
    let node = document.root[key]
    let place = (node?["intent"] ?? node).map { document.location(of: $0.span) }
    let definition: IntentDefinition
    do throws(Failure) {
      definition = try library.load(try library.find(call.intent), id: call.intent).definition
    } catch {
      return error.faults.map { $0.location == nil ? $0.at(place) : $0 }
    }
    var faults: [Fault] = []
    for (name, value) in call.parameters.members {
      let place = node?["parameters"]?[name].map { document.location(of: $0.span) }
      guard let parameter = definition.parameter(named: name) else {
        faults.append(definition.unknownParameter(name).at(place))
        continue
      }
      faults += parameter.schema.faults(for: value, name: name).map { $0.at(place) }
    }
    let missing = definition.parameters.filter { $0.isRequired && call.parameters[$0.name] == nil }
    if !missing.isEmpty {
      faults.append(
        Fault(
          .parameterMissing, ["intent": .text(definition.id), "names": .list(missing.map(\.name))], at: place)
      )
    }
    if !definition.modes.contains(.headless) {
      faults.append(
        Fault(
          .modeNotAllowed, ["intent": .text(definition.id), "source": "timer", "reason": "check"], at: place,
          severity: .warning))
    }
    return faults
  }
}

extension Fault {
  /// The same fault at a place.
  func at(_ place: SourceLocation?) -> Fault {
    var fault = self
    fault.location = place
    return fault
  }
}

extension IntentDefinition {
  /// The fault of a value for a parameter that it does not have.
  func unknownParameter(_ name: String) -> Fault {
    let near = Suggestion.nearest(to: name, among: parameters.map(\.name))
    return Fault(
      .parameterUnknown, ["intent": .text(id), "name": .text(name), "suggestion": .text(near ?? "")])
  }
}
