/// How many wrong keys are heard before the rest have to wait.
package enum KeyLimits {
  /// In this time…
  package static let window = Duration.seconds(15 * 60)
  /// …so many at one door from one kind of caller…
  package static let perPlace = 5
  /// …and so many over all.
  package static let overall = 20
  /// The longest life and the largest number of uses that a key is given.
  package static let longestLife = Duration.seconds(366 * 86_400)
  package static let mostUses = 1000

  /// A wrong key that was heard.
  package struct Miss: Sendable, Equatable {
    package var at: WallTime
    package var place: String

    package init(at: WallTime, place: String) { (self.at, self.place) = (at, place) }
  }

  /// How long nothing more is heard at a place, `nil` when it is.
  ///
  /// - Parameter misses: The earlier ones, the oldest first.
  package static func wait(_ misses: [Miss], at place: String, now: WallTime) -> Duration? {
    let recent = misses.filter { now < $0.at + window }
    let here = recent.filter { $0.place.utf8.elementsEqual(place.utf8) }
    var end: WallTime?
    if here.count >= perPlace { end = here[here.count - perPlace].at + window }
    if recent.count >= overall {
      let other = recent[recent.count - overall].at + window
      end = end.map { max($0, other) } ?? other
    }
    return end.map { $0 - now }
  }
}

extension Failure {
  /// Too many wrong keys came.
  package static func tooManyKeys(_ wait: Duration) -> Failure {
    let seconds = max(1, (wait.wholeMilliseconds + 999) / 1000)
    return Failure(.keyLimited, ["seconds": .integer(seconds), "rule": "too many wrong keys"])
  }

  /// The clock shows an earlier moment than it did before.
  package static func clockWentBack(_ now: WallTime, _ seen: WallTime, _ clock: Clocks) -> Failure {
    func text(_ time: WallTime) -> String {
      MomentText(now: time, local: clock.local).standardText("now", .dateTime) ?? ""
    }
    return Failure(
      .keyClock, ["value": .text(text(now)), "limit": .text(text(seen)), "rule": "the clock went back"])
  }
}

/// From when until when a key is good, as people write it.
package struct KeyWindow: Sendable, Equatable {
  package var from: WallTime
  package var until: WallTime

  package init(from: WallTime, until: WallTime) { (self.from, self.until) = (from, until) }

  /// Reads a length of time (`4h`, from the beginning), a time of day (`18:00`, the next one), or a moment as
  /// `MomentText` has it (`2026-12-01T18:00:00+03:00`).
  ///
  /// - Parameter from: `nil` for now.
  package init(from: String?, until: String, _ clock: Clocks) throws(Failure) {
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

  private static func moment(_ text: String, after start: WallTime, _ clock: Clocks) -> WallTime? {
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
