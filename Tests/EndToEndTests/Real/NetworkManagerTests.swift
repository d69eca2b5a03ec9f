import Foundation
import Glibc
import TestSupport
import Testing

/// Against a real NetworkManager, which takes root and a minute.
@Suite(
  .serialized,
  .enabled(if: Privileges.wantsRealServices, "a real NetworkManager needs root: RUNINTENT_REQUIRE_REAL=1"))
struct NetworkManagerTests {
  private let lab = Lab.networkManager

  private func home(meant name: String = "Tunnel") async throws -> LabHome {
    try await LabHome.fresh(meant: name)
  }

  @Test func `toggles the tunnel that is meant and says what is`() async throws {
    let home = try await home()
    let up = await home.run("toggle-vpn", "--output", "json")
    #expect(up.status == 0)
    let value = up.json["value"] as? [String: Any]
    #expect(value?["state"] as? String == "connected")
    #expect(value?["interface"] as? String == "tunnel0")
    #expect(value?["since"] is String)
    #expect(await lab.state("Tunnel") == "activated")
    #expect(await home.run("vpn-status").text.hasPrefix("✔ Connected\n  Tunnel on tunnel0, since "))
    let down = await home.run("toggle-vpn")
    #expect(down.text == "○ Not connected\n  Tunnel\n")
    #expect(await lab.state("Tunnel") == "")
  }

  @Test func `a VPN of a plug-in has the interface of its tunnel and counts bytes`() async throws {
    let home = try await home(meant: "Office")
    let up = await home.run("toggle-vpn", "--output", "json")
    let interface = (up.json["value"] as? [String: Any])?["interface"] as? String
    #expect(interface?.hasPrefix("tun") == true)
    let status = await home.run("vpn-status", "--output", "json")
    let counters = (status.json["value"] as? [String: Any])?["counters"] as? [String: Any]
    #expect(counters?["received"] is Int)
    #expect(counters?["note"] as? String == "estimate, per interface, not per program")
    #expect(counters?["since"] is String)
  }

  @Test func `the next status is right after a change from outside`() async throws {
    let home = try await home(meant: "Office")
    for _ in 1...3 {
      await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Office"))
      #expect(await home.run("show-status").text.contains("Connected: Office"))
      #expect(await home.run("vpn-status", "--output", "waybar").status == 0)
      await lab.run("nmcli", "connection", "down", "uuid", lab.uuid("Office"))
      #expect(await home.run("show-status").text.contains("Not connected: Office"))
      #expect(await home.run("vpn-status", "--output", "waybar").status == 0)
    }
  }

  @Test func `stops the one that is meant and no other`() async throws {
    let home = try await home()
    await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Tunnel"))
    await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Office"))
    let unclear = await home.run("toggle-vpn", "--output", "json")
    #expect(unclear.status == 66)
    #expect(unclear.errorCodes == ["entity.ambiguous"])
    #expect(unclear.text.contains("nm:\(lab.uuid("Office"))"))
    #expect(await home.run("toggle-vpn", lab.uuid("Office"), "--state", "off").status == 0)
    #expect(await lab.state("Office") == "")
    #expect(await lab.state("Tunnel") == "activated")
    #expect(await home.run("toggle-vpn").text == "○ Not connected\n  Tunnel\n")
  }

  @Test func `what does not answer fails with NetworkManager's reason`() async throws {
    let home = try await home()
    let ended = await home.run("toggle-vpn", "Dead end", "--output", "json")
    #expect(ended.status == 1)
    #expect(ended.errorCodes == ["vpn.timed-out"])
    #expect((7.5..<14).contains(ended.seconds))
    #expect(await lab.state("Dead end") == "")
  }

  @Test func `a plug-in that is missing is named with its package`() async throws {
    let ended = await (try home()).run("toggle-vpn", "No plugin", "--output", "json")
    #expect(ended.status == 1)
    #expect(ended.errorCodes == ["vpn.no-plugin"])
    #expect(ended.text.contains("network-manager-vpnc"))
  }

