import IntentCore
import IntentLoading
import IntentPipeline
import TestSupport
import Testing

/// What a call of a definition comes to, in a scripted world.
struct Resolving {
  var world = ScriptedWorld()
  var entities: [Entity] = []
  var choices = ChoiceSource.none

  /// Parameters as a definition's file has them, each a JSON object by name.
  static func parameters(_ json: String, required: [String] = []) throws -> IntentDefinition {
    let names = required.map { "\"\($0)\"" }.joined(separator: ",")
    let text = """
      {"title":"Do It","summary":"","parameters":{\(json)},"required":[\(names)],"handler":"dialog",\
      "with":{"text":"x"}}
      """
    let file = SourceFile(
      displayPath: "do-it.json", path: "/home/ana/intents/do-it.json", bytes: Array(text.utf8))
    let descriptor = HandlerDescriptor(
      name: "dialog", summary: "", fields: [.init("text", .string, required: true, help: "")])
    return try DefinitionReader.read(
      file, id: "do-it", descriptors: { $0 == "dialog" ? descriptor : nil }, handlerNames: { ["dialog"] }
    ).definition
  }

  func resolve(_ definition: IntentDefinition, _ given: [SuppliedArgument]) async -> Resolution<
    ResolvedInvocation
  > {
    let entities = entities
    let resolver = Resolver(
      world: world.world, entities: EntityLists { _, _ throws(Failure) in entities }, choices: choices)
    return await resolver.resolve(definition, given)
  }

  /// The value of the parameter `x`.
  func value(_ definition: IntentDefinition, _ texts: [String]) async throws -> Value? {
    try await values(definition, texts.map { .text($0) })["x"]
  }

  func values(_ definition: IntentDefinition, _ contents: [SuppliedArgument.Content]) async throws
    -> ValueObject
  {
    try await resolved(definition, contents).values
  }

  func resolved(
    _ definition: IntentDefinition, _ contents: [SuppliedArgument.Content]
  ) async throws -> ResolvedInvocation {
    let given = contents.map { SuppliedArgument(name: "x", content: $0, spelling: "--x") }
    switch await resolve(definition, given) {
    case .ready(let resolved): return resolved
    case .failed(let failure): throw failure
    case .needs(let questions): throw Failure(unanswered: questions, intent: definition.id)
    }
  }

  /// The faults that a call ends with, none when it works.
  func faults(_ definition: IntentDefinition, _ contents: [SuppliedArgument.Content]) async -> [Fault] {
    do {
      _ = try await values(definition, contents)
      return []
    } catch let failure as Failure {
      return failure.faults
    } catch {
      return [Fault(.internalError)]
    }
  }
}
