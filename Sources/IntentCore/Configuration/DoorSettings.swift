/// The doors of the configuration and what drives their locks.
package struct DoorSettings: Sendable {
  package var providers: [LockProviderSettings]
  package var doors: [ConfiguredDoor]

  package init(providers: [LockProviderSettings] = [], doors: [ConfiguredDoor] = []) {
    self.providers = providers
    self.doors = doors
  }

  package var isEmpty: Bool { providers.isEmpty && doors.isEmpty }

  /// The other's providers and doors win over those of the same name.
  func overlaid(with other: DoorSettings) -> DoorSettings {
    DoorSettings(
      providers: providers.filter { own in
        !other.providers.contains { $0.name.utf8.elementsEqual(own.name.utf8) }
      } + other.providers,
      doors: doors.filter { own in !other.doors.contains { $0.name.utf8.elementsEqual(own.name.utf8) } }
        + other.doors)
  }
}

/// Something that moves locks, as the configuration describes it.
package struct LockProviderSettings: Sendable {
  package var name: String
  /// The kind's word.
  package var type: String
  /// What the kind's keys hold, each fit as the kind says; a secret is its name.
  package var values: ValueObject
  /// Headers of every request, in which `${secret:NAME}` may stand.
  package var headers: [(name: String, value: Template)]

  package init(
    name: String, type: String, values: ValueObject, headers: [(name: String, value: Template)] = []
  ) {
    self.name = name
    self.type = type
    self.values = values
    self.headers = headers
  }
}

/// A door as the configuration describes it.
package struct ConfiguredDoor: Sendable, Equatable {
  package var name: String
  package var provider: String
  /// The kind of provider that its keys are for.
  package var type: String
  package var title: String
  /// The name of the secret that is the door's code.
  package var code: String?
  /// How long the bolt may take.
  package var timeout: Duration
  /// How long it must then stay where it is.
  package var settle: Duration
  /// What the kind's keys hold.
  package var values: ValueObject

  package init(
    name: String, provider: String, type: String, title: String? = nil, code: String? = nil,
    timeout: Duration = .seconds(10), settle: Duration = .milliseconds(500), values: ValueObject
  ) {
    self.name = name
    self.provider = provider
    self.type = type
    self.title = title ?? "\(name) door"
    self.code = code
    self.timeout = timeout
    self.settle = settle
    self.values = values
  }
}
