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

    package init(at: WallTime, place: String) {
      self.at = at
      self.place = place
    }
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
  package static func clockWentBack(_ now: WallTime, _ seen: WallTime, _ clock: World.Clock) -> Failure {
    func text(_ time: WallTime) -> String {
      MomentText(now: time, local: clock.local).standardText("now", .dateTime) ?? ""
    }
    return Failure(
      .keyClock, ["value": .text(text(now)), "limit": .text(text(seen)), "rule": "the clock went back"])
  }
}
