internal import IntentCore
internal import IntentHandlers
internal import IntentPipeline

/// What is wrong with a readable definition beyond its own text: seen from this machine and from here. It starts no
/// process and asks no provider.
struct DefinitionCheck {
  private let definition: IntentDefinition
  private let document: JSONDocument
  private let engine: Engine
  private(set) var faults: [Fault] = []

  static func faults(
    _ definition: IntentDefinition, _ file: SourceFile, _ engine: Engine,
    _ configuration: ConfigurationFiles? = nil
  ) async -> [Fault] {
    // What is no JSON, its reader has said.
    guard let document = try? JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
    else { return [] }
    var check = DefinitionCheck(definition: definition, document: document, engine: engine)
    check.findUnusedParameters()
    check.findUnknownEntities()
    check.findUnansweredPlaceholders()
    check.findModes()
    check.findUndefinedSecrets()
    await check.findMissingFiles(configuration?.places.map(\.path) ?? [])
    return check.faults
  }

  /// More faults than anybody reads.
  private static let mostFaults = 100

  private mutating func note(
    _ code: FaultCode, _ arguments: KeyValuePairs<String, FaultArgument>, at span: JSONSpan?,
    _ severity: Fault.Severity = .warning, parameter: String? = nil
  ) {
    guard faults.count < Self.mostFaults else { return }
    faults.append(
      Fault(code, arguments, at: span.map(document.location(of:)), parameter: parameter, severity: severity))
  }

  /// A parameter that neither the handler nor the answer sees changes nothing.
  private mutating func findUnusedParameters() {
    let used =
      definition.with.flatMap(\.value.references) + (definition.result.dialog?.references ?? [])
      + (definition.result.snippet?.references ?? []) + (definition.result.value?.references ?? [])
      + (definition.workflow?.references ?? [])
      + ((definition.sandbox?.read ?? []) + (definition.sandbox?.write ?? [])).flatMap(\.references)
    var names = Set(definition.workflow?.conditionNames ?? [])
    for case .parameter(let name, _) in used { names.insert(name) }
    guard case .object(let members)? = document.root["parameters"]?.kind else { return }
    for member in members where !names.contains(member.key) {
      note(.definitionUnused, ["name": .text(member.key)], at: member.keySpan, parameter: member.key)
    }
  }

  private mutating func findUnknownEntities() {
    for parameter in definition.parameters {
      guard let kind = parameter.entity, !EntityLists.kinds.contains(kind) else { continue }
      let node = document.root["parameters"]?[parameter.name]?["entity"]
      note(
        .definitionEnum,
        [
          "key": "entity", "value": .text(kind), "allowed": .list(EntityLists.kinds),
          "suggestion": .text(Suggestion.nearest(to: kind, among: EntityLists.kinds) ?? ""),
        ], at: node?.span, .error, parameter: parameter.name)
    }
  }

  /// `${result.…}` that the handler's answer never has, by how its output is read.
  private mutating func findUnansweredPlaceholders() {
    let hasOutput = definition.startsPrograms ?? false
    var known = ["value", "text", "dialog"]
    if hasOutput { known.append("exitCode") }
    let isList = definition.result.parse == .lines || definition.result.parse == .json
    if !hasOutput || isList || definition.result.parse == .intent { known.append("count") }
    for (key, template) in [
      ("dialog", definition.result.dialog), ("snippet", definition.result.snippet),
      ("value", definition.result.value),
    ] {
      for case .result(let path) in template?.references ?? [] {
        guard let part = path.first else { continue }
        let isText = hasOutput && definition.result.parse == .text
        if known.contains(part), !(part == "value" && path.count > 1 && isText) { continue }
        let name = (["result"] + path).joined(separator: ".")
        note(
          .definitionPlaceholder,
          [
            "name": .text(name), "reason": "no-answer", "allowed": .list(known.map { "result.\($0)" }),
          ], at: document.root["result"]?[key].map { place(of: "${\(name)}", in: $0.span) })
      }
    }
  }

  /// The placeholder itself where the file spells it as it is, else the whole value.
  private func place(of placeholder: String, in span: JSONSpan) -> JSONSpan {
    let written = Array(placeholder.utf8)
    let bytes = document.source.bytes
    let start = (span.start..<max(span.start, span.end - written.count)).first {
      bytes[$0...].starts(with: written)
    }
    return start.map { JSONSpan($0, $0 + written.count) } ?? span
  }

