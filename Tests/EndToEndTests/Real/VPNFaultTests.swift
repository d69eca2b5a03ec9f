import Foundation
import Glibc
import Testing

extension NetworkManagerTests {
  /// Each way in which NetworkManager fails, with its code in the answer and in the journal.
  @Suite struct Faults {
    private let lab = Lab.networkManager

    /// Fails to connect and leaves nothing behind.
    private func expect(_ code: String, of name: String, _ home: LabHome) async throws {
      let ended = await home.run("toggle-vpn", name, "--state", "on", "--output", "json")
      try await expect(code, of: name, ended, home)
    }

    private func expect(_ code: String, of name: String, _ ended: Ended, _ home: LabHome) async throws {
      #expect(ended.status == 1)
      #expect(ended.errorCodes == [code], "\(ended.text)")
      let row = try await home.home.journal("--last", "1").first
      #expect(row?["state"] as? String == "failed")
      #expect(row?["code"] as? String == code)
      #expect(await lab.state(name) == "")
      #expect(await home.guardian() == nil)
    }

    @Test(arguments: [
      ("Wrong password", "vpn.auth-failed"), ("No password", "vpn.no-secrets"),
      ("Wrong certificate", "vpn.certificate"),
    ])
    func `who is not let in learns why`(name: String, code: String) async throws {
      try await expect(code, of: name, LabHome.fresh())
    }

    @Test func `without a network there is no VPN`() async throws {
      let home = try await LabHome.fresh()
      await lab.run("nmcli", "connection", "down", "id", "Cable")
      try await expect("vpn.no-network", of: "Office", home)
      await lab.run("nmcli", "connection", "up", "id", "Cable")
    }

    /// What somebody else does while it connects.
    @Test(arguments: [
      ("nmcli connection down id 'Dead end'", "vpn.stopped"),
      ("pkill -KILL -f '^/usr/lib/NetworkManager/nm-openvpn-service '", "vpn.plugin-failed"),
      ("nmcli connection down id Cable", "vpn.no-network"),
    ])
    func `what happens while it connects is told`(deed: String, code: String) async throws {
      let home = try await LabHome.fresh()
      let running = home.command(["toggle-vpn", "Dead end", "--output", "json"]).start()
      #expect(await lab.reaches("activating", "Dead end"))
      try await Task.sleep(for: .milliseconds(500))
      await lab.run("sh", "-c", deed)
      try await expect(code, of: "Dead end", await running.end(), home)
    }

    @Test func `a profile that is deleted while it connects has vanished`() async throws {
      let home = try await LabHome.fresh()
      await lab.run("nmcli", "connection", "clone", "id", "Dead end", "Short-lived")
      let uuid = await lab.run("nmcli", "-g", "connection.uuid", "connection", "show", "Short-lived").text
      await home.run("allow", "--yes", "--quiet", "toggle-vpn")
      let running = home.command(["toggle-vpn", "Short-lived", "--output", "json"]).start()
      for _ in 0..<200 {
        let states = await lab.run("nmcli", "-t", "-f", "NAME,STATE", "connection", "show").text
        if states.contains("Short-lived:activating") { break }
      }
      await lab.run("nmcli", "connection", "delete", "id", "Short-lived")
      let ended = await running.end()
      #expect(ended.status == 1)
      #expect(ended.errorCodes == ["vpn.vanished"], "\(ended.text)")
      let again = await home.run(
        "toggle-vpn", "nm:" + uuid.trimmingCharacters(in: .whitespacesAndNewlines), "--output", "json")
      #expect(again.status == 66)
    }

    @Test func `a session whose connect fails opens no window and leaves no guard`() async throws {
      let home = try await LabHome.fresh(
        rules: #""sessions": [{ "profile": "*", "duration": "PT10M", "pause": "PT10M" }]"#)
      try await expect("vpn.no-secrets", of: "No password", home)
      #expect(await home.run("guard", "status").text.hasPrefix("No guard is running"))
      #expect(await home.run("toggle-vpn").status == 0)
      #expect(await home.run("toggle-vpn").status == 0)
    }
  }
}
