internal import IntentCore
internal import IntentPipeline
internal import Synchronization

/// The choices that a definition's commands listed in this call; each command runs at most once.
private final class ListedChoices: Sendable {
  /// By the path of the definition and the name of the parameter.
  let known = Mutex<[[String]: [Choice]]>([:])
}

extension IntentRun {
  /// Lists choices behind the same gate as the run itself: without an allowance nothing is started.
  func choiceSource(_ file: SourceFile, _ entry: Entry) -> ChoiceSource {
    let listed = ListedChoices()
    return ChoiceSource { parameter, definition throws(Failure) in
      let key = [definition.path, parameter.name]
      if let known = listed.known.withLock({ $0[key] }) { return known }
      let choices = try await list(parameter, definition, file, entry)
      listed.known.withLock { $0[key] = choices }
      return choices
    }
  }

  private func list(
    _ parameter: Parameter, _ definition: IntentDefinition, _ file: SourceFile, _ entry: Entry
  ) async throws(Failure) -> [Choice] {
    let resolver = Resolver(world: world, entities: .spoken(text))
    guard let call = resolver.listing(of: parameter, in: definition) else { return [] }
    let authorized = try await enterSilently(call, file, entry)
    let outcome = await engine.work(
      for: definition, within: call.definition.limits.timeout, engine.interruption, terms.source, .english
    ) { context throws(Failure) in try await authorized.handler.perform(authorized, context) }
    switch outcome {
    case .failed(let failure): throw failure
    case .answered(let result):
      guard !result.isFailure, !result.warnings.contains(where: { $0.code == .outputTruncated }),
        let text = result.value.stringValue
      else { throw parameter.unlisted(result.isFailure ? result.dialog : "its list of choices is too long") }
      return try parameter.listedChoices(text)
    }
  }
}
