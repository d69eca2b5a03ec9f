internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// `--follow`: the answer of a run, and then one for every change until interrupted.
enum Following {
  /// A run that goes on has no limit of its own unless one is asked for.
  private static let unlimited = Duration.seconds(10 * 365 * 86_400)

  static func run(
    _ loaded: LoadedDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument], _ entry: IntentEntry,
    _ session: inout Session
  ) async throws(Failure) {
    let definition = loaded.definition
    guard HandlerRegistry.live.find(definition.handler)?.canFollow ?? false else {
      throw Failure(.followImpossible, ["intent": .text(definition.id)])
    }
    var kept: AuthorizedInvocation?
    var report = await entry.run(loaded, file, supplied) { kept = $0 }
    report.warnings += session.engine.library.takeWarnings()
    session.answer(report)
    guard let kept, case .answered(let first) = report.outcome, !first.isFailure else { return }
    let live = session.environment.live
    var end: Failure?
    do throws(Failure) {
      try live.write(session.outcome.output, session.outcome.errors)
      (session.outcome.output, session.outcome.errors) = ([], [])
      end = try await follow(kept, first, entry, FollowedAnswer(session, definition.id), live, session)
    } catch {
      (session.outcome.output, session.outcome.errors) = ([], [])
      end = error
    }
    guard let end else { return }
    session.outcome.status = end.status
    // Whoever interrupts it, or reads no further, has seen enough.
    if end.faults.first?.code != .interrupted { session.report(end) }
  }

  private static func follow(
    _ invocation: AuthorizedInvocation, _ first: IntentResult, _ entry: IntentEntry, _ answer: FollowedAnswer,
    _ live: LiveOutput, _ session: Session
  ) async throws(Failure) -> Failure? {
    let world = session.world
    let source = entry.source
    let limit = entry.timeout ?? unlimited
    let text = session.text
    let report = await session.environment.withLimit(limit, live.interruption()) { cancellation in
      let context = HandlerContext(
        world: world, deadline: world.clock.monotonic() + limit, cancellation: cancellation, source: source,
        text: text)
      var report = RunReport(intent: answer.intent, outcome: .answered(first), startedAt: world.clock.wall())
      do throws(Failure) {
        try await invocation.handler.follow(invocation, context, after: first) { result throws(Failure) in
          try live.write(answer.bytes(result), [])
        }
      } catch {
        report.outcome = .failed(error)
      }
      return report
    }
    if case .failed(let failure) = report.outcome { return failure }
    return nil
  }
}

/// An answer among others that come one after another: a line of its own.
struct FollowedAnswer: Sendable {
  let intent: String
  private let format: OutputFormat
  private let style: Style
  private let isTerminal: Bool
  private let clock: World.Clock
  private let text: Localizer

  init(_ session: Session, _ intent: String) {
    self.intent = intent
    format = session.settings.output
    style = session.style()
    isTerminal = session.environment.streams.outputIsTerminal
    clock = session.world.clock
    text = session.text
  }

  func bytes(_ result: IntentResult) -> [UInt8] {
    var bytes: [UInt8] = []
    switch format {
    case .text:
      bytes += "\(DateText.clock(clock.local(clock.wall()))) ".utf8
      bytes += ResultRenderer(style: style, text: text).line(result).utf8
      bytes.append(UInt8(ascii: "\n"))
    case .json, .jsonl:
      let status: ExitStatus = result.isFailure ? .failed : .done
      Envelope(
        intent: intent, status: Envelope.Status(status), exitCode: status.code, result: result,
        startedAt: clock.wall(), duration: .zero, words: text
      ).write(to: &bytes)
    case .value: ValueText.write(result.value, isTerminal: isTerminal, to: &bytes)
    case .waybar:
      bytes += Waybar.json(.answered(result), text).utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
