/// A rule of the configuration that restricts runs; it never allows anything.
package struct PolicyRule: Sendable, Equatable {
  /// The ids that it is about; empty for every intent.
  package var intents: [String] = []
  /// Text forms of capabilities, or the names of their kinds such as `exec` or `lock`; empty for every run.
  package var capabilities: [String] = []
  /// Empty for every source.
  package var sources: [RunSource] = []
  package var isDenial = false
  package var authentication = IntentDefinition.Authentication.none
  /// Who alone may run it, by user or group name; `nil` for everybody.
  package var people: People?
  /// When alone it may run, in local time; empty for always.
  package var hours: [Hours] = []
  /// Whether programs may be started in a sandbox alone.
  package var requiresSandbox = false
  /// Said to who is refused.
  package var reason: String?
  package var location: SourceLocation
  /// Whether the rule is in root's file, which the user cannot change.
  package var isRoots: Bool

  package init(location: SourceLocation, isRoots: Bool = false) {
    (self.location, self.isRoots) = (location, isRoots)
  }

  package struct People: Sendable, Equatable {
    package var users: [String]
    package var groups: [String]

    package init(users: [String] = [], groups: [String] = []) { (self.users, self.groups) = (users, groups) }
  }

  /// A part of the day in minutes after midnight; an end that is not after the start is on the next day.
  package struct Hours: Sendable, Equatable {
    package var from: Int
    package var until: Int

    package init(from: Int, until: Int) { (self.from, self.until) = (from, until) }

    /// Whether a moment is within: from the first minute on, up to and without the last.
    package func holds(_ time: CalendarTime) -> Bool {
      let minute = time.hour * 60 + time.minute
      return from < until ? from <= minute && minute < until : from <= minute || minute < until
    }

    /// As it is written, such as `07:00-22:00`.
    package var text: String { "\(Self.text(from))-\(Self.text(until))" }

    private static func text(_ minutes: Int) -> String {
      "\((minutes / 60).padded(2)):\((minutes % 60).padded(2))"
    }
  }
}
