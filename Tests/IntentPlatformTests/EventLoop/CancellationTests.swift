import Glibc
import IntentCore
import IntentPlatform
import Synchronization
import Testing

@Suite struct CancellationTests {
  private final class Seen: Sendable {
    let reasons = Mutex<[CancellationReason]>([])
    func add(_ reason: CancellationReason) { reasons.withLock { $0.append(reason) } }
    var all: [CancellationReason] { reasons.withLock { $0 } }
  }

  @Test func `tells each action once, and only the first reason`() {
    let source = CancellationSource()
    let seen = Seen()
    _ = source.onCancel(seen.add)
    _ = source.onCancel(seen.add)
    #expect(source.reason == nil)
    source.cancel(.signal(SIGINT))
    source.cancel(.deadline(.seconds(1)))
    #expect(source.reason == .signal(SIGINT))
    #expect(seen.all == [.signal(SIGINT), .signal(SIGINT)])
  }

  @Test func `tells at once what was cancelled before`() {
    let source = CancellationSource()
    source.cancel(.signal(SIGTERM))
    let seen = Seen()
    _ = source.onCancel(seen.add)
    #expect(seen.all == [.signal(SIGTERM)])
  }

  @Test(arguments: [0, 1, 2]) func `does not tell an action that was withdrawn`(withdrawn: Int) {
    let source = CancellationSource()
    let seen = [Seen(), Seen(), Seen()]
    let tickets = seen.map { source.onCancel($0.add) }
    source.forget(tickets[withdrawn])
    source.cancel(.signal(SIGHUP))
    for (index, seen) in seen.enumerated() { #expect(seen.all.isEmpty == (index == withdrawn)) }
  }

  @Test func `goes down to children and not up`() {
    let parent = CancellationSource()
    let child = CancellationSource(parent: parent)
    let grandchild = CancellationSource(parent: child)
    child.cancel(.deadline(.seconds(2)))
    #expect(grandchild.reason == .deadline(.seconds(2)))
    #expect(parent.reason == nil)
    parent.cancel(.signal(SIGINT))
    #expect(child.reason == .deadline(.seconds(2)))
    #expect(CancellationSource(parent: parent).reason == .signal(SIGINT))
  }

  @Test func `a limit ends the wait with its own reason`() {
    let began = EventLoop.now()
    #expect(throws: Failure(.timedOut, ["seconds": "0"])) {
      try EventLoop.run { loop async throws(Failure) in
        try await loop.withLimit(.milliseconds(20), under: CancellationSource()) { limit throws(Failure) in
          try await loop.wait(until: began + .seconds(60), limit)
        }
      }
    }
    let passed = EventLoop.now() - began
    #expect(passed >= .milliseconds(20) && passed < .seconds(10))
  }

  @Test func `a limit that is kept leaves nothing behind`() throws {
    let reason = try EventLoop.run { loop async throws(Failure) -> CancellationReason? in
      let source = try await loop.withLimit(.milliseconds(5), under: nil) { limit throws(Failure) in limit }
      try await loop.wait(until: EventLoop.now() + .milliseconds(10), CancellationSource())
      return source.reason
    }
    #expect(reason == nil)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `a signal ends the wait`(signal: Int32) {
    #expect(throws: CancellationReason.signal(signal).failure) {
      try EventLoop.run { loop async throws(Failure) in
        let source = CancellationSource()
        loop.cancelOnSignals(source)
        async let _: Void = {
          try? await loop.wait(until: EventLoop.now() + .milliseconds(5), CancellationSource())
          pthread_kill(pthread_self(), signal)
        }()
        try await loop.wait(until: EventLoop.now() + .seconds(60), source)
      }
    }
  }

  @Test func `signals have their usual effect before the first wait and after the loop`() throws {
    @Sendable func isBlocked() -> Bool {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return sigismember(&mask, SIGTERM) == 1
    }
    var (term, before) = (sigset_t(), sigset_t())
    sigaddset(&term, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &term, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let blocked = try EventLoop.run { loop async throws(Failure) -> [Bool] in
      loop.cancelOnSignals(CancellationSource())
      let before = isBlocked()
      try await loop.wait(until: EventLoop.now() + .milliseconds(1), CancellationSource())
      return [before, isBlocked()]
    }
    #expect(blocked == [false, true])
    #expect(!isBlocked())
  }
}
