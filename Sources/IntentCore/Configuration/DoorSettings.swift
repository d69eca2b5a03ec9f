/// The doors of the configuration and what drives their locks.
package struct DoorSettings: Sendable {
  package var providers: [LockProviderSettings]
  package var doors: [ConfiguredDoor]

  package init(providers: [LockProviderSettings] = [], doors: [ConfiguredDoor] = []) {
    (self.providers, self.doors) = (providers, doors)
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
  ) { (self.name, self.type, self.values, self.headers) = (name, type, values, headers) }
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
    (self.name, self.provider, self.type) = (name, provider, type)
    self.title = title ?? "\(name) door"
    (self.code, self.timeout, self.settle, self.values) = (code, timeout, settle, values)
  }
}

/// What a kind of lock provider reads from the configuration; reading, suggestions and the printed schema follow from it.
package struct LockProviderForm: Sendable {
  /// The word in `type`.
  package var type: String
  /// The keys of the provider itself, besides `type`.
  package var keys: [SettingKey]
  /// The keys of a door that it moves, besides those of every door.
  package var doorKeys: [SettingKey]
  /// The ways to say which lock is meant, each by the keys that it needs; a door with the first key of one is of this
  /// kind.
  package var doorWays: [[String]]
  /// What is the same, of the values of two doors, exactly where both move the same bolt.
  package var bolt: @Sendable (ValueObject) -> Value

  package init(
    type: String, keys: [SettingKey], doorKeys: [SettingKey], doorWays: [[String]],
    bolt: @escaping @Sendable (ValueObject) -> Value
  ) {
    (self.type, self.keys, self.doorKeys) = (type, keys, doorKeys)
    (self.doorWays, self.bolt) = (doorWays, bolt)
  }
}

/// One key of a provider or a door.
package struct SettingKey: Sendable {
  package enum Kind: Sendable {
    case text(TextForm)
    /// `${secret:NAME}`; the value is the name.
    case secret
    case flag
    case port
    /// Texts by the names of headers, in which secrets may stand.
    case headers
    /// One of these words.
    case word([String])
    /// Any values by these words.
    case words([String])
    /// A request of HTTP with `path`, `method` and `body`; the method is the one when none is given.
    case request(method: String)
  }

  package var name: String
  package var title: String
  package var help: String
  package var kind: Kind
  package var isRequired: Bool
  /// Another key without which this one means nothing.
  package var needs: String?

  package init(
    _ name: String, _ title: String, _ help: String, _ kind: Kind, required: Bool = false,
    needs: String? = nil
  ) {
    (self.name, self.title, self.help) = (name, title, help)
    (self.kind, isRequired, self.needs) = (kind, required, needs)
  }
}

/// Which texts a key takes.
package struct TextForm: Sendable {
  /// In words, for who wrote another one.
  package var expected: String
  /// The same for JSON Schema, as far as that can say it, without the type.
  package var schema: ValueObject
  package var mayBeEmpty: Bool
  /// Whether a text that does not fit is never shown.
  package var isHidden: Bool
  package var fits: @Sendable (String) -> Bool

  package init(
    expected: String = "", schema: ValueObject = [:], mayBeEmpty: Bool = false, isHidden: Bool = false,
    fits: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    (self.expected, self.schema, self.mayBeEmpty) = (expected, schema, mayBeEmpty)
    (self.isHidden, self.fits) = (isHidden, fits)
  }
}
