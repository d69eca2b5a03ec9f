internal import IntentCore

/// What an answer says of a session: the time left, or why the last one stopped.
struct SessionReport {
  let window: SessionWindow
  let status: VPNStatus
  let clock: World.Clock

  private var isConnected: Bool { status.state != .disconnected }
  /// A tunnel that is down although nobody was seen to end it.
  private var stop: SessionWindow.Stop? { window.stop ?? (isConnected ? nil : .outside) }

  /// `{state, endsAt, pauseEndsAt, secondsLeft, stopped, stoppedAt}`: `state` is `open`, `paused` or `over`; the
  /// last three are there when they are known.
  var value: Value {
    var members: ValueObject = [
      "endsAt": .string(clock.rfc3339(window.ends)), "pauseEndsAt": .string(clock.rfc3339(window.pauseEnds)),
    ]
    let (state, left): (Value, Duration?) =
      switch window.phase(clock) {
      case .session(let left): ("open", left)
      case .pause(let left): ("paused", left)
      case .over: ("over", nil)
      }
    members["state"] = state
    members["secondsLeft"] = left.map { .integer($0.wholeSecondsUp) }
    members["stopped"] = stop.map { .string($0.rawValue) }
    members["stoppedAt"] = window.stoppedAt.map { .string(clock.rfc3339($0)) }
    return .object(members)
  }

  /// The lines below the state, such as `14 min 59 s left, until 12:45:00`.
  func lines(_ text: Localizer) -> [String] {
    var lines: [String] = []
    if !isConnected, let stop {
      let time: ValueObject = ["time": .string(window.stoppedAt.map { clock.shortText($0) } ?? "")]
      switch (stop, window.stoppedAt) {
      case (.limit, _): lines.append(text("stopped: limit, at ${time}", time))
      case (.user, _): lines.append(text("stopped: user, at ${time}", time))
      case (.outside, nil): lines.append(text("stopped: outside"))
      case (.outside, _): lines.append(text("stopped: outside, noticed at ${time}", time))
      }
    }
    switch window.phase(clock) {
    case .session(let left):
      if isConnected, window.stop == nil {
        lines.append(text("${left} left, until ${time}", words(left, text)))
      }
    case .pause(let left):
      lines.append(text("it may connect again in ${left}, at ${time}", words(left, text)))
    case .over: break
    }
    return lines
  }

  private func words(_ left: Duration, _ text: Localizer) -> ValueObject {
    [
      "left": .string(Duration.seconds(left.wholeSecondsUp).unitsText(text)),
      "time": .string(clock.shortText(clock.wall() + left)),
    ]
  }
}

extension Duration {
  /// Seconds, a part of one counted as a whole.
  var wholeSecondsUp: Int { (wholeMilliseconds + 999) / 1000 }
}
