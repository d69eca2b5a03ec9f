import Foundation
import Glibc
import TestSupport
import Testing

extension NetworkManagerTests {
  /// What is said of a VPN when its provider, its link or somebody's script is not as it should be.
  @Suite struct Truth {
    private let lab = Lab.networkManager

    private func signal(_ number: Int32) { kill(pid_t(lab.text("NetworkManager.pid")) ?? 0, number) }

    private func tunnel(_ home: LabHome) async -> String {
      let value = await home.run("vpn-status", "--output", "json").json["value"] as? [String: Any]
      return value?["interface"] as? String ?? "none"
    }

    @Test(arguments: ["Tunnel", "Office"])
    func `a tunnel whose link is down is not connected, and comes up anew`(name: String) async throws {
      let home = try await LabHome.fresh(meant: name)
      #expect(await home.run("toggle-vpn").status == 0)
      await lab.run("ip", "link", "set", await tunnel(home), "down")
      let said = await home.run("vpn-status")
      #expect(said.text.hasPrefix("○ Not connected, its link is down\n"), "\(said.text)")
      #expect(await home.run("show-status").text.contains("Not connected, its link is down: \(name)"))
      #expect(await home.run("toggle-vpn", "--state", "on").text.hasPrefix("✔ Connected\n"))
      #expect(await home.run("vpn-status").text.hasPrefix("✔ Connected\n"))
    }

    @Test func `one that is on its way down is told as that, and waited for`() async throws {
      let home = try await LabHome.fresh(meant: "Office")
      #expect(await home.run("toggle-vpn").status == 0)
      let script = "dispatcher.d/pre-down.d/slow"
      await lab.run("mkdir", "-p", "\(lab.folder)/dispatcher.d/pre-down.d")
      lab.write("#!/bin/sh\n[ \"$2\" != vpn-pre-down ] || sleep 2\n", to: script)
      await lab.run("chmod", "755", "\(lab.folder)/\(script)")
      await lab.run("nmcli", "--wait", "0", "connection", "down", "uuid", lab.uuid("Office"))
      #expect(await lab.state("Office") == "deactivating")
      #expect(await home.run("vpn-status").text.hasPrefix("○ Disconnecting\n"))
      // No second tunnel comes up.
      #expect(await home.run("toggle-vpn").text == "○ Not connected\n  Office\n")
      #expect(await lab.state("Office") == "")
      await lab.run("rm", "\(lab.folder)/\(script)")
    }

    @Test func `a NetworkManager that does not answer is named within its patience`() async throws {
      let home = try await LabHome.fresh(meant: "Office")
      signal(SIGSTOP)
      defer { signal(SIGCONT) }
      let began = Date()
      let status = await home.run("vpn-status", "--output", "json")
      #expect(status.status == 69)
      #expect(status.errorCodes == ["provider.unavailable"])
      #expect(Date().timeIntervalSince(began) < 4)
      let whole = await home.run("show-status")
      #expect(whole.status == 0)
      #expect(whole.errorText.contains("NetworkManager is not available: it did not answer within 3 s"))
      #expect(!whole.text.contains("onnected"))
    }

    @Test func `without a configuration the real ones are told, and the demo alone is moved`() async throws {
      let home = try await LabHome.fresh(meant: "Office")
      home.home.folder.write("{}", to: "home/.config/runintent/config.json")
      #expect(await home.run("vpn-status").text.contains("Office"))
      await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Office"))
      #expect(await home.run("vpn-status").text.hasPrefix("✔ Connected\n  Office on tun"))
      #expect(await home.run("show-status").text.contains("Connected: Office on tun"))
      let demo = await home.run("toggle-vpn")
      #expect(demo.text.contains("(demo)") && demo.text.contains("Office (nm:\(lab.uuid("Office")))"))
      #expect(await lab.state("Office") == "activated")
    }

    @Test func `follows a link that is set down, and goes on without the bus`() async throws {
      let home = try await LabHome.fresh(meant: "Office")
      #expect(await home.run("toggle-vpn").status == 0)
      let link = await tunnel(home)
      let file = home.home.folder.write("", to: "changes")
      var follow = home.command(["vpn-status", "--follow"])
      follow.output = .file(file)
      let running = follow.start()
      #expect(await appears("Connected", in: file))
      await lab.run("ip", "link", "set", link, "down")
      #expect(await appears("Not connected, its link is down: Office", in: file))
      await lab.run("pkill", "-KILL", "-f", "^[^ ]*gdbus monitor")
      await lab.run("nmcli", "connection", "down", "uuid", lab.uuid("Office"))
      #expect(await appears("Not connected: Office", in: file, within: 2.5))
      await lab.run("nmcli", "connection", "up", "uuid", lab.uuid("Office"))
      #expect(await appears("Connected: Office on", in: file, within: 2.5))
      signal(SIGKILL)
      #expect(await appears("Not known: Office", in: file, within: 2.5))
      kill(running.pid, SIGTERM)
      _ = await running.end()
      _ = await Spawn(
        program: "\(lab.folder)/start", environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
      ).run()
      await lab.run("nmcli", "connection", "up", "id", "Cable")
    }

    private func appears(_ text: String, in file: String, within limit: Double = 1) async -> Bool {
      let end = Date().addingTimeInterval(limit)
      while Date() < end {
        if (try? String(contentsOfFile: file, encoding: .utf8))?.contains(text) == true { return true }
        try? await Task.sleep(for: .milliseconds(5))
      }
      return false
    }
  }
}
