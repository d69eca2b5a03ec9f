internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline

/// `runintent chain A … -- B …`: intents one after the other, each given the value of the one before.
enum ChainCommand {
  static let command = Command(
    name: "chain", usage: "chain [OPTIONS] ID [PARAMETERS] -- ID [PARAMETERS] …",
    summary: "Run intents one after the other, until one fails.", options: options, .words(run))

  /// What holds for the whole chain stands before its first id.
  private static let options = RunOptions.all.only([
    "output", "quiet", "dry-run", "no-input", "yes", "language", "color", "exit-status", "source", "intents",
    "help",
  ])
  /// What may stand after each id.
  private static let stepOptions = ["yes", "no-input", "timeout", "input", "source"]

  /// One intent of a chain, read before the first one runs.
  private struct Link {
    var call: IntentCall
    var terms: RunTerms
  }

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let startedAt = session.world.clock.wall()
    let began = session.world.clock.monotonic()
    let (links, options) = try read(call, &session)
    await session.honourDeadlines()
    if options.has("dry-run") {
      for link in links { try await DryRun.show(link.call, link.terms, &session) }
      return
    }
    var reports: [RunReport] = []
    var upstream = try session.upstream(of: links[0].call)
    for link in links {
      var call = link.call
      call.given += upstream?.arguments(for: call.definition, given: call.given) ?? []
      let report = await session.run(call, link.terms)
      reports.append(report)
      guard case .answered(let result) = report.outcome, !result.isFailure else { break }
      upstream = .answer(result.value)
    }
    let duration = session.world.clock.monotonic() - began
    session.answer(reports, startedAt: startedAt, duration: duration)
  }

  /// All that can be wrong with the words of a chain is told before anything runs.
  private static func read(
    _ call: Invocation, _ session: inout Session
  ) throws(Failure) -> ([Link], ParsedOptions) {
    var parts = call.words.split(omittingEmptySubsequences: false, whereSeparator: \.isEnd).map { Array($0) }
    var first = parts[0]
    let index = first.leadingCount
    var options = try ParsedOptions.parse(Array(first[..<index]), Self.options)
    options.options = call.leading.options + options.options
    try session.apply(options)
    first.removeFirst(index)
    parts[0] = first
    var links: [Link] = []
    var faults: [Fault] = []
    for part in parts {
      do throws(Failure) {
        guard case .operand(let id)? = part.first?.kind else { throw command.missing("ID") }
        links.append(try link(id, Array(part.dropFirst()), options, session))
      } catch {
        faults += error.faults
      }
    }
    if faults.isEmpty { faults = links.flatMap { $0.terms.asks ? [] : $0.call.unfilled } }
    if !faults.isEmpty { throw Failure(faults) }
    return (links, options)
  }

  private static func link(
    _ id: String, _ words: [Word], _ whole: ParsedOptions, _ session: Session
  ) throws(Failure) -> Link {
    let file = try session.library.find(id)
    let loaded = try session.library.load(file, id: id)
    var scanned = try InvocationScanner.scan(words, for: loaded.definition)
    let misplaced = scanned.options.options.filter { !stepOptions.contains($0.name) }
    if !misplaced.isEmpty {
      let hint: FaultArgument = "it holds for a whole chain: write it before the first ID"
      throw Failure(misplaced.map { Fault(.unknownOption, ["option": .text("--\($0.name)"), "hint": hint]) })
    }
    let input = scanned.options.value("input")
    if input == "-" {
      throw Failure(
        .unknownOption, ["option": "--input -", "hint": "pipe the text in: the first intent takes it"])
    }
    scanned.options.options = whole.options + scanned.options.options
    var call = IntentCall(file: file, loaded: loaded)
    call.given =
      try scanned.arguments
      + session.input(input, for: loaded.definition, besides: scanned.arguments)
    return Link(call: call, terms: try RunTerms(scanned.options, session))
  }
}
