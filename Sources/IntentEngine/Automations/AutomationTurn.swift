package import IntentCore
internal import IntentLoading
package import IntentPipeline
package import Schedules

/// One turn of an automation: which moment is due, whose it is, and the run of its intent.
package struct AutomationTurn {
  /// What became of a turn.
  package enum Outcome {
    case disabled, nothingDue
    /// Another turn took the moment on.
    case taken
    /// The automation's condition did not hold.
    case unmet
    case ran(Occurrence, RunReport)
  }

  /// A moment that nobody took on within this time is missed, unless the automation catches up.
  private static let grace = Duration.seconds(300)

  package let automation: Automation
  private let terms: RunTerms
  private let engine: Engine
  private let door: any FrontDoor

  package init(_ automation: Automation, on terms: RunTerms, _ engine: Engine, through door: any FrontDoor) {
    (self.automation, self.terms, self.engine, self.door) = (automation, terms, engine, door)
  }

  private var store: any StateStore { engine.world.store }
  private var clock: World.Clock { engine.world.clock }

  /// Takes on the moment that is due, if any, and runs what it is for, once.
  package func take() async throws(Failure) -> Outcome {
    guard automation.isEnabled else { return .disabled }
    guard let due = try due() else { return .nothingDue }
    // The automation's own delay.
    let rest = (due.at + automation.delay(at: due.at)) - clock.wall()
    if rest > .zero { try await clock.wait(clock.monotonic() + rest, engine.interruption) }
    guard try claim(due) else { return .taken }
    var report: RunReport
    do throws(Failure) {
      guard try isWanted() else {
        try store.finishInstant(
          InstantRecord(automation: automation.path, at: due.at, startedAt: clock.wall(), state: .unmet))
        return .unmet
      }
      report = await runAlone()
    } catch {
      report = failed(error)
    }
    try finish(due, report)
    return .ran(due, report)
  }

  private func failed(_ failure: Failure) -> RunReport {
    RunReport(intent: automation.call.intent, outcome: .failed(failure), startedAt: clock.wall())
  }

  /// The moment that is due now and that nobody took on, `nil` when there is none.
  private func due() throws(Failure) -> Occurrence? {
    let now = clock.wall()
    let zone = engine.library.rules(of: automation.schedule)
    guard let latest = automation.schedule.latest(upTo: now, in: zone) else { return nil }
    if now - latest.at <= Self.grace { return latest }
    guard automation.catchUp == .once else { return nil }
    let last = try store.instants(of: automation.path, limit: 1).first
    // What was due before the automation was installed is nobody's.
    var since = last?.at
    if since == nil { since = try store.standing(of: automation.path, for: .unattended).trust?.recordedAt }
    guard let since else { return nil }
    if since < latest.at { return latest }
    guard last?.state == .unknown, try mayRepeat() else { return nil }
    return latest
  }

  /// Whether the intent may be run again when its end is not known.
  private func mayRepeat() throws(Failure) -> Bool {
    let file = try engine.library.find(automation.call.intent)
    return try engine.library.read(file, id: automation.call.intent).definition.isIdempotent
  }

  private func claim(_ due: Occurrence) throws(Failure) -> Bool {
    if try store.claimInstant(due.at, of: automation.path, now: clock.wall()) { return true }
    guard try mayRepeat() else { return false }
    return try store.reclaimInstant(due.at, of: automation.path, now: clock.wall())
  }

  /// Whether the automation's condition holds now.
  private func isWanted() throws(Failure) -> Bool {
    guard let condition = automation.condition else { return true }
    let failures = try store.instants(of: automation.path, limit: 1000).failuresInARow
    let zone = engine.library.rules(of: automation.schedule)
    return try condition.holds(over: Automation.data(at: clock.wall(), in: zone, failures: failures))
  }

  /// Runs the intent as the automation wants it where another run of it is going on.
  private func runAlone() async -> RunReport {
    let until: MonotonicTime
    switch automation.concurrency {
    case .parallel: return await report(of: automation.call)
    case .single: until = clock.monotonic()
    case .queue, .restart: until = clock.monotonic() + .seconds(86_400)
    }
    let lease: any Lease
    do throws(Failure) {
      lease = try await store.acquireLease(
        on: "automation:\(automation.path)", until: until,
        endingHolder: automation.concurrency == .restart, engine.interruption)
    } catch {
      let isBusy = error.faults.first?.code == .busy
      return failed(isBusy ? Failure(.busy, ["name": .text(automation.id)]) : error)
    }
    defer { lease.release() }
    return await report(of: automation.call)
  }

  private func finish(_ due: Occurrence, _ report: RunReport) throws(Failure) {
    var record = InstantRecord(
      automation: automation.path, at: due.at, startedAt: report.startedAt, exitCode: report.status.code,
      run: report.run)
    record.state =
      switch report.status {
      case .done: .done
      case .tryLater: .skipped
      default: .failed
      }
    switch report.outcome {
    case .answered(let result):
      if case .failed(let fault) = result.outcome { record.code = fault.code.id }
    case .failed(let failure): record.code = failure.faults.first?.code.id
    }
    try store.finishInstant(record)
  }

  /// Runs an intent through the gate; nobody is asked, and what it touches needs the automation's own bytes to be
  /// those that were allowed.
  package func report(of called: Automation.Call) async -> RunReport {
    let startedAt = clock.wall()
    do throws(Failure) {
      var library = engine.library
      let file = try library.find(called.intent)
      let loaded = library.localisedForRun(try library.load(file, id: called.intent))
      var run = IntentRun(engine, terms, through: door)
      if terms.source != .terminal {
        run.permit = { [automation, store] capabilities throws(Failure) in
          let isHarmless = capabilities.allSatisfy { $0.permissionClass == .harmless }
          if !isHarmless { try automation.requireBytes(store) }
        }
      }
      return await run.run(loaded, file, called.parameters.supplied())
    } catch {
      return RunReport(intent: called.intent, outcome: .failed(error), startedAt: startedAt)
    }
  }
}

extension Automation {
  /// Fails unless the bytes of the file are those that were allowed when it was installed.
  func requireBytes(_ store: any StateStore) throws(Failure) {
    let trust = try store.standing(of: path, for: .unattended).trust
    if trust?.source == source { return }
    throw Failure(
      trust == nil ? .permissionDenied : .definitionChanged,
      [
        "intent": .text(id), "path": .text(path), "source": "timer",
        "command": .list(["runintent", "automation", "install", id]),
      ])
  }
}
