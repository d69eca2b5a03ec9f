import Foundation
import Glibc
import TestSupport
import Testing

extension NetworkManagerTests {
  /// Sessions on real tunnels, ended by real guards.
  @Suite struct Guards {
    private let lab = Lab.networkManager

    private func home(_ duration: String, pause: String) async throws -> LabHome {
      try await LabHome.fresh(
        rules: #""sessions": [{ "profile": "*", "duration": "\#(duration)", "pause": "\#(pause)" }]"#)
    }

    private func setAutoconnect(_ word: String) async {
      await lab.run("nmcli", "connection", "modify", lab.uuid("Tunnel"), "connection.autoconnect", word)
    }

    @Test func `what is over goes down and stays down until the next connect`() async throws {
      let home = try await home("PT3S", pause: "PT1S")
      await setAutoconnect("yes")
      #expect(await home.run("toggle-vpn", "--state", "on").text.contains("left, until"))
      let guardian = try #require(await home.guardian())
      #expect(await lab.reaches("", "Tunnel"))
      try await Task.sleep(for: .seconds(1.5))
      #expect(await lab.state("Tunnel") == "")
      #expect(await lab.autoconnect("Tunnel") == "no")
      let row = try await home.home.journal("--last", "1").first
      #expect(row?["intent"] as? String == "down nm:\(lab.uuid("Tunnel"))")
      #expect(row?["rule"] as? String == "stopped: limit")
      #expect(await home.run("vpn-status").text.contains("stopped: limit, at "))
      #expect(await LiveProcesses.ends(guardian))
      // The next connect puts back what the guard took away, and nothing else.
      #expect(await home.run("toggle-vpn", "--state", "on").status == 0)
      #expect(await lab.autoconnect("Tunnel") == "yes")
      await home.run("toggle-vpn", "--state", "off")
      await setAutoconnect("no")
      try await Task.sleep(for: .seconds(4))
      #expect(await home.run("toggle-vpn", "--state", "on").status == 0)
      #expect(await lab.autoconnect("Tunnel") == "no")
      await home.run("toggle-vpn", "--state", "off")
    }

    @Test func `a guard that comes late leaves a newer session alone`() async throws {
      let home = try await home("PT4S", pause: "PT0S")
      #expect(await home.run("toggle-vpn", "--state", "on").status == 0)
      let began = Date()
      let guardian = try #require(await home.guardian())
      kill(guardian, SIGSTOP)
      await home.run("toggle-vpn", "--state", "off")
      try await Task.sleep(for: .seconds(max(0, 4.2 - Date().timeIntervalSince(began))))
      #expect(await home.run("toggle-vpn", "--state", "on").status == 0)
      kill(guardian, SIGCONT)
      try await Task.sleep(for: .seconds(1))
      #expect(await lab.state("Tunnel") == "activated")
      #expect(await home.guardian() == guardian)
      #expect(await lab.reaches("", "Tunnel"))
      #expect(await LiveProcesses.ends(guardian))
      let rows = try await home.home.journal("--intent", "down nm:\(lab.uuid("Tunnel"))")
      #expect(rows.count == 1)
    }

    @Test func `an end that NetworkManager is not there for is made up for`() async throws {
      let home = try await home("PT2S", pause: "PT1S")
      #expect(await home.run("toggle-vpn", "--state", "on").status == 0)
      let pid = try String(contentsOfFile: "\(lab.folder)/NetworkManager.pid", encoding: .utf8)
      kill(pid_t(pid.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0, SIGTERM)
      try await Task.sleep(for: .seconds(3))
      _ = await Spawn(program: "\(lab.folder)/start", environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        .run()
      _ = await home.run("vpn-status")
      #expect(await lab.state("Tunnel") == "")
      #expect(try await home.home.journal("--intent", "down nm:\(lab.uuid("Tunnel"))").isEmpty == false)
    }

    @Test func `two that connect at once share one session and one guard`() async throws {
      let home = try await home("PT10M", pause: "PT0S")
      async let first = home.run("toggle-vpn", "--state", "on", "--output", "json")
      async let second = home.run("toggle-vpn", "--state", "on", "--output", "json")
      let changed = await [first, second].map { ($0.json["value"] as? [String: Any])?["changed"] as? Bool }
      #expect(changed.filter { $0 == true }.count == 1)
      let guardian = try #require(await home.guardian())
      #expect(await home.run("toggle-vpn", "--state", "off").status == 0)
      #expect(await LiveProcesses.ends(guardian))
    }

    /// A user of that machine alone, whose tunnels an administrator starts.
    @Test(.enabled(if: Privileges.canDrop, "another user cannot start the command that was built"))
    func `the dispatcher tells the guard of tunnels that others bring up`() async throws {
      let owner = try await Owner(lab)
      let installed = await owner.root("guard", "install", "--user", Owner.name, "--yes")
      #expect(installed.status == 0, "\(installed.errorText)")
      let permit = await owner.run("doctor", "--polkit-rule").text
      try permit.write(toFile: "\(lab.folder)/rules/50-runintent.rules", atomically: false, encoding: .utf8)
      try await Task.sleep(for: .seconds(1))
      await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Tunnel"))
      let began = Date()
      #expect(await lab.state("Tunnel") == "activated")
      #expect(await lab.reaches("", "Tunnel", within: 20))
      #expect(Date().timeIntervalSince(began) > 1)
      // The row is written when the tunnel is down.
      var rule: String?
      for _ in 0..<50 where rule == nil {
        let log = await owner.run("log", "--last", "1", "--output", "json").json["runs"] as? [[String: Any]]
        rule = log?.first?["rule"] as? String
        if rule == nil { try await Task.sleep(for: .milliseconds(100)) }
      }
      #expect(rule == "stopped: limit")
      #expect(await owner.run("vpn-status").text.contains("stopped: limit"))
      // During the pause nobody gets it up for long.
      await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Tunnel"))
      #expect(await lab.reaches("", "Tunnel", within: 20))
      await owner.leave()
    }
  }

  /// The user `nobody`, who has a home in the set-up, with a rule for sessions of two seconds.
  struct Owner {
    let lab: Lab
    let home: LabHome
    static let name = "nobody"
    static let user = 65_534

    init(_ lab: Lab) async throws {
      self.lab = lab
      home = try await LabHome.fresh(
        rules: #""sessions": [{ "profile": "*", "duration": "PT2S", "pause": "PT10M" }]"#)
      await lab.run(
        "sh", "-c",
        #"umount /etc/passwd; { grep -v "^$2:" /etc/passwd; echo "$2:x:$3:$3::$4/home:/bin/sh"; } >"$1/passwd"; "#
          + #"mount --bind "$1/passwd" /etc/passwd; chown -R "$3:$3" "$4""#,
        "sh", lab.folder, Self.name, String(Self.user), home.home.path)
    }

    func run(_ arguments: String...) async -> Ended {
      let words = ["\(lab.folder)/enter", "setpriv"] + Privileges.dropping(to: Self.user)
      return await home.home.command(arguments).under(words).run()
    }

    func root(_ arguments: String...) async -> Ended { await home.command(arguments).run() }

    func leave() async {
      await lab.run(
        "sh", "-c", #"rm -f "$1"/dispatcher.d/* "$1"/rules/*; umount /etc/passwd"#, "sh", lab.folder)
    }
  }
}
