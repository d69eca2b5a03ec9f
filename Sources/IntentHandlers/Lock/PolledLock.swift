internal import IntentCore

/// Reads a lock's state again and again after the command, for providers that only answer.
struct PolledLock {
  private static let firstPause = Duration.milliseconds(50)
  private static let longestPause = Duration.milliseconds(500)

  /// What one reading told.
  struct Reading {
    var state: Door.State
    var isMoving = false
    /// What changes with each report of the lock; empty where the provider does not say.
    var stamp = ""
  }

  let door: Door
  let action: Capability.LockAction
  let found: Reading
  let settings: ConfiguredDoor
  let access: LockAccess
  /// When the command was sent.
  let began: MonotonicTime

  /// - Parameters:
  ///   - first: What was read together with the command, `nil` when that was cut off.
  ///   - read: Reads once more; `nil` when the provider did not answer.
  func outcome(
    first: Reading?, _ read: () async throws(Failure) -> Reading?
  ) async -> LockMove {
    var back = LockReadBack(action, found: found.state, settle: settings.settle)
    let patience = settings.patience(access, from: began)
    let end = began + patience
    var pause = Self.firstPause
    var reading = first
    do throws(Failure) {
      while true {
        let now = access.now
        if let reading {
          let isNews = reading.stamp.utf8.isEmpty || !reading.stamp.utf8.elementsEqual(found.stamp.utf8)
          if let code = back.take(reading.state, isMoving: reading.isMoving, isNews: isNews, at: now) {
            return LockMove(found.state, reading.state, fault: door.fault(code))
          }
          back.wasCut = false
        } else {
          back.wasCut = true
        }
        if !back.wasCut, back.isSure(at: now) { return LockMove(found.state, back.last) }
        guard now < end || back.surety != nil && !back.wasCut && now < end + settings.settle else {
          let code = back.verdict
          return LockMove(
            found.state, back.wasCut ? .unknown : back.last, fault: door.fault(code, after: patience))
        }
        var next = now + pause
        if let surety = back.surety { next = surety }
        try await access.world.clock.wait(next, access.cancellation)
        pause = min(pause * 2, Self.longestPause)
        reading = try await read()
      }
    } catch {
      return LockMove(found.state, .unknown, interruption: error)
    }
  }
}

extension ConfiguredDoor {
  /// How long the bolt is waited for: as configured, and a little less than the run may take.
  func patience(_ access: LockAccess, from began: MonotonicTime) -> Duration {
    let left = access.deadline - began - settle - .milliseconds(500)
    return max(.milliseconds(500), min(timeout, left))
  }

  var door: Door { Door(provider: provider, id: name, title: title) }
}
