import Foundation
import Glibc
import TestSupport
import Testing

extension NetworkManagerTests {
  /// What polkit will refuse to timers is told before they try, by a real polkit.
  @Suite(.enabled(if: Privileges.canDrop, "another user cannot start the command that was built"))
  struct Polkit {
    private let lab = Lab.networkManager

    private func rule(_ owner: Owner, _ isThere: Bool) async throws {
      let path = "\(lab.folder)/rules/50-runintent.rules"
      if isThere {
        let rule = await owner.run("doctor", "--polkit-rule").text
        #expect(rule.contains(#"subject.user == "nobody""#))
        try rule.write(toFile: path, atomically: false, encoding: .utf8)
      } else {
        try? FileManager.default.removeItem(atPath: path)
      }
      // Polkit watches the folder.
      try await Task.sleep(for: .seconds(1))
    }

    private func polkit(_ ended: Ended) -> [String: Any]? {
      (ended.json["checks"] as? [[String: Any]])?.first { $0["name"] as? String == "polkit" }
    }

    @Test func `a doctor foresees what a timer will be refused`() async throws {
      let owner = try await Owner(lab)
      let foreseen = await owner.run("doctor", "--as", "timer")
      #expect(foreseen.status == 1)
      #expect(foreseen.text.contains("⚠ polkit: timers may not connect and disconnect with NetworkManager"))
      #expect(foreseen.text.contains("by polkit's defaults"))
      #expect(foreseen.text.contains("polkit.addRule(function (action, subject) {"))
      #expect(foreseen.text.contains("sudo tee /etc/polkit-1/rules.d/50-runintent.rules"))
      // A timer itself is told what holds for it.
      let refused = polkit(await owner.runAsTimer("doctor", "--as", "timer", "--output", "json"))
      #expect(refused?["state"] as? String == "bad")
      #expect(refused?["details"] as? [String] == ["NetworkManager says so to this very timer"])
      try await rule(owner, true)
      let allowed = polkit(await owner.runAsTimer("doctor", "--as", "timer", "--output", "json"))
      #expect(allowed?["state"] as? String == "good")
      await owner.leave()
    }

    @Test func `what a timer met is known from then on`() async throws {
      let owner = try await Owner(lab)
      _ = await owner.run("allow", "toggle-vpn", "--unattended", "--yes")
      let refused = await owner.runAsTimer("toggle-vpn", "--state", "on", "--output", "json")
      #expect(refused.errorCodes == ["vpn.not-allowed"], "\(refused.text)\(refused.errorText)")
      let told = polkit(await owner.run("doctor", "--as", "timer", "--output", "json"))
      #expect(told?["state"] as? String == "bad")
      try await rule(owner, true)
      let permitted = await owner.runAsTimer("toggle-vpn", "--state", "on", "--output", "json")
      #expect(permitted.status == 0, "\(permitted.text)\(permitted.errorText)")
      let after = polkit(await owner.run("doctor", "--as", "timer", "--output", "json"))
      #expect(after?["state"] as? String == "good")
      #expect((after?["details"] as? [String])?.first?.hasPrefix("so it was when a timer last tried") == true)
      await owner.leave()
    }

    @Test func `setting up and installing say it with the rule`() async throws {
      let owner = try await Owner(lab)
      let setup = await owner.run("setup", "--yes")
      #expect(setup.errorText.contains("polkit lets neither timers"))
      #expect(setup.text.contains("polkit.addRule"))
      owner.home.home.folder.write(
        #"{ "when": "@daily", "run": { "intent": "toggle-vpn", "parameters": { "state": "on" } } }"#,
        to: "home/.config/runintent/intents/automations/morning.json")
      await owner.own()
      let installed = await owner.run("automation", "install", "--yes", "--scheduler", "crontab")
      #expect(installed.errorText.contains("polkit lets neither timers"), "\(installed.errorText)")
      #expect(installed.text.contains("polkit.addRule"))
      await owner.leave()
    }
  }
}

extension NetworkManagerTests.Owner {
  /// The same as what cron starts.
  func runAsTimer(_ arguments: String...) async -> Ended {
    let dropped = home.home.command(arguments).under(["setpriv"] + Privileges.dropping(to: Self.user))
    return await dropped.underCron().under(["\(lab.folder)/enter"]).run()
  }

  /// Makes all that is in the home the owner's.
  func own() async {
    await lab.run("chown", "-R", "\(Self.user):\(Self.user)", home.home.path)
  }
}
