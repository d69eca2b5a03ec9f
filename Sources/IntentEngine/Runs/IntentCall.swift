package import IntentCore
internal import IntentHandlers
package import IntentLoading
package import IntentPipeline

/// A definition that is about to be run, with values for its parameters.
package struct IntentCall: Sendable {
  package var file: SourceFile
  package var loaded: LoadedDefinition
  /// Values that nobody else may give.
  package var kept: [SuppliedArgument] = []
  package var given: [SuppliedArgument] = []
  /// The name of the shortcut that is run.
  package var shortcut: String?

  package init(
    file: SourceFile, loaded: LoadedDefinition, kept: [SuppliedArgument] = [], shortcut: String? = nil
  ) {
    (self.file, self.loaded, self.kept, self.shortcut) = (file, loaded, kept, shortcut)
  }

  package var definition: IntentDefinition { loaded.definition }

  package var arguments: [SuppliedArgument] { kept + given }

  /// Whether a parameter that was not given takes what is piped in.
  package var takesInput: Bool {
    let given = arguments
    return definition.parameters.contains { parameter in
      parameter.input != .never && !given.contains { $0.name == parameter.name }
    }
  }

  /// Fails where something else is given for what a shortcut holds.
  package func refuseFixed() throws(Failure) {
    let fixed = given.filter { argument in kept.contains { $0.name == argument.name } }
    if fixed.isEmpty { return }
    throw Failure(
      fixed.map { argument in
        Fault(
          .parameterFixed, ["name": .text("--\(argument.name)"), "other": .text(shortcut ?? "")],
          parameter: argument.name)
      })
  }
}

extension Engine {
  /// What is run by a name: the intent of that id, else the shortcut of that name, which only then is looked for; a
  /// shortcut goes before an intent of the project in the working directory.
  package func call(named name: String) throws(Failure) -> IntentCall {
    let file: SourceFile
    do throws(Failure) {
      file = try library.find(name)
    } catch {
      guard error.faults.first?.code == .intentUnknown else { throw error }
      return try call(ofShortcut: name, otherwise: error)
    }
    if library.isOfProject(file), let shortcut = (try? findShortcut(name))?.shortcut {
      return try call(of: shortcut)
    }
    return IntentCall(file: file, loaded: try library.load(file, id: name))
  }

  private func call(ofShortcut name: String, otherwise unknown: Failure) throws(Failure) -> IntentCall {
    let found = try findShortcut(name)
    if let shortcut = found.shortcut { return try call(of: shortcut) }
    guard let near = found.near, unknown.faults.first?["suggestion"] == .text("") else { throw unknown }
    throw Failure(.intentUnknown, ["intent": .text(name), "suggestion": .text(near.name)])
  }

  /// The shortcut of a name, else the one whose name is nearest to it.
  func findShortcut(_ name: String) throws(Failure) -> (shortcut: Shortcut?, near: Shortcut?) {
    let shortcuts = try world.store.shortcuts()
    let key = Shortcut.key(name)
    if let shortcut = shortcuts.first(where: { $0.key == key }) { return (shortcut, nil) }
    let near = Suggestion.nearest(to: key, among: shortcuts.map(\.key))
    return (nil, shortcuts.first { $0.key == near })
  }

  package func call(of shortcut: Shortcut) throws(Failure) -> IntentCall {
    let file = try library.open(shortcut.path)
    return IntentCall(
      file: file, loaded: try library.load(file, id: shortcut.intent),
      kept: shortcut.parameters.supplied(as: .shortcut), shortcut: shortcut.name)
  }

  /// The definition in the language of the caller, with the shortcut's name in what the journal says of the run.
  package mutating func worded(_ call: IntentCall) -> LoadedDefinition {
    var loaded = library.localisedForRun(call.loaded)
    if call.shortcut == nil { return loaded }
    let summary = loaded.definition.summary ?? .literal(.string(loaded.definition.title))
    loaded.definition.summary = summary.preceded(by: "\(label(of: call)): ")
    return loaded
  }

  /// How the call came to be, for the journal; empty for one that was made as it is.
  private func label(of call: IntentCall) -> String {
    call.shortcut.map { text("Shortcut ${name}", ["name": .string($0)]) } ?? ""
  }

  private func run(of call: IntentCall, _ terms: RunTerms, _ door: any FrontDoor) -> IntentRun {
    var run = IntentRun(self, terms, through: door)
    run.label = label(of: call)
    return run
  }

  /// Runs a call to its end, and once more where a person says which of several things was meant.
  package mutating func run(
    _ call: IntentCall, on terms: RunTerms, through door: any FrontDoor
  ) async -> RunReport {
    let loaded = worded(call)
    let run = run(of: call, terms, door)
    door.begins(loaded.definition.title)
    var report = await run.run(loaded, call.file, call.arguments)
    do throws(Failure) {
      if let clear = try await run.clarified(report, loaded.definition, call.arguments) {
        report = await run.run(loaded, call.file, clear)
      }
    } catch {
      report = RunReport(intent: loaded.definition.id, outcome: .failed(error), startedAt: report.startedAt)
    }
    report.warnings += library.takeWarnings()
    return report
  }

