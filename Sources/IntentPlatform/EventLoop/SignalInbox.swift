internal import CPlatform
internal import Glibc

/// The signals that the loop takes from one descriptor (signalfd(2)) instead of being interrupted.
///
/// Nothing is blocked before the loop first waits; a program that only answers keeps the usual effect
/// of every signal.
final class SignalInbox {
  enum Event: Equatable {
    /// SIGINT, SIGTERM, SIGHUP or SIGQUIT.
    case termination(Int32)
    /// Somebody wrote to the pipe with this reading end.
    case write(Int32)
    /// Writes went by unannounced: SIGIO comes when too many signals wait (F_SETSIG in fcntl(2)).
    case missedWrites
    /// Some child has ended.
    case child
  }

  final class Listener: Linked {
    fileprivate let action: (Event) -> Void
    var next: Listener?

    fileprivate init(_ action: @escaping (Event) -> Void, _ next: Listener?) {
      (self.action, self.next) = (action, next)
    }
  }

  private(set) var descriptor: Int32 = -1
  private let writeSignal = cplatform_write_signal()
  private var wanted: UInt64 = 0
  private var received: UInt64 = 0
  private var maskBefore: UInt64 = 0
  private var listeners: Listener?

  func wantTerminations() { want(SIGINT, SIGTERM, SIGHUP, SIGQUIT) }
  func wantWrites() { want(writeSignal, SIGIO) }
  func wantChildren() { want(SIGCHLD) }

  private func want(_ signals: Int32...) { for signal in signals { wanted |= 1 << UInt64(signal - 1) } }

  /// Calls the action for whatever comes, until `forget`.
  @discardableResult
  func listen(_ action: @escaping (Event) -> Void) -> Listener {
    let listener = Listener(action, listeners)
    listeners = listener
    return listener
  }

  /// Forgets a listener where there is one.
  func forget(_ listener: inout Listener?) {
    if let listener { listeners.remove(listener) }
    listener = nil
  }

  /// Starts to receive what is wanted; answers whether the descriptor is new.
  func open() -> Bool {
    guard wanted & ~received != 0 else { return false }
    received |= cplatform_not_ignored(wanted & ~received)
    wanted = received
    guard received != 0 else { return false }
    let isNew = descriptor < 0
    var before: UInt64 = 0
    let opened = cplatform_receive_signals(descriptor, received, &before)
    guard opened >= 0 else { return false }
    if isNew { maskBefore = before }
    descriptor = opened
    return isNew
  }

  /// Hands out what has come.
  func deliver() {
    guard descriptor >= 0 else { return }
    let capacity = 16
    withUnsafeTemporaryAllocation(of: cplatform_signal.self, capacity: capacity) { taken in
      var count: Int
      repeat {
        count = Int(cplatform_take_signals(descriptor, taken.baseAddress, Int32(capacity)))
        for index in 0..<count {
          let event = event(taken[index])
          listeners.visit { $0.action(event) }
        }
      } while count == capacity
    }
  }

  private func event(_ signal: cplatform_signal) -> Event {
    switch signal.number {
    case writeSignal: .write(signal.descriptor)
    case SIGIO: .missedWrites
    case SIGCHLD: .child
    default: .termination(signal.number)
    }
  }

  /// Drops what has come and gives the signals their usual effect again.
  func close() {
    guard descriptor >= 0 else { return }
    listeners = nil
    deliver()
    cplatform_restore_signals(maskBefore)
    Glibc.close(descriptor)
    descriptor = -1
  }
}
