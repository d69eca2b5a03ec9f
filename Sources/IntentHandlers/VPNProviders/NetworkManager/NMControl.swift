package import IntentCore

/// Whether NetworkManager lets somebody start and stop connections, which it asks polkit.
///
/// Polkit's defaults differ by login session: they refuse whoever is in none at this machine, such as cron's children
/// and those of a login over ssh. What an administrator's rules say besides is known to polkit alone, and only for a
/// process that is really there.
package struct NMControl: Sendable {
  package static let action = "org.freedesktop.NetworkManager.network-control"
  /// Where an administrator's rules are (polkit(8)).
  package static let rulePath = "/etc/polkit-1/rules.d/50-runintent.rules"

  private let access: ProviderAccess

  package init(_ world: World, _ cancellation: any Cancellation) {
    access = ProviderAccess(world, cancellation)
  }

  /// Whether NetworkManager can be driven from here at all.
  package var isInstalled: Bool { NMClient.program.path(access.world) != nil }

  /// What this very process is told; `nil` where NetworkManager does not answer.
  package func isAllowedHere() async -> Bool? { try? await NMClient(access: access).mayControl() }

  /// What polkit's defaults say of a process outside of every login session at this machine; `nil` where polkit does
  /// not tell (pkaction(1)).
  package func isAllowedByDefault() async -> Bool? {
    let program = ProviderProgram(name: "pkaction", package: "polkitd")
    let words = ["--verbose", "--action-id", Self.action]
    guard let outcome = try? await program.run(words, access), outcome.status == 0 else { return nil }
    for line in outcome.output.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 3, words[0].elementsEqual("implicit".utf8), words[1].elementsEqual("any:".utf8)
      else { continue }
      return words[2].elementsEqual("yes".utf8)
    }
    return nil
  }

  /// A rule for polkit that lets one user start and stop connections from anywhere (polkit(8)).
  package static func rule(for user: String) -> String {
    """
    // \(rulePath)
    // Lets \(user) start and stop connections of NetworkManager from timers and over ssh too.
    polkit.addRule(function (action, subject) {
      if (action.id == "\(action)" && subject.user == "\(user)") {
        return polkit.Result.YES;
      }
    });

    """
  }
}

extension [Capability] {
  /// Whether some of them bring a connection of NetworkManager up or down.
  package var driveNetworkManager: Bool { contains { if case .vpn(_, "nm", _) = $0 { true } else { false } } }
}
