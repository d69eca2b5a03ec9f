internal import IntentCore
internal import IntentEngine
internal import IntentLoading

/// `runintent automation check`: everything that is wrong with automations, at once.
enum AutomationCheck {
  static let command = Command(
    name: "automation check", usage: "automation check [ID…]",
    summary: "Find everything that is wrong with automations.",
    options: [OptionSpec("strict", .flag, "Warnings count as errors.")], run: run)

  @Sendable
  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    var report = CheckCommand.Report(isStrict: options.has("strict"))
    var entries: [DefinitionFolders.Entry] = []
    if options.operands.isEmpty {
      let (listed, found) = session.automations.entries()
      (entries, report.faults) = (listed, found)
    }
    for id in options.operands {
      do throws(Failure) {
        let path = try session.automations.find(id).path
        entries.append(
          DefinitionFolders.Entry(id: id, path: path) { [session] () throws(Failure) in try session.open(path)
          })
      } catch {
        report.faults.append(Fault(.automationUnknown, ["name": .text(id)]))
      }
    }
    for entry in entries {
      report.checked += 1
      report.faults += faults(of: entry, session)
    }
    report.write(&session)
  }

  /// What is wrong with one file, and with its calls as the intents stand.
  static func faults(of entry: DefinitionFolders.Entry, _ session: Session) -> [Fault] {
    var faults: [Fault] = []
    do throws(Failure) {
      let file = try entry.open()
      faults += file.concerns
      let zones = session.zones
      let automation = try AutomationReader.read(file, id: entry.id) { zones.rules(of: $0) != nil }
      let document = try JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
      for (key, call) in [("run", automation.call as Automation.Call?), ("onFailure", automation.onFailure)] {
        if let call { faults += self.faults(of: call, key, document, session) }
      }
    } catch {
      faults += error.faults
    }
    return faults
  }

  private static func faults(
    of call: Automation.Call, _ key: String, _ document: JSONDocument, _ session: Session
  ) -> [Fault] {
    let node = document.root[key]
    let place = (node?["intent"] ?? node).map { document.location(of: $0.span) }
    let definition: IntentDefinition
    do throws(Failure) {
      definition = try session.load(try session.find(call.intent), id: call.intent).definition
    } catch {
      return error.faults.map { fault in
        var fault = fault
        if fault.location == nil { fault.location = place }
        return fault
      }
    }
    var faults: [Fault] = []
    for (name, value) in call.parameters.members {
      let place = node?["parameters"]?[name].map { document.location(of: $0.span) }
      guard let parameter = definition.parameter(named: name) else {
        let near = Suggestion.nearest(to: name, among: definition.parameters.map(\.name))
        faults.append(
          Fault(
            .parameterUnknown,
            ["intent": .text(definition.id), "name": .text(name), "suggestion": .text(near ?? "")], at: place)
        )
        continue
      }
      faults += parameter.schema.faults(for: value, name: name).map { fault in
        var fault = fault
        fault.location = place
        return fault
      }
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
