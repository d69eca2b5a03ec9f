internal import IntentCore
internal import Synchronization

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
