import Foundation
import TestSupport
import Testing

/// Against real WireGuard peers, which takes root.
@Suite(
  .serialized,
  .enabled(if: Privileges.wantsRealServices, "real WireGuard needs root: RUNINTENT_REQUIRE_REAL=1"))
struct WireGuardTests {
  private let lab = Lab.wireGuard

  private func home(meant: String = "wg:wgwork") async throws -> LabHome {
    #expect(lab.complaint == nil)
    try #require(lab.complaint == nil)
    for name in ["wgwork", "wgdead"] { await lab.run("ip", "link", "delete", name) }
    return await LabHome(lab, meant: meant)
  }

  @Test func `connected is when the other end has answered`() async throws {
    let home = try await home()
    let up = await home.run("toggle-vpn", "--output", "json")
    #expect(up.status == 0)
    #expect((up.json["value"] as? [String: Any])?["handshake"] as? String == "recent")
    #expect(await home.run("vpn-status").text.hasPrefix("✔ Connected\n  wgwork on wgwork, since "))
    #expect(await home.run("show-status").text.contains("Connected: wgwork"))
    #expect(await home.run("toggle-vpn").text == "○ Not connected\n  wgwork\n")
    #expect(!(await lab.run("wg", "show", "interfaces").text.contains("wgwork")))
  }

  @Test func `up without an answer is a failure and is taken down again`() async throws {
    let ended = await (try home()).run("toggle-vpn", "wgdead", "--output", "json")
    #expect(ended.status == 1)
    #expect(ended.errorCodes == ["vpn.no-handshake"])
    #expect(!(await lab.run("wg", "show", "interfaces").text.contains("wgdead")))
  }

  @Test func `up by another hand without an answer is not connected`() async throws {
    let home = try await home(meant: "wg:wgdead")
    await lab.run("wg-quick", "up", "wgdead")
    #expect(await home.run("vpn-status").text.hasPrefix("○ Up, but no handshake\n"))
  }

  @Test(.enabled(if: Privileges.canDrop, "another user cannot start the command that was built"))
  func `without the right to ask it is up and the rest unknown`() async throws {
    let home = try await home()
    await lab.run("wg-quick", "up", "wgwork")
    #expect(await home.runAsNobody("vpn-status").text.hasPrefix("○ Up, handshake unknown\n"))
    _ = await home.runAsNobody("allow", "--yes", "--quiet", "toggle-vpn")
    let down = await home.runAsNobody("toggle-vpn", "wgwork", "--state", "off", "--output", "json")
    #expect(down.errorCodes == ["vpn.not-allowed"])
    #expect(await lab.run("wg", "show", "interfaces").text.contains("wgwork"))
  }

  @Test func `a configuration that changed is code that nobody trusts any more`() async throws {
    let home = try await home()
    await lab.run("sh", "-c", "echo '# changed' >>/etc/wireguard/wgwork.conf")
    let ended = await home.run("toggle-vpn", "--output", "json")
    #expect(ended.status == 77)
    #expect(ended.errorCodes == ["permission.file-changed"])
  }

  @Test func `a link that is down carries nothing, and is brought up anew`() async throws {
    let home = try await home()
    #expect(await home.run("toggle-vpn").status == 0)
    await lab.run("ip", "link", "set", "wgwork", "down")
    let status = await home.run("vpn-status", "--output", "json")
    #expect(status.json["dialog"] as? String == "Not connected, its link is down")
    #expect((status.json["value"] as? [String: Any])?["state"] as? String == "link-down")
    #expect(await home.run("show-status").text.contains("Not connected, its link is down: wgwork"))
    #expect(await home.run("toggle-vpn", "--state", "on").text.hasPrefix("✔ Connected\n"))
    #expect(await lab.run("ip", "-o", "link", "show", "wgwork").text.contains("UP"))
  }

  @Test func `follows what others do`() async throws {
    let home = try await home()
    let file = home.home.folder.write("", to: "changes")
    var follow = home.command(["vpn-status", "--follow"])
    follow.output = .file(file)
    let running = follow.start()
    await lab.run("sh", "-c", "sleep 0.5; wg-quick up wgwork; sleep 2; wg-quick down wgwork; sleep 1.5")
    kill(running.pid, SIGTERM)
    #expect(await running.end().status == 143)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("✔ Connected: wgwork on wgwork"))
    #expect(text.hasSuffix("○ Not connected: wgwork\n"))
  }
}
