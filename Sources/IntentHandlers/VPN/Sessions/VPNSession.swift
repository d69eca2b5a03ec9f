internal import IntentCore
internal import IntentPipeline

/// What the session rules say of one profile, and what is remembered of its windows.
struct VPNSession {
  let profile: VPNProfile
  let world: World
  /// What the definition asks for besides, which can only tighten.
  var own = OwnSession()

  /// The key of its window, as in `demo:work`.
  private var key: String { profile.name }
  var resource: String { "vpn:\(key)" }

  /// The limits that hold for the caller now, `nil` where none does; whoever is not surely exempt is not.
  func limits() throws(Failure) -> SessionLimits? {
    var limits: SessionLimits?
    for rule in try world.configuration().vpn.sessions where rule.covers(key) {
      if let group = rule.exempt, world.machine.isMember(group) { continue }
      limits = limits?.tightened(by: rule.limits) ?? rule.limits
    }
    return own.tightening(limits)
  }

  /// The window that counts now: in its session or in its pause.
  private func current() throws(Failure) -> SessionWindow? {
    guard let window = try world.store.window(of: key) else { return nil }
    return window.phase(world.clock) == .over ? nil : window
  }

  /// Before connecting: refuses during the pause, and promises that the tunnel goes down in time, so that a
  /// sudden end of ours cannot lose that. Answers what `opened` needs, `nil` where no rule holds.
  func admit(_ text: Localizer) async throws(Failure) -> Admitted? {
    guard let limits = try limits() else {
      try forget()
      return nil
    }
    let window = try current()?.tightened(by: limits)
    if let window, case .pause(let left) = window.phase(world.clock) { throw paused(left, text) }
    try world.store.setDeadline(
      window?.deadline
        ?? Deadline(resource: resource, action: "down", after: limits.duration, world.clock))
    await world.wakeGuard()
    return Admitted(limits: limits, window: window)
  }

  struct Admitted {
    var limits: SessionLimits
    /// The window that the connection belongs to; `nil` where it opens a new one.
    var window: SessionWindow?
  }

  /// After the tunnel came up: opens the window, or goes on with the one there is.
  func opened(_ admitted: Admitted) throws(Failure) -> SessionWindow {
    var window = admitted.window ?? SessionWindow(profile: key, admitted.limits, world.clock)
    window.stop = nil
    window.stoppedAt = nil
    window.clearedAutoconnect = try world.store.window(of: key)?.clearedAutoconnect ?? false
    try world.store.keep(window, window.deadline)
    return window
  }

  /// A tunnel that is up already: opens a window where none counts; refuses during the pause.
  func adopt(_ text: Localizer) async throws(Failure) {
    if let admitted = try await admit(text) { _ = try opened(admitted) }
  }

  /// After a connect that failed: nothing is left to end, and no window is open.
  func failed() throws(Failure) { try forget() }

  /// After autoconnect has been turned on again.
  func restored(_ window: SessionWindow) throws(Failure) -> SessionWindow {
    var window = window
    window.clearedAutoconnect = false
    try world.store.keep(window, window.deadline)
    return window
  }

  /// After the tunnel went down by somebody's word, or was found down.
  func stopped(_ reason: SessionWindow.Stop) throws(Failure) {
    guard world.store.hasWindows(), let window = try world.store.window(of: key), window.stop == nil,
      window.phase(world.clock) != .over
    else { return try forget() }
    try world.store.keep(window.stopped(reason, at: world.clock.wall()), nil)
  }

  /// What the status shows, `nil` where there is nothing to say.
  func face(_ status: VPNStatus) throws(Failure) -> SessionFace? {
    guard world.store.hasWindows(), let window = try world.store.window(of: key) else { return nil }
    let isRuled = try world.configuration().vpn.sessions.contains { $0.covers(key) }
    // Whoever is exempt has no session; one that a definition alone asked for is told until it is over.
    guard try isRuled ? limits() != nil : own.isGiven || window.phase(world.clock) != .over else {
      return nil
    }
    return SessionFace(window: window, status: status, clock: world.clock)
  }

  /// Takes back a deadline that an earlier rule has left.
  private func forget() throws(Failure) {
    if try world.store.deadlines().contains(where: { $0.resource == resource }) {
      try world.store.clearDeadline(of: resource)
    }
  }

  func paused(_ left: Duration, _ text: Localizer) -> Failure {
    let seconds = (left.wholeMilliseconds + 999) / 1000
    return Failure(
      .vpnPaused,
      [
        "name": .text(text(profile.title)), "left": .text(Duration.seconds(seconds).unitsText(text)),
        "time": .text(world.clock.shortText(world.clock.wall() + left)), "retryAfter": .integer(seconds),
      ])
  }
}
