package import IntentCore
package import IntentPipeline
import JSONSchema

/// A definition that a test writes in a few words.
package func definition(
  _ handler: String, title: String = "Do It", parameters: [Parameter] = [],
  with: KeyValuePairs<String, Value> = [:], parse: ResultShape.Parse = .text, dialog: String? = nil,
  snippet: Value? = nil, value: Value? = nil, uses: [String] = []
) -> IntentDefinition {
  var definition = IntentDefinition(
    id: "do-it", path: "/home/ana/.config/runintent/intents/do-it.json", title: title,
    parameters: parameters, handler: handler, with: with.map { ($0.key, Template(written: $0.value)) })
  definition.result.parse = parse
  definition.result.dialog = dialog.map { Template(written: .string($0)) }
  definition.result.snippet = snippet.map { Template(written: $0) }
  definition.result.value = value.map { Template(written: $0) }
  definition.uses = uses
  return definition
}

/// The call that a definition makes with values for its parameters, filled by the resolver.
package func filled(
  _ definition: IntentDefinition, _ values: some Sequence<(key: String, value: Value)> = [],
  in world: ScriptedWorld,
  entities: EntityLists? = nil
) async throws -> HandlerCall {
  let entities = entities ?? EntityLists { _, _ throws(Failure) in [] }
  let supplied = values.map {
    SuppliedArgument(name: $0.key, content: .value($0.value), spelling: "--\($0.key)")
  }
  switch await Resolver(world: world.world, entities: entities).resolve(definition, supplied) {
  case .ready(let resolved): return resolved.call
  case .failed(let failure): throw failure
  case .needs(let questions): throw Failure(unanswered: questions, intent: definition.id)
  }
}

extension HandlerContext {
  /// The context of a run in a scripted world.
  package init(_ world: ScriptedWorld, cancellation: any Cancellation = TestCancellation()) {
    let real = world.world
    self.init(
      world: real, deadline: real.clock.monotonic() + .seconds(60), cancellation: cancellation,
      source: .terminal)
  }
}

extension Template {
  /// Reads the placeholders of a definition's text: `${name}`, `${name.part}` and `${result…}`.
  package init(written value: Value) {
    switch value {
    case .string(let text): self.init(text: text)
    case .array(let items): self = .array(items.map { Template(written: $0) })
    case .object(let members):
      self = .object(members.members.map { (key: $0.key, value: Template(written: $0.value)) })
    default: self = .literal(value)
    }
  }

  private init(text: String) {
    var segments: [Segment] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "$"), let end = rest[start...].firstIndex(of: "}"),
      rest[start...].hasPrefix("${")
    {
      if start > rest.startIndex { segments.append(.literal(String(rest[..<start]))) }
      let path = rest[start..<end].dropFirst(2).split(separator: ".").map(String.init)
      let tail = Array(path.dropFirst())
      let name = path.first ?? ""
      segments.append(
        name.hasPrefix("secret:")
          ? .reference(.secret(String(name.dropFirst(7))))
          : .reference(
            path.first == "result" ? .result(path: tail) : .parameter(path.first ?? "", path: tail)))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { segments.append(.literal(String(rest))) }
    if case .reference(let reference)? = segments.first, segments.count == 1 {
      self = .reference(reference)
    } else if segments.allSatisfy({ if case .literal = $0 { true } else { false } }) {
      self = .literal(.string(text))
    } else {
      self = .text(segments)
    }
  }
}

extension Parameter {
  /// Text of any kind.
  package static func text(_ name: String, required: Bool = false) -> Parameter {
    Parameter(name: name, schema: Schema([.type([.string])]), isRequired: required)
  }

  /// One of a few words.
  package static func choice(_ name: String, _ values: [String]) -> Parameter {
    Parameter(name: name, schema: Schema([.type([.string]), .enumeration(values.map { .string($0) })]))
  }
}
