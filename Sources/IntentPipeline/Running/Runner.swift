package import IntentCore
internal import Redaction

/// Performs what the gate let pass: lease, journal row, handler, journal row.
package struct Runner: Sendable {
  /// Runs the steps of one workflow, each through the gate.
  package typealias Steps =
    @Sendable (_ workflow: AuthorizedInvocation) throws(Failure) -> (
      @Sendable (ChildInvocation) async -> RunReport
    )

  package var world: World
  package var withLimit: TimeLimit
  /// The language that handlers answer in.
  package var text: Localizer
  /// How the steps of a workflow that was let pass are run.
  package var steps: Steps = { _ throws(Failure) in throw Failure(.internalError) }
  /// The rows of the steps of a workflow that wait to be written.
  package var rows: WaitingRows?
  /// Whether this is a step of a workflow.
  package var isStep = false
  /// Shows how far the work is.
  package var progress: @Sendable (String, Double?) -> Void = { _, _ in }

  package init(world: World, withLimit: @escaping TimeLimit, text: Localizer = .english) {
    (self.world, self.withLimit, self.text) = (world, withLimit, text)
  }

  /// - Parameter inherited: Secrets of the run that this one belongs to.
  package func run(
    _ invocation: AuthorizedInvocation, source: RunSource, timeout: Duration? = nil,
    hiding inherited: [String] = [], cancellation parent: any Cancellation
  ) async -> RunReport {
    let timeout = timeout ?? invocation.definition.limits.timeout
    let began = world.clock.monotonic()
    return await withLimit(timeout, parent) { cancellation in
      var context = HandlerContext(
        world: world, deadline: began + timeout, cancellation: cancellation, source: source, text: text)
      context.progress = progress
      context.withLimit = withLimit
      return await run(invocation, context, hiding: inherited, began: began)
    }
  }

  private func run(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext, hiding inherited: [String],
    began: MonotonicTime
  ) async -> RunReport {
    // Each way on puts an outcome in this place.
    var report = RunReport(
      intent: invocation.definition.id, outcome: .failed(Failure([])), startedAt: world.clock.wall(),
      warnings: invocation.warnings)
    do throws(Failure) {
      let leases = try await acquire(invocation, context)
      defer { for lease in leases { lease.release() } }
      var context = context
      for lease in leases where lease.hasWaited { context.hasWaited = true }
      if invocation.definition.workflow != nil { context.run = try steps(invocation) }
      let own = try invocation.handler.secrets(invocation.call)
      var secrets: RunSecrets?
      if invocation.hasSecrets || !inherited.isEmpty || !own.isEmpty {
        secrets = await RunSecrets(of: invocation, own: own, inherited: inherited, context, withLimit)
      }
      let redactor = secrets?.redactor
      report.run = try begin(invocation, context.source, &report, hiding: redactor)
      report.outcome = await perform(invocation, context, secrets)
      if let redactor {
        report.outcome = redactor.hide(report.outcome)
        report.warnings = report.warnings.map(redactor.hide)
      }
      finish(&report, invocation, source: context.source, hiding: redactor)
    } catch {
      report.outcome = .failed(error)
    }
    report.duration = world.clock.monotonic() - began
    return report
  }

  private func perform(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext, _ secrets: RunSecrets? = nil
  ) async -> RunOutcome {
    let outcome = await RunOutcome { () throws(Failure) in
      guard let secrets else { return try await invocation.handler.perform(invocation, context) }
      if let failure = secrets.failure { throw failure }
      return try await invocation.handler.perform(
        invocation.revealing(secrets.values), context.hiding(secrets))
    }
    guard case .failed(let failure) = outcome else { return outcome }
    return .failed(failure.naming(invocation.definition.id, for: context.source.who))
  }

  /// In the order of their names, so that two runs never wait for each other.
  private func acquire(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext
  ) async throws(Failure) -> [any Lease] {
    let resources = try invocation.handler.resources(invocation.call)
    let limits = invocation.definition.limits
    if resources.isEmpty, limits.concurrency == .parallel, limits.maximum == nil { return [] }
    var wanted = resources.map { (name: $0, until: context.deadline) }
    let own = "intent:\(invocation.definition.path)"
    switch limits.concurrency {
    case .parallel: break
    case .queue, .restart: wanted.append((own, context.deadline))
    case .single: wanted.append((own, world.clock.monotonic()))
    }
    wanted.sort { $0.name < $1.name }
    let restarts = limits.concurrency == .restart
    var leases: [any Lease] = []
    if let maximum = limits.maximum {
      leases.append(try await place(among: maximum, own, invocation, context))
    }
    for (name, until) in wanted {
      do throws(Failure) {
        leases.append(
          try await world.store.acquireLease(
            on: name, until: until, endingHolder: restarts && name == own, context.cancellation))
      } catch {
        for lease in leases { lease.release() }
        if var fault = error.faults.first, fault.code == .timedOut {
          fault.arguments += [
            ("intent", .text(invocation.definition.id)), ("resource", .text(name)),
            ("reason", name == own ? "queued" : "waiting"),
          ]
          throw Failure([fault])
        }
        guard name == own, error.faults.first?.code == .busy else { throw error }
        throw Failure(.busy, ["intent": .text(invocation.definition.id)])
      }
    }
    return leases
  }

  /// One of so many places; when all are taken the run is refused.
  private func place(
    among maximum: Int, _ own: String, _ invocation: AuthorizedInvocation, _ context: HandlerContext
  ) async throws(Failure) -> any Lease {
    let now = world.clock.monotonic()
    for number in 1...maximum {
      do throws(Failure) {
        return try await world.store.acquireLease(on: "\(own)#\(number)", until: now, context.cancellation)
      } catch  where error.faults.first?.code == .busy {
        continue
      }
    }
    throw Failure(.busy, ["intent": .text(invocation.definition.id)])
  }

  /// Harmless runs go on without a journal, with a warning; nothing else does.
  private func begin(
    _ invocation: AuthorizedInvocation, _ source: RunSource, _ report: inout RunReport,
    hiding redactor: Redactor?
  ) throws(Failure) -> Int? {
    let highest = invocation.highestClass
    let isDurable = highest.isDurable || invocation.key != nil
    if isStep, rows != nil, highest == .harmless, invocation.definition.workflow == nil { return nil }
    do throws(Failure) {
      try rows?.write(world.store)
      let start = row(of: invocation, source, isDurable: isDurable, report, hiding: redactor)
      let run =
        if let key = invocation.key { try world.redeem(key, start) } else { try world.store.beginRun(start) }
      if isDurable { try world.store.markStarted(run) }
      try warnOfUnfinished(before: run, invocation.definition, isDurable: highest.isDurable, &report)
      return run
    } catch {
      guard highest == .harmless, invocation.key == nil else { throw error }
      report.warnings += error.asWarnings
      return nil
    }
  }

  /// Looks for a run before whose end is not known. For a program alone the journal tells, when it is asked: the look
  /// costs a twentieth of such a run.
  private func warnOfUnfinished(
    before run: Int, _ definition: IntentDefinition, isDurable: Bool, _ report: inout RunReport
  ) throws(Failure) {
    guard isDurable || definition.workflow != nil, !isStep, !definition.isIdempotent,
      let earlier = try world.store.unfinishedRun(of: definition.path, before: run)
    else { return }
    report.warnings.append(
      Fault(.runUnfinished, ["intent": .text(definition.id), "run": .integer(earlier)], severity: .warning))
  }

  private func row(
    of invocation: AuthorizedInvocation, _ source: RunSource, isDurable: Bool, _ report: RunReport,
    hiding redactor: Redactor?
  ) -> RunStart {
    var start = RunStart(invocation, source: source, isDurable: isDurable, at: report.startedAt)
    if let redactor {
      if !invocation.definition.isReversal {
        start.parameters = redactor.hide(Value.object(invocation.resolved.shownValues)).json()
      }
      start.summary = redactor.hide(start.summary)
    }
    return start
  }

  private func finish(
    _ report: inout RunReport, _ invocation: AuthorizedInvocation, source: RunSource,
    hiding redactor: Redactor?
  ) {
    guard report.run != nil || isStep else { return }
    do throws(Failure) {
      let end = RunEnd(report, at: world.clock.wall())
      if let run = report.run {
        if !isStep { try rows?.write(world.store) }
        try world.store.finishRun(run, end)
      } else {
        let start = row(of: invocation, source, isDurable: false, report, hiding: redactor)
        try rows?.add(start, end, world.store)
      }
    } catch {
      report.warnings += error.asWarnings
    }
  }
}

