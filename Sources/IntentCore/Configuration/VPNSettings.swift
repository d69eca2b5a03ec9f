/// Which VPN is meant when nobody names one, and which are left alone.
package struct VPNSettings: Sendable, Equatable {
  /// The default profile as `provider:id`, such as `nm:` with a UUID; `nil` keeps to the demo.
  package var profile: String?
  /// Profiles as `provider:id` that are never listed, picked or toggled.
  package var exclude: [String]

  package init(profile: String? = nil, exclude: [String] = []) {
    self.profile = profile
    self.exclude = exclude
  }

  /// The other's profile wins; what either leaves alone is left alone.
  func overlaid(with other: VPNSettings) -> VPNSettings {
    VPNSettings(profile: other.profile ?? profile, exclude: exclude + other.exclude)
  }
}
