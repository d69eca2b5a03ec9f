import Foundation
import TestSupport
import Testing

/// A home whose configuration has doors of a set-up, with the sample intents trusted.
struct DoorHome {
  let lab: Lab
  let home = TestHome()

  /// - Parameters:
  ///   - secrets: Members of `secrets`; files named there are made readable for nobody else.
  init(_ lab: Lab, providers: String, doors: String, secrets: String = "") async {
    self.lab = lab
    configure(providers: providers, doors: doors, secrets: secrets)
    await run("setup", "--yes")
    await run("allow", "--yes", "--quiet", "unlock-door", "lock-door")
  }

  func configure(providers: String, doors: String, secrets: String = "") {
    home.folder.write(
      #"{ "secrets": { \#(secrets) }, "providers": { \#(providers) }, "doors": { \#(doors) } }"#,
      to: "home/.config/runintent/config.json")
  }

  func command(_ arguments: [String]) -> Spawn { home.command(arguments) }

  @discardableResult
  func run(_ arguments: String...) async -> Ended { await command(arguments).run() }

  /// The state, the status and the code of the last run in the journal.
  func last() async throws -> [String] {
    let row = try await home.journal("--last", "1").first
    return [
      row?["state"] as? String ?? "", "\(row?["exitCode"] as? Int ?? -1)", row?["code"] as? String ?? "",
    ]
  }
}

/// Whether something becomes so within some seconds.
func becomes(within seconds: Double = 10, _ isSo: () async -> Bool) async -> Bool {
  let end = Date() + seconds
  while Date() < end {
    if await isSo() { return true }
    try? await Task.sleep(for: .milliseconds(20))
  }
  return false
}
