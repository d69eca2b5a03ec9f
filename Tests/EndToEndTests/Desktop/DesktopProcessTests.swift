import Foundation
import Glibc
import TestSupport
import Testing

/// The real programs of desktops.
enum DesktopEquipment {
  static let isThere: Bool = {
    let paths: [String] = [
      "/usr/bin/desktop-file-validate", "/usr/bin/gio", "/usr/bin/notify-send", "/usr/bin/dbus-run-session",
      "/usr/lib/python3/dist-packages/dbus", "/usr/lib/python3/dist-packages/gi",
    ]
    return paths.allSatisfy { access($0, R_OK) == 0 }
  }()
}

/// Entries as real launchers read them, and notifications as a real session bus carries them.
@Suite(
  .serialized,
  .enabled(
    if: DesktopEquipment.isThere || Privileges.wantsRealServices,
    "needs desktop-file-validate, gio, notify-send, dbus-run-session and python3-dbus"))
struct DesktopProcessTests {
  private static let odd = #"""
    { "title": "Odd; \\ name = [x]", "description": "100% \"odd\"\nin lines", "keywords": ["a;b", "c\\d"],
      "parameters": { "what": { "enum": ["a b", "$x`y\"z\\", "50%", "--", "日本", 3], "default": 3 } },
      "result": { "dialog": "It was ${what}" }, "handler": "dialog", "with": { "text": "${what}" } }
    """#

  private func home() throws -> TestHome {
    let home = TestHome()
    for name in ["toggle-vpn.json", "vpn-status.json", "door-status.json", "Localizable.xcstrings"] {
      home.folder.write(
        try Data(contentsOf: Repository.intents.appending(path: name)), to: "work/intents/\(name)")
    }
    home.define("odd", Self.odd)
    home.define(
      "fails",
      #"{ "title": "Fails", "handler": "lock.set", "with": { "door": "shed", "state": "unlocked" } }"#)
    home.define(
      "hostile",
      ##"""
      { "title": "Hostile", "handler": "dialog",
        "with": { "text": "<b>bold</b> & \u001b[31mred\u202e", "detail": "<a href=\"x\">line</a>" } }
      """##)
    return home
  }

  private func entry(_ id: String, _ home: TestHome) -> String {
    "\(home.path)/home/.local/share/applications/runintent-\(id).desktop"
  }

  /// What the person would see on the desktop.
  private func notifications(_ home: TestHome, _ command: [String]) async -> (Ended, [[String: Any]]) {
    let script = Repository.root.appending(path: "Tests/Laboratories/Desktop/notifications").path()
    let ended = await Spawn(
      program: "/usr/bin/dbus-run-session", arguments: ["--", script] + command,
      environment: home.environment, directory: home.work
    ).run()
    let lines = ended.text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    return (ended, lines)
  }

  @Test func `the validator finds no fault`() async throws {
    let home = try home()
    let installed = await home.run("desktop", "install")
    #expect(installed.status == 0, "\(installed.errorText)")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: "\(home.path)/home/.local/share/applications")
    #expect(names.count == 6)
    let validated = await Spawn(
      program: "/usr/bin/desktop-file-validate",
      arguments: names.map { "\(home.path)/home/.local/share/applications/\($0)" },
      environment: home.environment
    ).run()
    #expect(validated.status == 0)
    #expect(validated.text == "")
    #expect(validated.errorText == "")
    let text = try String(contentsOfFile: entry("toggle-vpn", home), encoding: .utf8)
    for line in [
      "Name=Toggle VPN", "Name[ru]=Коннект VPN", "Icon=security-high", "Categories=Network;",
      "Actions=state-on;state-off;", "X-Runintent-Intent=toggle-vpn", "[Desktop Action state-on]",
      "Exec=\(Binary.path) --notify --intents \(home.work)/intents run toggle-vpn",
      "Exec=\(Binary.path) --notify --intents \(home.work)/intents run toggle-vpn --state=off",
    ] { #expect(text.contains(line + "\n"), "\(line)") }
    #expect(await home.run("desktop", "install", "toggle-vpn").text == "toggle-vpn: unchanged\n")
  }

  @Test func `a launcher runs what stands there, and the answer comes as a notification`() async throws {
    let home = try home()
    _ = await home.run("desktop", "install", "--quiet")
    let (_, shown) = await notifications(
      home,
      [
        "sh", "-c",
        "gio launch '\(entry("toggle-vpn", home))'; for i in $(seq 100); do sleep 0.1; test -e done && break; \(Binary.path) log --last 1 | grep -q finished && touch done; done; sleep 0.5",
      ])
    #expect(shown.count == 1)
    #expect((shown.first?["summary"] as? String)?.hasPrefix("✔ Connected") == true, "\(shown)")
    let row = try #require(try await home.journal().first)
    #expect(row["intent"] as? String == "toggle-vpn")
    #expect(row["source"] as? String == "script")
  }

  /// Values reach the intent byte for byte through `Exec` as GLib reads it.
  @Test func `values of actions arrive`() async throws {
    let home = try home()
    _ = await home.run("desktop", "install", "odd")
    let launch = #"""
      import sys
      import gi
      from gi.repository import Gio
      entry = Gio.DesktopAppInfo.new_from_filename(sys.argv[1])
      actions = entry.list_actions()
      print(entry.get_name(), [entry.get_action_name(action) for action in actions])
      for action in actions: entry.launch_action(action, None)
      """#
    let (ended, shown) = await notifications(
      home, ["/usr/bin/python3", "-c", launch + "\nimport time; time.sleep(3)", entry("odd", home)])
    #expect(
      ended.errorText.contains(#"Odd; \ name = [x] ['a b', '$x`y"z\\', '50%', '--', '日本']"#),
      "\(ended.errorText)")
    #expect(
      Set(shown.compactMap { $0["summary"] as? String })
        == ["✔ It was a b", "✔ It was $x`y\"z\\", "✔ It was 50%", "✔ It was --", "✔ It was 日本"])
  }

  @Test func `failures and refusals are shown as such, and text is clean`() async throws {
    let home = try home()
    home.define("program", #"{ "title": "P", "handler": "command", "with": { "run": ["true"] } }"#)
    let (jammed, first) = await notifications(home, [Binary.path, "--notify", "fails"])
    #expect(jammed.status == 1)
    #expect(first.first?["urgency"] as? Int == 2)
    #expect(first.first?["summary"] as? String == "⚠ The shed door is jammed. (demo)")
    let (refused, second) = await notifications(home, [Binary.path, "--notify", "run", "program"])
    #expect(refused.status == 77)
    #expect(second.first?["summary"] as? String == "⚠ program")
    #expect((second.first?["body"] as? String)?.contains("runintent allow program --unattended") == true)
    let (_, third) = await notifications(home, [Binary.path, "--notify", "hostile"])
    #expect(third.first?["summary"] as? String == #"✔ <b>bold</b> & \u{1B}[31mred\u{202E}"#)
    #expect(third.first?["body"] as? String == "&lt;a href=\"x\"&gt;line&lt;/a&gt;")
    let (unknown, fourth) = await notifications(home, [Binary.path, "--notify", "nothing"])
    #expect(unknown.status == 66)
    #expect(fourth.count == 1)
  }

  @Test func `without a desktop or a daemon the run is what it was`() async throws {
    let home = try home()
    #expect(await home.run("--notify", "toggle-vpn").status == 0)
    var spawn = home.command(["--notify", "vpn-status"])
    spawn.environment["DISPLAY"] = ":99"
    spawn.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent"
    let ended = await spawn.run()
    #expect(ended.status == 0)
    #expect(ended.text.hasPrefix("✔ Connected"))
    #expect(ended.messages == "")
    let (plain, shown) = await notifications(home, [Binary.path, "vpn-status"])
    #expect(plain.status == 0)
    #expect(shown.isEmpty, "only where it is asked for")
  }
}
