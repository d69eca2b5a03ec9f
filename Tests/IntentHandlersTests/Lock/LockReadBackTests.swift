import IntentCore
import Testing

@testable import IntentHandlers

@Suite struct LockReadBackTests {
  private static func time(_ milliseconds: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  /// States as they are told, with milliseconds; `nil` is a bolt that moved and stays.
  private func verdict(
    _ action: Capability.LockAction = .unlock, found: Door.State = .locked,
    certainty: LockReading.Certainty = .answered, told: [(Int, Door.State)]
  ) -> FaultCode? {
    var back = LockReadBack(
      action, found: LockReading(state: found, certainty: certainty), settle: .milliseconds(500))
    for (moment, state) in told {
      if back.isSure(at: Self.time(moment)) { return nil }
      if back.isLost(at: Self.time(moment)) { return back.verdict }
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
    #expect(verdict(told: [(300, .unlocked), (600, .locked), (1700, .unlocked)]) == .lockBounced)
    #expect(verdict(told: [(300, .unlocked), (600, .jammed)]) == .lockJammed)
  }

  @Test func `what was kept comes after what is new`() {
    #expect(verdict(told: [(300, .unlocked), (320, .locked), (700, .unlocked)]) == nil)
    #expect(verdict(found: .jammed, told: [(300, .unlocked), (320, .jammed), (700, .unlocked)]) == nil)
    #expect(
      verdict(told: [(300, .unlocked), (320, .locked), (700, .unlocked), (900, .locked)]) == .lockBounced)
  }

  @Test(arguments: [Door.State.moving, .unknown, .unavailable])
  func `is there and then is not known`(state: Door.State) {
    #expect(verdict(told: [(300, .unlocked), (400, state)]) == .lockUnknown)
    #expect(verdict(told: [(300, .unlocked), (400, state), (2000, .unlocked)]) == nil)
    #expect(verdict(told: [(300, .unlocked), (400, state), (2000, .locked)]) == .lockBounced)
  }

  @Test func `jammed`() {
    #expect(verdict(told: [(300, .jammed)]) == .lockJammed)
    #expect(verdict(found: .jammed, told: [(10, .jammed), (300, .unlocked)]) == nil)
    #expect(verdict(found: .jammed, told: [(10, .jammed)]) == .lockJammed)
    #expect(
      verdict(found: .jammed, told: [(10, .moving), (2000, .jammed), (3000, .unlocked)]) == .lockJammed)
  }

  @Test func `said nothing, nothing new, or nothing that is known`() {
    #expect(verdict(told: []) == .lockSilent)
    #expect(verdict(found: .jammed, certainty: .lastHeard, told: []) == .lockSilent)
    #expect(verdict(told: [(10, .locked)]) == .lockUnmoved)
    #expect(verdict(told: [(10, .unknown)]) == .lockUnknown)
    #expect(verdict(told: [(10, .moving)]) == .lockUnknown)
  }

  @Test func `was cut off`() {
    var back = LockReadBack(.unlock, found: LockReading(state: .locked), settle: .zero)
    back.wasCut = true
    #expect(back.verdict == .lockUnconfirmed)
  }

  @Test func `a bolt on its way is not there yet`() {
    var back = LockReadBack(.unlock, found: LockReading(state: .locked), settle: .zero)
    #expect(back.take(.moving, at: Self.time(1)) == nil)
    #expect(!back.isSure(at: Self.time(2)))
  }
}