  /// What the configuration of this machine does not define; one that cannot be read says so elsewhere.
  private mutating func findUndefinedSecrets() {
    if definition.secrets.isEmpty { return }
    guard let configuration = try? engine.world.configuration() else { return }
    for name in definition.secrets where configuration.secret(named: name) == nil {
      let span = document.root["with"].map { place(of: "${secret:\(name)}", in: $0.span) }
      faults.append(
        SecretReading.undefined(name, engine.world).with(.warning).at(span.map(document.location(of:))))
    }
  }

  private mutating func findModes() {
    let source = engine.source()
    if definition.runs(from: source) { return }
    note(
      .modeNotAllowed, ["intent": .text(definition.id), "source": .text(source.text), "reason": "check"],
      at: document.root["modes"]?.span)
  }

  /// Programs, scripts and files in use that are not there. What lies beside the definition is its own and an
  /// error; what the machine should have may come with another machine.
  private mutating func findMissingFiles(_ places: [String]) async {
    // Claims are made as if everything were there, so that all that is missing is found at once.
    var world = engine.world
    world.files.isExecutable = { _ in true }
    world.files.facts = { _ in FileFacts(kind: .regular, owner: 0, group: 0, mode: 0o755, size: 0) }
    let claims: Claims
    do throws(Failure) {
      // The kind of entity decides nothing about files, and providers are not asked.
      let entities = EntityLists { _, _ throws(Failure) in [Entity(id: "any", title: "")] }
      claims = try await Claims.of(definition, registry: .live, entities: entities, world: world)
    } catch {
      // What is wrong with the configuration is told where that is checked.
      for fault in error.faults where fault.code != .configurationProvider {
        if let file = fault.location?.file, places.contains(file) { continue }
        add(fault)
      }
      return
    }
    let lookUp = ExecutableLookup.path(of: definition, world: engine.world)
    var isKnown: Set<String> = []
    for (name, _) in claims.files where isKnown.insert(name).inserted {
      guard let path = lookUp.find(name) else {
        note(
          .definitionExecutable,
          name.isPath
            ? ["program": .text(name), "reason": "no-file"]
            : ["program": .text(name), "searchPath": .text(lookUp.searchPath)],
          at: place(of: name), name.isPath ? severity(of: name) : .warning)
        continue
      }
      let acts = [Capability.execute(.exact(path)), .elevate(.exact(path))]
      if name.isPath, acts.contains(where: claims.capabilities.contains),
        !engine.world.files.isExecutable(path)
      {
        note(
          .definitionExecutable,
          [
            "program": .text(name), "reason": "not-executable",
            "repair": .list(["chmod", "+x", engine.library.display(path)]),
          ], at: place(of: name), severity(of: name))
      }
    }
  }

  private func severity(of name: String) -> Fault.Severity {
    name.utf8.first == UInt8(ascii: "/") ? .warning : .error
  }

  /// Faults that the handler finds in what it is given.
  private mutating func add(_ fault: Fault) {
    let with = document.root["with"]
    let run = with?["run"]
    var fault = fault
    var span = run?.span ?? with?.span
    switch (fault.code, fault["key"], fault["word"], fault["name"]) {
    case (.executableMissing, _, _, _):
      fault = Fault(.definitionType, ["key": "run", "expected": "a list that begins with a program"])
    case (_, .text("with.stdin"), _, _): span = with?["stdin"]?.span
    case (_, _, .integer(let word), _):
      if case .array(let items)? = run?.kind, items.indices.contains(word - 1) { span = items[word - 1].span }
    case (.definitionEnvironment, _, _, .text(let name)):
      span = with?["env"]?[name]?.span ?? with?["descriptors"]?[name]?.span ?? span
    default: break
    }
    if fault.location == nil { fault.location = span.map(document.location(of:)) }
    faults.append(fault)
  }

  /// Where the definition writes the name of a file.
  private func place(of name: String) -> JSONSpan? {
    for node in [document.root["with"]?["run"], document.root["uses"]] {
      guard case .array(let items)? = node?.kind else { continue }
      for item in items {
        if case .string(let text) = item.kind, text == name || "./\(text)" == name { return item.span }
      }
    }
    return document.root["with"]?["run"]?.span
  }
}

extension String {
  /// Whether it names a file by its place, rather than a program of the search path.
  var isPath: Bool { utf8.contains(UInt8(ascii: "/")) }
}
