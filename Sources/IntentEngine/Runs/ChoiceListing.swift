internal import IntentCore
internal import IntentHandlers
internal import IntentPipeline
internal import Synchronization

/// The choices that a definition's commands listed in this call; each command runs at most once.
private final class ChoiceListing: Sendable {
  private struct Listed {
    var path: String
    var parameter: String
    var choices: [Choice]
  }

  private let known = Mutex<[Listed]>([])

  func find(_ parameter: Parameter, _ definition: IntentDefinition) -> [Choice]? {
    known.withLock { known in
      known.first { $0.path == definition.path && $0.parameter == parameter.name }?.choices
    }
  }

  func keep(_ choices: [Choice], _ parameter: Parameter, _ definition: IntentDefinition) {
    known.withLock { $0.append(Listed(path: definition.path, parameter: parameter.name, choices: choices)) }
  }
}

extension IntentRun {
  /// Lists choices behind the same gate as the run itself: without trust nothing is started.
  func choiceSource(_ file: SourceFile, _ entry: Entry) -> ChoiceSource {
    let listing = ChoiceListing()
    return ChoiceSource { parameter, definition throws(Failure) in
      if let known = listing.find(parameter, definition) { return known }
      let choices = try await list(parameter, definition, file, entry)
      listing.keep(choices, parameter, definition)
      return choices
    }
  }

  private func list(
    _ parameter: Parameter, _ definition: IntentDefinition, _ file: SourceFile, _ entry: Entry
  ) async throws(Failure) -> [Choice] {
    let world = world
    guard let call = Resolver(world: world, entities: .live).listing(of: parameter, in: definition) else {
      return []
    }
    let authorized = try await enterSilently(call, file, entry)
    let report = await engine.withLimit(call.definition.limits.timeout, engine.interruption) {
      cancellation in
      let began = world.clock.monotonic()
      let context = HandlerContext(
        world: world, deadline: began + call.definition.limits.timeout, cancellation: cancellation,
        source: terms.source)
      var report = RunReport(
        intent: definition.id, outcome: .failed(Failure(.internalError)), startedAt: world.clock.wall())
      do throws(Failure) {
        report.outcome = .answered(try await authorized.handler.perform(authorized, context))
      } catch {
        report.outcome = .failed(error)
      }
      return report
    }
    switch report.outcome {
    case .failed(let failure): throw failure
    case .answered(let result):
      guard !result.isFailure, !result.warnings.contains(where: { $0.code == .outputTruncated }),
        let text = result.value.stringValue
      else {
        throw Failure(
          .unavailable,
          [
            "name": .text("--\(parameter.name)"),
            "reason": .text(result.isFailure ? result.dialog : "its list of choices is too long"),
          ], parameter: parameter.name)
      }
      return try ChoiceLines.read(text, of: parameter)
    }
  }
}
