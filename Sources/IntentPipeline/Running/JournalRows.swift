package import IntentCore
internal import Synchronization

extension StateStore {
  /// Writes the journal row of a run that was refused; a journal that cannot be written changes nothing.
  package func recordDenial(
    of intent: String, path: String, source: RunSource, failure: Failure, at time: WallTime,
    summary: String = ""
  ) {
    let missing: [String] = failure.faults.flatMap { fault -> [String] in
      if case .capabilities(let capabilities)? = fault["missing"] { capabilities.map(\.text) } else { [] }
    }
    let code = failure.faults.first?.code.id
    var rule = code ?? ""
    if case .text(let named)? = failure.faults.first?["rule"], !named.isEmpty { rule = named }
    let start = RunStart(
      intent: intent, path: path, source: source, summary: summary, capabilities: missing, rule: rule,
      at: time)
    let end = RunEnd(state: .denied, exitCode: failure.status.code, code: code, at: time)
    try? recordDenial(start, end: end)
  }
}

extension World {
  /// Begins a run by redeeming a key. The secret is hashed here, outside of any transaction, and as long where there
  /// is no such key.
  func redeem(_ use: KeyUse, _ start: RunStart) throws(Failure) -> Int {
    let known = try store.keyHash(use, clock)
    let hash = try keyMaterial().hash(use.key.secret, known ?? KeyMaterial.decoy)
    return try store.redeemKey(use, hash: hash, start, clock)
  }
}

/// The rows of steps that touched nothing, which are written together: with the next step that does touch
/// something, before it acts, and at the end of the workflow.
///
/// A sudden end loses them; the workflow's own row then tells that it is not known what it did.
package final class WaitingRows: Sendable {
  private static let limit = 500

  private let rows = Mutex<[FinishedRun]>([])

  package init() {}

  func add(_ start: RunStart, _ end: RunEnd, _ store: any StateStore) throws(Failure) {
    let count = rows.withLock { rows in
      rows.append(FinishedRun(start: start, end: end))
      return rows.count
    }
    if count >= Self.limit { try write(store) }
  }

  func write(_ store: any StateStore) throws(Failure) {
    let waiting = rows.withLock { rows in
      defer { rows = [] }
      return rows
    }
    if !waiting.isEmpty { try store.record(waiting) }
  }
}
