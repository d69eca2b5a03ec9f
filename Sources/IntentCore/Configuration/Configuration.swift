/// What `config.json` says: the user's file over root's, and in what protects both together.
///
/// An object, so that a run which needs one part of it pays for no copy of the others.
package final class Configuration: Sendable {
  /// The language that people read, as a tag such as `ru`; `nil` where the environment decides.
  package let language: String?
  /// Values of parameters that a caller left out, by the intent's id.
  package let defaults: [(intent: String, values: ValueObject)]
  package let secrets: [(name: String, secret: SecretReference)]
  /// Root's rules and then the user's; each only tightens.
  package let policy: [PolicyRule]
  package let vpn: VPNSettings
  package let doors: DoorSettings

  package init(
    language: String? = nil, defaults: [(intent: String, values: ValueObject)] = [],
    secrets: [(name: String, secret: SecretReference)] = [], policy: [PolicyRule] = [],
    vpn: VPNSettings = VPNSettings(), doors: DoorSettings = DoorSettings()
  ) {
    (self.language, self.defaults, self.secrets) = (language, defaults, secrets)
    (self.policy, self.vpn, self.doors) = (policy, vpn, doors)
  }

  package func secret(named name: String) -> SecretReference? {
    secrets.first { $0.name.utf8.elementsEqual(name.utf8) }?.secret
  }

  /// The values that stand for parameters of an intent that a caller left out; `nil` when there are none.
  package func defaults(of intent: String) -> ValueObject? {
    defaults.first { $0.intent.utf8.elementsEqual(intent.utf8) }?.values
  }

  /// This configuration with another over it: the other's language, values and secrets win, its rules are added.
  package func overlaid(with other: Configuration) -> Configuration {
    var defaults = defaults
    for (intent, values) in other.defaults {
      guard let index = defaults.firstIndex(where: { $0.intent.utf8.elementsEqual(intent.utf8) }) else {
        defaults.append((intent, values))
        continue
      }
      for (name, value) in values.members { defaults[index].values[name] = value }
    }
    let kept = secrets.filter { other.secret(named: $0.name) == nil }
    return Configuration(
      language: other.language ?? language, defaults: defaults, secrets: kept + other.secrets,
      policy: policy + other.policy, vpn: vpn.overlaid(with: other.vpn),
      doors: doors.overlaid(with: other.doors))
  }
}

/// Where a secret is kept; the configuration never holds the secret itself.
package enum SecretReference: Sendable, Equatable {
  /// The absolute path of a file that nobody but its owner may read.
  case file(String)
  /// A variable of the caller's environment.
  case environment(String)
  /// An absolute program and its arguments, which writes the secret, such as `/usr/bin/pass show door`.
  case command([String])
}

/// Which VPN is meant when nobody names one, and which are left alone.
package struct VPNSettings: Sendable, Equatable {
  /// The default profile as `provider:id`, such as `nm:` with a UUID; `nil` keeps to the demo.
  package var profile: String?
  /// Profiles as `provider:id` that are never listed, picked or toggled.
  package var exclude: [String]
  /// Root's session rules and then the user's; each only tightens.
  package var sessions: [SessionRule]

  package init(profile: String? = nil, exclude: [String] = [], sessions: [SessionRule] = []) {
    (self.sessions, self.profile, self.exclude) = (sessions, profile, exclude)
  }

  /// The other's profile wins; what either leaves alone is left alone, and the rules of both hold.
  func overlaid(with other: VPNSettings) -> VPNSettings {
    VPNSettings(
      profile: other.profile ?? profile, exclude: exclude + other.exclude, sessions: sessions + other.sessions
    )
  }
}

/// How long a VPN may stay connected, and how long it then rests; every rule that covers a profile holds.
package struct SessionRule: Sendable, Equatable {
  /// The profile as `PROVIDER:ID`, or `*` for every one.
  package var profile: String
  package var limits: SessionLimits
  /// The group whose members the rule does not hold for; only root's file may name one.
  package var exempt: String?

  package init(profile: String, duration: Duration, pause: Duration, exempt: String? = nil) {
    self.profile = profile
    limits = SessionLimits(duration: duration, pause: pause)
    self.exempt = exempt
  }

  package func covers(_ profile: String) -> Bool {
    self.profile.utf8.elementsEqual("*".utf8) || self.profile.utf8.elementsEqual(profile.utf8)
  }
}

/// The length of a session and of the pause after it.
package struct SessionLimits: Sendable, Equatable {
  package var duration: Duration
  package var pause: Duration

  package init(duration: Duration, pause: Duration) { (self.duration, self.pause) = (duration, pause) }

  /// The stricter of both in each respect.
  package func tightened(by other: SessionLimits) -> SessionLimits {
    SessionLimits(duration: min(duration, other.duration), pause: max(pause, other.pause))
  }
}
