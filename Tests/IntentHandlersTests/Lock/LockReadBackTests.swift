import IntentCore
import Testing

@testable import IntentHandlers

@Suite struct LockReadBackTests {
  private static func time(_ milliseconds: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  /// States as they are told, with milliseconds; `nil` is a lock that says nothing.
  private func verdict(
    _ action: Capability.LockAction = .unlock, found: Door.State = .locked, told: [(Int, Door.State)]
  ) -> FaultCode? {
    var back = LockReadBack(action, found: found, settle: .milliseconds(500))
    for (moment, state) in told {
      if back.isSure(at: Self.time(moment)) { return nil }
      if let code = back.take(state, at: Self.time(moment)) { return code }
    }
    return back.isSure(at: Self.time(10_000)) ? nil : back.verdict
  }

  @Test func `moved, and stays`() {
    #expect(verdict(told: [(300, .unlocked)]) == nil)
    #expect(verdict(told: [(10, .locked), (300, .unlocked), (400, .unlocked)]) == nil)
    #expect(verdict(told: [(300, .unlocked), (801, .locked)]) == nil)
    #expect(verdict(.lock, found: .unlocked, told: [(300, .locked)]) == nil)
  }

  @Test func `a latch that was pulled may be back at once`() {
    #expect(verdict(.open, found: .locked, told: [(300, .unlocked)]) == nil)
    #expect(verdict(.open, found: .locked, told: [(300, .open), (400, .unlocked)]) == nil)
    #expect(verdict(.unlock, found: .locked, told: [(300, .open)]) == .lockUnmoved)
  }

  @Test func `went back`() {
    #expect(verdict(told: [(300, .unlocked), (600, .locked)]) == .lockBounced)
    #expect(verdict(told: [(300, .unlocked), (600, .jammed)]) == .lockJammed)
  }

  @Test func `jammed`() {
    #expect(verdict(told: [(300, .jammed)]) == .lockJammed)
    #expect(verdict(found: .jammed, told: [(10, .jammed), (300, .unlocked)]) == nil)
    #expect(verdict(found: .jammed, told: [(10, .jammed)]) == .lockJammed)
  }

  @Test func `said nothing, nothing new, or nothing that is known`() {
    #expect(verdict(told: []) == .lockSilent)
    #expect(verdict(told: [(10, .locked)]) == .lockUnmoved)
    #expect(verdict(told: [(10, .unknown)]) == .lockUnknown)
  }

  @Test func `was cut off`() {
    var back = LockReadBack(.unlock, found: .locked, settle: .zero)
    back.wasCut = true
    #expect(back.verdict == .lockUnconfirmed)
  }

  @Test func `a bolt on its way is not there yet`() {
    var back = LockReadBack(.unlock, found: .locked, settle: .zero)
    #expect(back.take(.unlocked, isMoving: true, at: Self.time(1)) == nil)
    #expect(!back.isSure(at: Self.time(2)))
  }
}
