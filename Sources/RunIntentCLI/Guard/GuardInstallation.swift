internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent guard install`: has NetworkManager tell us of tunnels that others bring up, as their owner.
struct GuardInstallation {
  /// Where NetworkManager looks for scripts that are root's alone (NetworkManager-dispatcher(8)).
  static let folder = "/etc/NetworkManager/dispatcher.d"

  let user: String
  let id: UInt32
  let home: String
  let program: String

  var path: String { "\(Self.folder)/90-runintent-\(user)" }

  static func run(_ options: ParsedOptions, _ session: inout Session) throws(Failure) {
    let installation = try GuardInstallation(options, session)
    guard session.world.machine.caller.user == 0 else {
      var command = ["sudo", installation.program, "guard", "install", "--user", installation.user]
      if options.has("remove") { command.append("--remove") }
      throw Failure(
        .consentRefused,
        [
          "intent": "guard install", "reason": .text("only root may write to \(folder)"),
          "command": .list(command),
        ])
    }
    if options.has("remove") { return try installation.remove(&session) }
    try installation.install(isConfirmed: options.has("yes"), &session)
  }

  private init(_ options: ParsedOptions, _ session: Session) throws(Failure) {
    let caller = session.world.machine.caller
    let users = session.world.files.read("/etc/passwd", 16 << 20) ?? []
    let name = options.value("user") ?? session.environment.variables.find("SUDO_USER")
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
    program = session.environment.installer.executable() ?? "runintent"
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
  var script: String {
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

  private func install(isConfirmed: Bool, _ session: inout Session) throws(Failure) {
    let installer = session.environment.installer
    let bytes = Array(script.utf8)
    if installer.read(path) == bytes {
      if !session.settings.isQuiet { say("${path} is in place already.", &session) }
      return
    }
    if !isConfirmed {
      let lead = session.text("This is to be written to ${path}:", ["path": .string(path)])
      try session.confirm(
        "\(lead)\n\(script.cleaned(.block))\(session.text("Write it?"))", intents: "guard install",
        command: ["runintent", "guard", "install", "--user", user, "--yes"])
    } else if !session.settings.isQuiet {
      say("This is to be written to ${path}:", &session)
      session.write(script.cleaned(.block))
    }
    try installer.write(path, bytes, 0o755)
    if !session.settings.isQuiet { say("${path} is in place.", &session) }
  }

  private func remove(_ session: inout Session) throws(Failure) {
    let isGone = try session.environment.installer.remove(path)
    if session.settings.isQuiet { return }
    say(isGone ? "${path} is removed." : "${path} is not there.", &session)
  }

  private func say(_ text: String, _ session: inout Session) {
    session.print(session.text(text, ["path": .string(path)]))
  }
}