  @Test func `follows changes within 200 ms, whoever caused them`() async throws {
    let home = try await home(meant: "Office")
    let file = home.home.folder.write("", to: "changes")
    var follow = home.command(["show-status", "--follow"])
    follow.output = .file(file)
    let running = follow.start()
    #expect(await appears("Not connected: Office", in: file, within: 5) != nil)
    var delays: [Double] = []
    for _ in 1...5 {
      await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Office"))
      delays.append(await appears("✔ Connected: Office", in: file, within: 2) ?? .infinity)
      await lab.run("nmcli", "connection", "down", "uuid", lab.uuid("Office"))
      delays.append(await appears("○ Not connected: Office", in: file, within: 2) ?? .infinity)
      truncate(file, 0)
    }
    #expect(delays.sorted()[delays.count / 2] < 0.2, "\(delays)")
    await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("No plugin"))
    await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Dead end"))
    #expect(
      await appears("⚠ Dead end could not connect. It did not come up in time.", in: file, within: 2) != nil)
    kill(running.pid, SIGINT)
    #expect(await running.end().status == 130)
    #expect(await lab.run("pgrep", "-f", "gdbus monitor --system").text == "")
  }

  /// How many seconds until the file holds the text.
  private func appears(_ text: String, in file: String, within limit: Double) async -> Double? {
    let began = Date()
    while Date().timeIntervalSince(began) < limit {
      if (try? String(contentsOfFile: file, encoding: .utf8))?.contains(text) == true {
        return Date().timeIntervalSince(began)
      }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return nil
  }

  @Test func `an interrupted connection is asked to stop, and the journal says so`() async throws {
    let home = try await home()
    let running = home.command(["toggle-vpn", "Dead end"]).start()
    #expect(await lab.reaches("activating", "Dead end"))
    kill(running.pid, SIGINT)
    let ended = await running.end()
    #expect(ended.status == 130)
    #expect(ended.errorText.contains("Dead end was left disconnected"))
    #expect(await lab.state("Dead end") == "")
    let row = try await home.home.journal("--last", "1").first
    #expect(row?["code"] as? String == "run.interrupted")
    #expect(row?["dialog"] as? String == "vpn.interrupted disconnected")
  }

  @Test func `NetworkManager stops in mid-connect`() async throws {
    let home = try await home()
    let running = home.command(["toggle-vpn", "Dead end", "--output", "json"]).start()
    while await lab.state("Dead end") != "activating" {}
    let pid = try String(contentsOfFile: "\(lab.folder)/NetworkManager.pid", encoding: .utf8)
    kill(pid_t(pid.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0, SIGKILL)
    let ended = await running.end()
    #expect(ended.status == 1)
    #expect(ended.errorCodes == ["vpn.provider-stopped"])
    let without = await home.run("vpn-status", "--output", "json")
    #expect(without.status == 69)
    #expect(without.errorCodes == ["provider.unavailable"])
    _ = await Spawn(program: "\(lab.folder)/start", environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
      .run()
    await lab.run("nmcli", "connection", "up", "id", "Cable")
    #expect(await home.run("vpn-status").text == "○ Not connected\n  Tunnel\n")
  }

  @Test func `an interface that vanished is not connected`() async throws {
    let home = try await home()
    #expect(await home.run("toggle-vpn").status == 0)
    await lab.run("ip", "link", "delete", "tunnel0")
    for _ in 1...50 where await lab.state("Tunnel") != "" { try await Task.sleep(for: .milliseconds(20)) }
    #expect(await home.run("vpn-status").text == "○ Not connected\n  Tunnel\n")
    #expect(await home.run("toggle-vpn").text.hasPrefix("✔ Connected\n"))
  }

  @Test func `asks at a terminal which one of several is meant`() async throws {
    let home = try await home()
    await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Tunnel"))
    await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Office"))
    await home.run("allow", "--yes", "--quiet", "toggle-vpn")
    let session = TerminalSession(home.command(["toggle-vpn"]))
    #expect(await session.wait(for: "Which VPN?"))
    #expect(await session.wait(for: "> "))
    #expect(session.text.contains("  1  Tunnel") || session.text.contains("  2  Tunnel"), "\(session.text)")
    await session.answer("Office\n")
    let ended = await session.end()
    #expect(ended.status == 0)
    #expect(ended.text.hasSuffix(" Not connected\n  Office\n"), "\(ended.text)")
    #expect(await lab.state("Office") == "")
    #expect(await lab.state("Tunnel") == "activated")
  }

  @Test(.enabled(if: Privileges.canDrop, "another user cannot start the command that was built"))
  func `polkit refuses another user`() async throws {
    let home = try await home()
    await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Office"))
    _ = await home.runAsNobody("allow", "--yes", "--quiet", "toggle-vpn")
    let up = await home.runAsNobody("toggle-vpn", "Tunnel", "--state", "on", "--output", "json")
    #expect(up.status == 1)
    #expect(up.errorCodes == ["vpn.not-allowed"])
    let down = await home.runAsNobody("toggle-vpn", "Office", "--state", "off", "--output", "json")
    #expect(down.errorCodes == ["vpn.not-allowed"])
    #expect(await lab.state("Office") == "activated")
    #expect(await home.runAsNobody("show-status").text.contains("Connected: Office"))
  }

  @Test func `two toggles at once come one after the other`() async throws {
    let home = try await home(meant: "Office")
    async let first = home.run("toggle-vpn")
    async let second = home.run("toggle-vpn")
    let texts = await [first.text.prefix(3), second.text.prefix(3)].sorted()
    #expect(texts == ["○ N", "✔ C"].sorted())
    #expect(await lab.state("Office") == "")
  }

  @Test func `without nmcli the package is named`() async throws {
    let home = try await home()
    let ended = await home.home.command(["vpn-status", "--output", "json"])
      .withMounts("mount --bind /dev/null /usr/bin/nmcli").under(["\(lab.folder)/enter"]).run()
    #expect(ended.status == 69)
    #expect(ended.errorCodes == ["provider.not-installed"])
    #expect(ended.text.contains("network-manager"))
  }
}
