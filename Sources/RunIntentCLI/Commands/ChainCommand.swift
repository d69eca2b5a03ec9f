internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// `runintent chain A … -- B …`: intents one after the other, each given the value of the one before.
enum ChainCommand {
  static let command = Command(
    name: "chain", usage: "chain [OPTIONS] ID [PARAMETERS] -- ID [PARAMETERS] …",
    summary: "Run intents one after the other, until one fails.",
    options: options, run: run)

  /// What holds for the whole chain stands before its first id.
  private static let options = RunOptions.all.filter { wholeOptions.contains($0.name) }
  private static let wholeOptions = [
    "output", "quiet", "dry-run", "no-input", "yes", "language", "color", "exit-status", "source", "intents",
    "help",
  ]
  /// What may stand after each id.
  private static let stepOptions = ["yes", "no-input", "timeout", "input", "source"]

  /// One intent of a chain, read before the first one runs.
  private struct Link {
    var id: String
    var file: SourceFile
    var loaded: LoadedDefinition
    var arguments: [SuppliedArgument]
    var call: RunCall
  }

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let startedAt = session.world.clock.wall()
    let began = session.world.clock.monotonic()
    session.adoptSettings(from: words)
    let (links, options) = try read(words, leading, &session)
    do throws(Failure) {
      try await HonouredDeadlines.honour(session.world, cancellation: session.environment.interruption)
    } catch {
      session.warn(error.asWarnings)
    }
    if options.has("dry-run") {
      for link in links {
        let entry = IntentEntry(session: session, call: link.call)
        try await DryRun.show(link.loaded, link.file, link.arguments, entry, &session)
      }
      return
    }
    var reports: [RunReport] = []
    var upstream = try links[0].loaded.definition.upstream(besides: links[0].arguments, session)
    for link in links {
      let flowing = upstream?.arguments(for: link.loaded.definition, given: link.arguments) ?? []
      var entry = IntentEntry(session: session, call: link.call)
      entry.display = ProgressDisplay(session, intent: link.id, title: link.loaded.definition.title)
      var report = await entry.run(link.loaded, link.file, link.arguments + flowing)
      entry.display?.end()
      report.warnings += session.engine.library.takeWarnings()
      reports.append(report)
      guard case .answered(let result) = report.outcome, !result.isFailure else { break }
      upstream = .answer(result.value)
    }
    let duration = session.world.clock.monotonic() - began
    session.answer(reports, startedAt: startedAt, duration: duration)
  }

  /// All that can be wrong with the words of a chain is told before anything runs.
  private static func read(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) throws(Failure) -> ([Link], ParsedOptions) {
    var parts = words.split(separator: "--", omittingEmptySubsequences: false).map { Array($0) }
    var first = parts[0]
    var index = 0
    while index < first.count {
      if case .operand = Word(first[index]) { break }
      if case .long(let name, nil) = Word(first[index]), RunOptions.takesValue(name) {
        index += 1
      }
      index += 1
    }
    index = min(index, first.count)
    var options = try ParsedOptions.parse(Array(first[..<index]), Self.options)
    options.options = leading.options + options.options
    try session.apply(options)
    first.removeFirst(index)
    parts[0] = first
    var links: [Link] = []
    var faults: [Fault] = []
    for part in parts {
      do throws(Failure) {
        guard let id = part.first, case .operand = Word(id) else {
          throw Failure(
            .missingArgument, ["name": "ID", "command": .list(["runintent", "chain", "--help"])])
        }
        links.append(try link(id, Array(part.dropFirst()), options, session))
      } catch {
        faults += error.faults
      }
    }
    if faults.isEmpty { faults = missing(links) }
    if !faults.isEmpty { throw Failure(faults) }
    for index in links.indices { links[index].loaded = session.localisedForRun(links[index].loaded) }
    return (links, options)
  }

  private static func link(
    _ id: String, _ words: [String], _ whole: ParsedOptions, _ session: Session
  ) throws(Failure) -> Link {
    let file = try session.find(id)
    let loaded = try session.load(file, id: id)
    var scanned = try InvocationScanner.scan(words, for: loaded.definition)
    let misplaced = scanned.options.options.filter { !stepOptions.contains($0.name) }
    if !misplaced.isEmpty {
      throw Failure(
        misplaced.map {
          Fault(
            .unknownOption,
            [
              "option": .text("--\($0.name)"),
              "hint": "it holds for a whole chain: write it before the first ID",
            ])
        })
    }
    let input = scanned.options.value("input")
    if input == "-" {
      throw Failure(
        .unknownOption, ["option": "--input -", "hint": "pipe the text in: the first intent takes it"])
    }
    scanned.options.options = whole.options + scanned.options.options
    let call = try RunCall(scanned.options, session)
    let members = try call.input(session, file: input, for: loaded.definition).filter { member in
      !scanned.arguments.contains { $0.name == member.name }
    }
    return Link(id: id, file: file, loaded: loaded, arguments: scanned.arguments + members, call: call)
  }

  /// Required parameters that neither the caller gave nor an intent before could fill.
  private static func missing(_ links: [Link]) -> [Fault] {
    links.flatMap { link -> [Fault] in
      if link.call.asks { return [] }
      let questions = link.loaded.definition.parameters.compactMap { parameter -> Question? in
        guard parameter.isRequired, parameter.input == .never,
          !link.arguments.contains(where: { $0.name == parameter.name })
        else { return nil }
        return .value(
          Question.ValueQuestion(
            parameter: parameter.name, prompt: "", choices: parameter.staticChoices ?? []))
      }
      return Failure(unanswered: questions, intent: link.id).faults
    }
  }
}
