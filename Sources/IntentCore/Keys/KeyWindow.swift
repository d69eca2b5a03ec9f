/// From when until when a key is good, as people write it.
package struct KeyWindow: Sendable, Equatable {
  package var from: WallTime
  package var until: WallTime

  package init(from: WallTime, until: WallTime) {
    self.from = from
    self.until = until
  }

  /// Reads a length of time (`4h`, from the beginning), a time of day (`18:00`, the next one), or a moment as
  /// `MomentText` has it (`2026-12-01T18:00:00+03:00`).
  ///
  /// - Parameter from: `nil` for now.
  package init(from: String?, until: String, _ clock: World.Clock) throws(Failure) {
    let now = clock.wall()
    var start = now
    if let from {
      guard let moment = Self.moment(from, after: now, clock) else { throw Self.wrong("--from", from) }
      start = moment
    }
    guard let end = Self.moment(until, after: max(start, now), clock), start < end, now < end,
      end - max(start, now) <= KeyLimits.longestLife
    else { throw Self.wrong("--until", until) }
    self.init(from: start, until: end)
  }

  private static func moment(_ text: String, after start: WallTime, _ clock: World.Clock) -> WallTime? {
    guard text.utf8.count <= 64 else { return nil }
    if let duration = Duration(text: text) {
      return duration > .zero && duration <= KeyLimits.longestLife ? start + duration : nil
    }
    let reader = MomentText(now: start, local: clock.local)
    if MomentText.isTimeOfDay(text) {
      guard let today = reader.end("today \(text)") else { return nil }
      return today <= start ? reader.end("tomorrow \(text)") : today
    }
    return reader.end(text)
  }

  private static func wrong(_ option: String, _ text: String) -> Failure {
    Failure(
      .valueType,
      [
        "name": .text(option), "value": .text(text),
        "expected":
          "a length of time such as 4h, a time of day such as 18:00, or a moment to come within a year",
      ])
  }
}
