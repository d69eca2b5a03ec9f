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
    self.language = language
    self.defaults = defaults
    self.secrets = secrets
    self.policy = policy
    self.vpn = vpn
    self.doors = doors
  }

  package func secret(named name: String) -> SecretReference? {
    secrets.first { $0.name.utf8.elementsEqual(name.utf8) }?.secret
  }
}

extension Configuration {
  /// The values that stand for parameters of an intent that a caller left out; `nil` when there are none.
  package func defaults(of intent: String) -> ValueObject? {
    for index in defaults.indices where defaults[index].intent.utf8.elementsEqual(intent.utf8) {
      return defaults[index].values
    }
    return nil
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
