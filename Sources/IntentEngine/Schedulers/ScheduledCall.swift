internal import IntentCore

/// The command that a scheduler calls for an automation: all that it needs, whoever calls and from where.
struct ScheduledCall: Sendable {
  /// Variables that decide where files of the user are, where the caller set them.
  var variables: [(name: String, value: String)]
  /// The absolute path of the program, and its words.
  var words: [String]

  /// For crontab(5): quoted for a shell, and each `%`, which cron would take for a newline, escaped.
  var shellLine: String {
    var line = variables.isEmpty ? [] : ["env"]
    line += variables.map { "\($0.name)=\(ShellWords.quote($0.value))" }
    line += words.map(ShellWords.quote)
    var bytes: [UInt8] = []
    for byte in line.joined(separator: " ").utf8 {
      if byte == UInt8(ascii: "%") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// For `ExecStart=` (systemd.service(5)).
  var unitLine: String {
    // In the path of the program itself no variable is looked for.
    let quoted = words.enumerated().map { Self.quoted($0.element, isCommand: $0.offset > 0) }
    return quoted.joined(separator: " ")
  }

  /// Lines of `Environment=` (systemd.exec(5)).
  var unitVariables: [String] {
    variables.map { "Environment=\(Self.quoted("\($0.name)=\($0.value)", isCommand: false))" }
  }

  /// `%` starts a specifier everywhere, `$` a variable in commands.
  private static func quoted(_ text: String, isCommand: Bool) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "%"): bytes += "%%".utf8
      case UInt8(ascii: "$") where isCommand: bytes += "$$".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ScheduledCall {
  private static let carried = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "RUNINTENT_PATH"]

  /// - Parameter folder: The folder of definitions that the automation is in when a search would not find it.
  init(_ id: String, folder: String?, logsTo log: String?, _ engine: Engine) throws(Failure) {
    guard let program = engine.installer.executable() else {
      throw Failure(.internalError, ["reason": "the path of the program is not known"])
    }
    variables = Self.carried.compactMap { name in
      guard let value = engine.world.machine.caller.variable(name), !value.isEmpty else { return nil }
      let parts = value.utf8.split(separator: UInt8(ascii: ":")).map {
        engine.library.absolute(String(Substring($0)))
      }
      return (name, name == "RUNINTENT_PATH" ? parts.joined(separator: ":") : value)
    }
    words = [program, "--quiet"]
    if let folder { words += ["--intents", folder] }
    words += ["automation", "run", id, "--due"]
    if let log { words += ["--log-to", log] }
    let all = words + variables.map(\.value)
    if let bad = all.first(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) {
      throw Failure(.valueControl, ["name": "crontab", "value": .text(bad)])
    }
  }
}
