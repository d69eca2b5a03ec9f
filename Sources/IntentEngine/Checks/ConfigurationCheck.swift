package import IntentCore
internal import IntentLoading

/// Everything that is wrong with one file of the configuration, and what it names that is not there.
package struct ConfigurationCheck {
  private let document: JSONDocument
  private let library: IntentLibrary
  private var faults: [Fault] = []

  /// `nil` when there is no such file.
  package static func faults(
    _ place: ConfigurationFiles.Place, _ files: ConfigurationFiles, _ library: IntentLibrary
  ) -> [Fault]? {
    do throws(Failure) {
      guard let file = try files.open(place) else { return nil }
      _ = try files.read(file, of: place)
      let document = try JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
      var check = ConfigurationCheck(document: document, library: library)
      check.lookUpDefaults()
      check.lookUpProviders(known: (try? library.world.configuration().doors.providers.map(\.name)) ?? [])
      // Root's rules may be about intents that only others have.
      if !place.isRoots { check.lookUpIntents() }
      return check.faults
    } catch {
      return error.faults
    }
  }

  private mutating func warn(_ fault: Fault, at span: JSONSpan) {
    faults.append(fault.with(.warning).at(document.location(of: span)))
  }

  /// The definition of an id; `nil` with a warning when there is none.
  private mutating func definition(_ id: String, at span: JSONSpan) -> IntentDefinition? {
    do throws(Failure) {
      let file = try library.folders.find(id)
      // What is wrong with a definition is told where that is checked.
      return try? library.load(file, id: id).definition
    } catch {
      for fault in error.faults where fault.code == .intentUnknown { warn(fault, at: span) }
      return nil
    }
  }

  private mutating func lookUpDefaults() {
    guard case .object(let intents)? = document.root["defaults"]?.kind else { return }
    for intent in intents {
      guard let definition = definition(intent.key, at: intent.keySpan),
        case .object(let members) = intent.node.kind
      else { continue }
      for member in members { check(member, of: definition) }
    }
  }

  private mutating func check(_ member: JSONMember, of definition: IntentDefinition) {
    guard let parameter = definition.parameter(named: member.key) else {
      return warn(definition.unknownParameter(member.key), at: member.keySpan)
    }
    // What is picked from a list is known only at a run.
    if parameter.entity != nil || parameter.choices != nil { return }
    let name = "defaults.\(definition.id).\(member.key)"
    for var fault in parameter.schema.faults(for: member.node.value, name: name) {
      fault.parameter = parameter.name
      warn(fault, at: member.node.span)
    }
  }

  /// A provider may stand in either file.
  private mutating func lookUpProviders(known: [String]) {
    guard case .object(let doors)? = document.root["doors"]?.kind else { return }
    for door in doors {
      guard let provider = door.node["provider"], case .string(let name) = provider.kind,
        !known.contains(name)
      else { continue }
      let fault = Fault(
        .configurationProvider,
        [
          "door": .text(door.key), "name": .text(name),
          "suggestion": .text(Suggestion.nearest(to: name, among: known) ?? ""),
        ])
      warn(fault, at: provider.span)
    }
  }

  private mutating func lookUpIntents() {
    guard case .array(let rules)? = document.root["policy"]?.kind else { return }
    for rule in rules {
      guard case .array(let names)? = rule["intents"]?.kind else { continue }
      for name in names { if case .string(let id) = name.kind { _ = definition(id, at: name.span) } }
    }
  }
}
