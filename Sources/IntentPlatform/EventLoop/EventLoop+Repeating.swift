internal import IntentCore

extension EventLoop {
  /// Calls the action after a time, and again after each time that it answers, until what this answers is called.
  package func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Duration?
  ) -> @Sendable () -> Void {
    let repetition = Repetition(loop: self, action: action)
    repetition.schedule(delay)
    return { repetition.stop() }
  }
}

/// Something that is done again and again on the thread of the loop.
private final class Repetition: @unchecked Sendable {
  private let loop: EventLoop
  private let action: @Sendable () -> Duration?
  private var timer: LoopTimer?

  init(loop: EventLoop, action: @escaping @Sendable () -> Duration?) {
    self.loop = loop
    self.action = action
  }

  func schedule(_ delay: Duration) {
    timer = loop.schedule(at: EventLoop.now() + delay) { [self] in
      timer = nil
      if let next = action() { schedule(next) }
    }
  }

  func stop() {
    if let timer { loop.forget(timer) }
    timer = nil
  }
}