extension Failure {
  /// In which state the run left what it was about, as in `vpn.interrupted disconnected`.
  fileprivate var aftermath: String {
    guard let last = faults.last, faults.count > 1, case .text(let state)? = last["state"] else { return "" }
    return "\(last.code.id) \(state)"
  }

  /// The same, with the intent's name in what only the run knows about.
  fileprivate func naming(_ intent: String, for who: Who) -> Failure {
    Failure(
      faults.map { fault in
        guard [.timedOut, .fileChanged, .fileAppeared].contains(fault.code), fault["intent"] == nil else {
          return fault
        }
        var fault = fault
        fault.arguments.append(("intent", .text(intent)))
        if fault.code != .timedOut {
          fault.arguments.append(("command", .list(["runintent", "allow", intent] + who.options)))
        }
        return fault
      })
  }
}

extension Capability.Class {
  /// Whether a run of this class must be on the disk before it acts.
  var isDurable: Bool { self >= .vpn }
}

extension RunStart {
  init(_ invocation: AuthorizedInvocation, source: RunSource, isDurable: Bool, at time: WallTime) {
    self.init(
      intent: invocation.definition.id, path: invocation.definition.path, source: source,
      parameters: invocation.resolved.journalText, summary: invocation.resolved.summary,
      capabilities: invocation.capabilities.map(\.text), rule: invocation.rule, isDurable: isDurable,
      at: time, redeems: invocation.redeems)
  }
}

extension ResolvedInvocation {
  /// The values that may be shown, as JSON; `null` for a run that has no call of its own.
  var journalText: String {
    if definition.isReversal { return "null" }
    return values.isEmpty ? "{}" : Value.object(shownValues).json()
  }
}

extension RunEnd {
  package init(_ report: RunReport, at time: WallTime) {
    let exitCode = report.status.code
    switch report.outcome {
    case .answered(var result):
      if !result.confidential.isEmpty { result.dialog = Redactor(result.confidential).hide(result.dialog) }
      if case .failed(let fault) = result.outcome {
        self.init(state: .failed, exitCode: exitCode, code: fault.code.id, dialog: result.dialog, at: time)
      } else {
        self.init(
          state: .finished, exitCode: exitCode, dialog: result.dialog, at: time, effect: result.effect)
      }
    case .failed(let failure):
      let state: RunState =
        switch failure.status {
        case .deadline: .timedOut
        case .signal: .killed
        default: .failed
        }
      self.init(
        state: state, exitCode: exitCode, code: failure.faults.first?.code.id,
        dialog: failure.aftermath, at: time)
    }
  }
}
