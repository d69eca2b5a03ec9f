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
    self.type = type
    self.keys = keys
    self.doorKeys = doorKeys
    self.doorWays = doorWays
    self.bolt = bolt
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
    self.name = name
    self.title = title
    self.help = help
    self.kind = kind
    isRequired = required
    self.needs = needs
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
    self.expected = expected
    self.schema = schema
    self.mayBeEmpty = mayBeEmpty
    self.isHidden = isHidden
    self.fits = fits
  }
}
