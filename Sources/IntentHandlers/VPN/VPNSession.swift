internal import IntentCore
internal import IntentPipeline

/// What the session rules say of one profile, and what is remembered of its windows.
struct VPNSession {
  let profile: VPNProfile
  let world: World
  /// What the definition asks for besides, which can only tighten.
  var requested = RequestedSession()

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
    return requested.tightening(limits)
  }

  /// Before connecting: refuses during the pause, and stores when the tunnel must go down, so that a sudden end of
  /// ours cannot lose that. Answers what `opened` needs, `nil` where no rule holds.
  func admit(_ text: Localizer) async throws(Failure) -> Admission? {
    guard let limits = try limits() else {
      try forget()
      return nil
    }
    let last = try world.store.window(of: key)
    let window = last?.phase(world.clock) == .over ? nil : last?.tightened(by: limits)
    if let window, case .pause(let left) = window.phase(world.clock) { throw paused(left, text) }
    try world.store.setDeadline(
      window?.deadline ?? Deadline(resource: resource, action: "down", after: limits.duration, world.clock))
    do throws(Failure) {
      try await world.requireGuard(of: profile.title)
    } catch {
      if window == nil { try world.store.clearDeadline(of: resource) }
      throw error
    }
    return Admission(limits: limits, window: window)
  }

  struct Admission {
    var limits: SessionLimits
    /// The window that the connection belongs to; `nil` where it opens a new one.
    var window: SessionWindow?
  }

  /// After the tunnel came up: opens the window, or goes on with the one there is.
  func opened(_ admitted: Admission) throws(Failure) -> SessionWindow {
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
  func report(_ status: VPNStatus) throws(Failure) -> SessionReport? {
    guard world.store.hasWindows(), let window = try world.store.window(of: key) else { return nil }
    let isRuled = try world.configuration().vpn.sessions.contains { $0.covers(key) }
    // Whoever is exempt has no session; one that a definition alone asked for is told until it is over.
    guard try isRuled ? limits() != nil : requested.isGiven || window.phase(world.clock) != .over else {
      return nil
    }
    return SessionReport(window: window, status: status, clock: world.clock)
  }

  /// Takes back a deadline of a tunnel that is not up, or that no rule covers any more.
  func forget() throws(Failure) {
    if try world.store.deadlines().contains(where: { $0.resource == resource }) {
      try world.store.clearDeadline(of: resource)
    }
  }

  func paused(_ left: Duration, _ text: Localizer) -> Failure {
    let seconds = left.wholeSecondsUp
    return Failure(
      .vpnPaused,
      [
        "name": .text(text(profile.title)), "left": .text(Duration.seconds(seconds).unitsText(text)),
        "time": .text(world.clock.shortText(world.clock.wall() + left)), "retryAfter": .integer(seconds),
      ])
  }
}

/// The session that a definition asks for in `with.session`; it only tightens what the rules say.
struct RequestedSession {
  var duration: Duration?
  var pause: Duration?

  var isGiven: Bool { duration != nil || pause != nil }

  /// A pause alone makes no session.
  func tightening(_ limits: SessionLimits?) -> SessionLimits? {
    guard let limits else { return duration.map { SessionLimits(duration: $0, pause: pause ?? .zero) } }
    return limits.tightened(
      by: SessionLimits(duration: duration ?? limits.duration, pause: pause ?? limits.pause))
  }
}

extension RequestedSession {
  /// Reads `{"duration": "PT5M", "pause": "PT1H"}`, either of which may be left out.
  init(_ call: HandlerCall) throws(Failure) {
    for (key, text) in try call.table("session") {
      guard let length = Duration(text: text), length > .zero || key == "pause" && length == .zero else {
        throw .unfit("with.session.\(key)", text, expected: "a duration such as 30s or PT30S")
      }
      switch key {
      case "duration": duration = length
      case "pause": pause = length
      default:
        throw Failure(
          .valueEnum, ["name": "with.session", "value": .text(key), "allowed": .list(["duration", "pause"])])
      }
    }
  }
}
