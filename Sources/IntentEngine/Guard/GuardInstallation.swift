package import IntentCore

/// `runintent guard install`: has NetworkManager tell us of tunnels that others bring up, as their owner.
package struct GuardInstallation {
  /// Where NetworkManager looks for scripts that are root's alone (NetworkManager-dispatcher(8)).
  package static let folder = "/etc/NetworkManager/dispatcher.d"

  package let user: String
  private let id: UInt32
  private let home: String
  package let program: String
  private let installer: Installer

  package var path: String { "\(Self.folder)/90-runintent-\(user)" }

  /// - Parameter name: The user whose rules hold; who called by sudo when it is not said.
  package init(user name: String?, _ engine: Engine) throws(Failure) {
    let caller = engine.world.machine.caller
    let users = engine.world.files.read("/etc/passwd", 16 << 20) ?? []
    let name = name ?? caller.variable("SUDO_USER")
    let entry = users.split(separator: UInt8(ascii: "\n")).lazy
      .map { $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) }
      .first { fields in
        guard fields.count > 5 else { return false }
        return name.map { fields[0].elementsEqual($0.utf8) }
          ?? fields[2].elementsEqual(String(caller.user).utf8)
      }
    guard let entry, let id = UInt32(String(decoding: entry[2], as: UTF8.self)),
      entry[5].first == UInt8(ascii: "/"), entry[0].allSatisfy(Self.isPlain), !entry[0].isEmpty
    else {
      throw Failure(
        .valueType,
        ["name": "--user", "value": .text(name ?? ""), "expected": "the name of a user of this machine"])
    }
    user = String(decoding: entry[0], as: UTF8.self)
    self.id = id
    home = String(decoding: entry[5], as: UTF8.self)
    installer = engine.installer
    program = engine.installer.executable() ?? "runintent"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The script drops root's rights before it runs anything of the user's.
  package var script: String {
    let variables = ["HOME=\(home)", "PATH=/usr/bin:/bin", "XDG_RUNTIME_DIR=/run/user/\(String(id))"]
    let drop = id == 0 ? [] : ["/usr/sbin/runuser", "-u", user, "--"]
    let words = drop + ["/usr/bin/env", "-i"] + variables + [program, "guard"]
    return """
      #!/bin/sh
      # NetworkManager tells runintent which tunnels come up and go down, so that session rules hold for \(user).
      # Written by "runintent guard install"; "runintent guard install --user \(user) --remove" takes it away.
      case "$2" in
        up | vpn-up) event=--up ;;
        down | vpn-down) event=--down ;;
        *) exit 0 ;;
      esac
      [ -n "$CONNECTION_UUID" ] || exit 0
      exec \(ShellWords.join(words)) "$event" --uuid "$CONNECTION_UUID"

      """
  }

  package var isInPlace: Bool { installer.read(path) == Array(script.utf8) }

  package func install() throws(Failure) { try installer.write(path, Array(script.utf8), 0o755) }

  /// False when it was not there.
  package func remove() throws(Failure) -> Bool { try installer.remove(path) }
}
