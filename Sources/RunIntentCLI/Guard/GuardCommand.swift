internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentRendering

/// `runintent guard`: ends sessions and locks doors when their time has come, until nothing is left to guard.
enum GuardCommand {
  static let command = Command(
    name: "guard", usage: "guard [status | install [--user NAME] [--remove]]",
    summary: "End VPN sessions and lock doors when their time has come.",
    options: [
      OptionSpec("up", .flag, "A tunnel came up; with --uuid, for NetworkManager's dispatcher."),
      OptionSpec("down", .flag, "A tunnel went down."),
      OptionSpec("uuid", .value("UUID"), "Which tunnel."),
      OptionSpec("user", .value("NAME"), "With install: whose rules hold for tunnels that others start."),
      OptionSpec("remove", .flag, "With install: take it back."),
    ], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    switch try command.operand(options) {
    case "status": try status(&session)
    case "install": try install(options, &session)
    case let word?:
      throw Failure(
        .valueEnum,
        [
          "name": "guard", "value": .text(word), "allowed": .list(["status", "install"]),
          "suggestion": .text(Suggestion.nearest(to: word, among: ["status", "install"]) ?? ""),
        ])
    case nil where options.has("up") || options.has("down"): try await event(options, session)
    case nil: try await watch(&session)
    }
  }

  /// Has NetworkManager tell us of tunnels that others bring up.
  private static func install(_ options: ParsedOptions, _ session: inout Session) throws(Failure) {
    let installation = try GuardInstallation(user: options.value("user"), session.engine)
    guard session.world.machine.caller.user == 0 else {
      var command = ["sudo", installation.program, "guard", "install", "--user", installation.user]
      if options.has("remove") { command.append("--remove") }
      throw Failure(
        .consentRefused,
        [
          "intent": "guard install", "reason": .text("only root may write to \(GuardInstallation.folder)"),
          "command": .list(command),
        ])
    }
    if options.has("remove") { return try installation.remove(&session) }
    try installation.install(isConfirmed: options.has("yes"), &session)
  }

  private static func watch(_ session: inout Session) async throws(Failure) {
    let environment = session.environment
    let isOnly = try await environment.guardian.honourDeadlines(
      of: environment.world, environment.interruption)
    if session.settings.isQuiet { return }
    session.print(
      isOnly ? session.text("Nothing is left to guard.") : session.text("A guard is running already."))
  }

  /// What NetworkManager tells of a tunnel that anybody brought up or down.
  private static func event(_ options: ParsedOptions, _ session: Session) async throws(Failure) {
    guard let id = options.value("uuid") else {
      throw command.missing("--uuid")
    }
    let events = TunnelEvents(world: session.world, cancellation: session.environment.interruption)
    if options.has("up") { try await events.cameUp(id) } else { try await events.wentDown(id) }
  }

  private static func status(_ session: inout Session) throws(Failure) {
    let deadlines = try session.world.store.deadlines()
    let holder = session.environment.guardian.holder()
    let clock = session.world.clock
    switch session.settings.output {
    case .json, .jsonl:
      let rows = deadlines.map { deadline -> Value in
        .object([
          "resource": .string(deadline.resource), "action": .string(deadline.action),
          "due": .string(deadline.due.rfc3339), "overdue": .boolean(deadline.isDue(clock)),
        ])
      }
      session.write(
        json: .object([
          "schemaVersion": 1, "running": .boolean(holder != nil),
          "process": holder.map { $0 > 0 ? .integer($0) : .null } ?? .null, "deadlines": .array(rows),
        ]))
    default:
      if let holder {
        session.print(session.text("A guard is running as process ${number}.", ["number": .integer(holder)]))
      } else {
        session.print(
          deadlines.isEmpty
            ? session.text("No guard is running, and nothing is left to guard.")
            : session.text("No guard is running; the next run sees to what is due."))
      }
      for deadline in deadlines {
        session.print("  \(session.moment(deadline.due))  \(deadline.text)")
      }
    }
  }
}

extension GuardInstallation {
  fileprivate func install(isConfirmed: Bool, _ session: inout Session) throws(Failure) {
    if isInPlace {
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
    try install()
    if !session.settings.isQuiet { say("${path} is in place.", &session) }
  }

  fileprivate func remove(_ session: inout Session) throws(Failure) {
    let isGone = try remove()
    if session.settings.isQuiet { return }
    say(isGone ? "${path} is removed." : "${path} is not there.", &session)
  }

  private func say(_ text: String, _ session: inout Session) {
    session.print(session.text(text, ["path": .string(path)]))
  }
}