  /// A run that goes on has no limit of its own unless one is asked for.
  private static let unlimited = Duration.seconds(10 * 365 * 86_400)

  /// Runs a call, and answers with every change until interrupted; the failure that ended it, `nil` where the first
  /// answer is all.
  ///
  /// - Parameters:
  ///   - start: Takes the report of the run before anything else comes, and whether that may be.
  ///   - interruption: Made when the first answer is out; tells also when nobody listens any more.
  ///   - each: Takes an answer.
  package mutating func follow(
    _ call: IntentCall, on terms: RunTerms, through door: any FrontDoor,
    start: (RunReport, Bool) throws(Failure) -> Void, interruption: () -> any Cancellation,
    each: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) -> Failure? {
    let loaded = worded(call)
    guard let handler = HandlerRegistry.live.find(loaded.definition.handler), handler.canFollow else {
      throw Failure(.followImpossible, ["intent": .text(loaded.definition.id)])
    }
    var invocation: AuthorizedInvocation?
    var report = await run(of: call, terms, door).run(loaded, call.file, call.arguments) { invocation = $0 }
    report.warnings += library.takeWarnings()
    do throws(Failure) {
      var first: IntentResult?
      if case .answered(let result) = report.outcome, !result.isFailure || handler.followsFailures {
        first = result
      }
      try start(report, first != nil)
      guard let invocation, let first else { return nil }
      return await follow(invocation, first, terms, interruption(), each)
    } catch {
      return error
    }
  }

  private func follow(
    _ invocation: AuthorizedInvocation, _ first: IntentResult, _ terms: RunTerms,
    _ interruption: any Cancellation, _ each: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async -> Failure? {
    let outcome = await work(
      for: invocation.definition, within: terms.timeout ?? Self.unlimited, interruption, terms.source, text
    ) { context throws(Failure) in
      try await invocation.handler.follow(invocation, context, after: first) { result throws(Failure) in
        try each(result)
      }
      return first
    }
    if case .failed(let failure) = outcome { return failure }
    return nil
  }

  /// What a handler's work comes to under a limit, outside of the runs that the journal has.
  func work(
    for definition: IntentDefinition, within limit: Duration, _ interruption: any Cancellation,
    _ source: RunSource, _ text: Localizer,
    _ work: @escaping @Sendable (HandlerContext) async throws(Failure) -> IntentResult
  ) async -> RunOutcome {
    let world = world
    let report = await withLimit(limit, interruption) { cancellation in
      let context = HandlerContext(
        world: world, deadline: world.clock.monotonic() + limit, cancellation: cancellation, source: source,
        text: text)
      let outcome = await RunOutcome { () throws(Failure) in try await work(context) }
      return RunReport(intent: definition.id, outcome: outcome, startedAt: world.clock.wall())
    }
    return report.outcome
  }
}

extension ValueObject {
  /// The members as parameters that were given, each as the value that it is.
  package func supplied(as origin: ValueOrigin = .commandLine) -> [SuppliedArgument] {
    members.map { SuppliedArgument(name: $0.key, content: .value($0.value), origin: origin) }
  }
}

extension Template {
  /// The text with other text before it.
  fileprivate func preceded(by words: String) -> Template {
    switch self {
    case .literal(let value): .literal(.string(words + (value.plainText ?? "")))
    case .reference(let reference): .text([.literal(words), .reference(reference)])
    case .text(let segments): .text([.literal(words)] + segments)
    case .array, .object: self
    }
  }
}

extension ValueObject {
  /// A call with these values as a person would type it.
  ///
  /// - Parameter definition: Tells which values stand without their names.
  func words(calling intent: String, _ definition: IntentDefinition?) -> [String] {
    var words = ["runintent", intent]
    var bare: [(position: Int, words: [String])] = []
    for (name, value) in members {
      let parameter = definition?.parameter(named: name)
      let texts = (value.arrayValue ?? [value]).map { $0.plainText ?? $0.json() }
      if let position = parameter?.position, !texts.contains(where: { $0.utf8.first == UInt8(ascii: "-") }) {
        bare.append((position, texts))
      } else if case .boolean(let flag) = value, parameter?.isBoolean ?? false {
        words.append(flag ? "--\(name)" : "--no-\(name)")
      } else {
        for text in texts {
          words += text.utf8.starts(with: "--".utf8) ? ["--\(name)=\(text)"] : ["--\(name)", text]
        }
      }
    }
    // Bare words count from the first, so that none may be missing before another.
    var next = 1
    for (position, texts) in bare.sorted(by: { $0.position < $1.position }) {
      if position == next {
        words.insert(contentsOf: texts, at: 2 + next - 1)
        next += texts.count
      } else if let name = definition?.parameters.first(where: { $0.position == position })?.name {
        for text in texts { words += ["--\(name)", text] }
      }
    }
    return words
  }
}
