/// Something that must happen at a date, such as locking a door again.
package struct Deadline: Sendable, Equatable {
  /// The resource, such as `lock:demo:front`.
  package var resource: String
  /// What is to be done, such as `lock`.
  package var action: String
  package var due: WallTime
  /// When so much time of this boot has passed that it is due whatever the wall clock shows; `nil` where the
  /// date alone counts.
  package var latest: BootTime?

  package init(resource: String, action: String, due: WallTime, latest: BootTime? = nil) {
    (self.resource, self.action, self.due, self.latest) = (resource, action, due, latest)
  }

  /// Due after so much time, which setting the clock back does not lengthen.
  package init(resource: String, action: String, after duration: Duration, _ clock: Clocks) {
    self.init(resource: resource, action: action, due: clock.wall() + duration, latest: clock.boot + duration)
  }

  package func isDue(_ clock: Clocks) -> Bool {
    if due <= clock.wall() { return true }
    guard let latest, let over = clock.boot.since(latest) else { return false }
    return over >= .zero
  }
}

/// A session of one VPN profile and the pause after it.
package struct SessionWindow: Sendable, Equatable {
  /// Why the tunnel of a session went down.
  package enum Stop: String, Sendable {
    /// The session's time was over.
    case limit
    case user
    /// Neither we nor our user's word ended it.
    case outside
  }

  package enum Phase: Sendable, Equatable {
    case session(left: Duration)
    case pause(left: Duration)
    case over
  }

  /// The profile as `PROVIDER:ID`.
  package var profile: String
  package var opened: WallTime
  package var ends: WallTime
  package var pauseEnds: WallTime
  /// When it opened by the clock that nobody sets.
  package var openedInBoot: BootTime
  /// Why the tunnel is down; `nil` while it is up, or where it went down unnoticed.
  package var stop: Stop?
  package var stoppedAt: WallTime?
  /// Whether the guard turned the profile's autoconnect off, which the next connect turns on again.
  package var clearedAutoconnect: Bool

  package init(
    profile: String, opened: WallTime, ends: WallTime, pauseEnds: WallTime, openedInBoot: BootTime,
    stop: Stop? = nil, stoppedAt: WallTime? = nil, clearedAutoconnect: Bool = false
  ) {
    (self.profile, self.opened, self.ends) = (profile, opened, ends)
    (self.pauseEnds, self.openedInBoot, self.stop) = (pauseEnds, openedInBoot, stop)
    (self.stoppedAt, self.clearedAutoconnect) = (stoppedAt, clearedAutoconnect)
  }

  /// A window that opens now.
  package init(profile: String, _ limits: SessionLimits, _ clock: Clocks) {
    let opened = clock.wall()
    self.init(
      profile: profile, opened: opened, ends: opened + limits.duration,
      pauseEnds: opened + limits.duration + limits.pause, openedInBoot: clock.boot)
  }

  /// The resource under which the tunnel is acted on and its deadline is kept, as in `vpn:demo:work`.
  package var resource: String { "vpn:\(profile)" }

  /// What ends the session.
  package var deadline: Deadline {
    Deadline(resource: resource, action: "down", due: ends, latest: openedInBoot + (ends - opened))
  }

  /// Where it is by the clock that got further: one that is set back lengthens nothing, one that is set
  /// forward ends it.
  package func phase(_ clock: Clocks) -> Phase {
    let byDate = clock.wall() - opened
    let passed = max(byDate, clock.boot.since(openedInBoot) ?? byDate, .zero)
    let (session, whole) = (ends - opened, pauseEnds - opened)
    if passed < session { return .session(left: session - passed) }
    return passed < whole ? .pause(left: whole - passed) : .over
  }

  /// The same window under stricter limits; lengths never grow but for the pause.
  package func tightened(by limits: SessionLimits) -> SessionWindow {
    let own = SessionLimits(duration: ends - opened, pause: pauseEnds - ends)
    let both = own.tightened(by: limits)
    var window = self
    window.ends = opened + both.duration
    window.pauseEnds = window.ends + both.pause
    return window
  }

  /// The same window after the tunnel went down.
  package func stopped(_ reason: Stop, at time: WallTime) -> SessionWindow {
    var window = self
    window.stop = reason
    window.stoppedAt = time
    return window
  }
}
