/// Which VPN is meant when nobody names one, and which are left alone.
package struct VPNSettings: Sendable, Equatable {
  /// The default profile as `provider:id`, such as `nm:` with a UUID; `nil` keeps to the demo.
  package var profile: String?
  /// Profiles as `provider:id` that are never listed, picked or toggled.
  package var exclude: [String]
  /// Root's session rules and then the user's; each only tightens.
  package var sessions: [SessionRule]

  package init(profile: String? = nil, exclude: [String] = [], sessions: [SessionRule] = []) {
    self.sessions = sessions
    self.profile = profile
    self.exclude = exclude
  }

  /// The other's profile wins; what either leaves alone is left alone, and the rules of both hold.
  func overlaid(with other: VPNSettings) -> VPNSettings {
    VPNSettings(
      profile: other.profile ?? profile, exclude: exclude + other.exclude, sessions: sessions + other.sessions)
  }
}
