/// A rule of the configuration that restricts runs; it never allows anything.
package struct PolicyRule: Sendable, Equatable {
  /// The ids that it is about; empty for every intent.
  package var intents: [String]
  /// Text forms of capabilities, or the names of their kinds such as `exec` or `lock`; empty for every run.
  package var capabilities: [String]
  /// Empty for every source.
  package var sources: [RunSource]
  package var isDenial: Bool
  package var authentication: IntentDefinition.Authentication
  /// Who alone may run it, by user or group name; `nil` for everybody.
  package var people: People?
  /// When alone it may run, in local time; empty for always.
  package var hours: [Hours]
  /// Said to who is refused.
  package var reason: String?
  package var location: SourceLocation

  package init(
    intents: [String] = [], capabilities: [String] = [], sources: [RunSource] = [], isDenial: Bool = false,
    authentication: IntentDefinition.Authentication = .none, people: People? = nil, hours: [Hours] = [],
    reason: String? = nil, location: SourceLocation
  ) {
    self.intents = intents
    self.capabilities = capabilities
    self.sources = sources
    self.isDenial = isDenial
    self.authentication = authentication
    self.people = people
    self.hours = hours
    self.reason = reason
    self.location = location
  }

  package struct People: Sendable, Equatable {
    package var users: [String]
    package var groups: [String]

    package init(users: [String] = [], groups: [String] = []) {
      self.users = users
      self.groups = groups
    }
  }

  /// A part of the day in minutes after midnight; an end that is not after the start is on the next day.
  package struct Hours: Sendable, Equatable {
    package var from: Int
    package var until: Int

    package init(from: Int, until: Int) {
      self.from = from
      self.until = until
    }
  }
}
