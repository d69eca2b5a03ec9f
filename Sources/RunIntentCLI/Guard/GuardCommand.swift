internal import IntentCore
internal import IntentEngine
internal import IntentHandlers

enum GuardCommand {
  static let command = Command(
    name: "guard", usage: "guard [status | install [--user NAME] [--remove]]",
    summary: "End VPN sessions and lock doors when their time has come.", operands: .optional,
    options: [
      OptionSpec("up", .flag, "A tunnel came up; with --uuid, for NetworkManager's dispatcher."),
      OptionSpec("down", .flag, "A tunnel went down."),
      OptionSpec("uuid", .value("UUID"), "Which tunnel."),
      OptionSpec("user", .value("NAME"), "With install: whose rules hold for tunnels that others start."),
      OptionSpec("remove", .flag, "With install: take it back."),
    ], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    switch options.operands.first {
    case "status": try status(&session)
    case "install": try install(options, &session)
    case let word?: throw .notAmong("guard", word, ["status", "install"])
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
      throw .refused("guard install", "only root may write to \(GuardInstallation.folder)", command: command)
    }
    if options.has("remove") { return try installation.remove(&session) }
    try installation.install(isConfirmed: options.has("yes"), &session)
  }

  private static func watch(_ session: inout Session) async throws(Failure) {
    let environment = session.environment
    let isOnly = try await environment.guardian.honourDeadlines(
      of: environment.world, environment.interruption)
    session.tell(isOnly ? "Nothing is left to guard." : "A guard is running already.")
  }

  /// What NetworkManager tells of a tunnel that anybody brought up or down.
  private static func event(_ options: ParsedOptions, _ session: Session) async throws(Failure) {
    guard let id = options.value("uuid") else { throw command.missing("--uuid") }
    let events = TunnelEvents(world: session.world, cancellation: session.environment.interruption)
    if options.has("up") { try await events.cameUp(id) } else { try await events.wentDown(id) }
  }

  private static func status(_ session: inout Session) throws(Failure) {
    let deadlines = try session.world.store.deadlines()
    let holder = session.environment.guardian.holder()
    let clock = session.world.clock
    if session.settings.isJSON {
      let rows = deadlines.map { deadline -> Value in
        .object([
          "resource": .string(deadline.resource), "action": .string(deadline.action),
          "due": .string(deadline.due.rfc3339), "overdue": .boolean(deadline.isDue(clock)),
        ])
      }
      return session.write(json: [
        "running": .boolean(holder != nil),
        "process": holder.map { $0 > 0 ? .integer($0) : .null } ?? .null, "deadlines": .array(rows),
      ])
    }
    let idle =
      deadlines.isEmpty
      ? "No guard is running, and nothing is left to guard."
      : "No guard is running; the next run sees to what is due."
    session.print(
      holder.map { session.text("A guard is running as process ${number}.", ["number": .integer($0)]) }
        ?? session.text(idle))
    for deadline in deadlines { session.print("  \(session.moment(deadline.due))  \(deadline.text)") }
  }
}

extension GuardInstallation {
  private var place: ValueObject { ["path": .string(path)] }

  fileprivate func install(isConfirmed: Bool, _ session: inout Session) throws(Failure) {
    if isInPlace { return session.tell("${path} is in place already.", place) }
    let shown = session.text("This is to be written to ${path}:", place) + "\n" + script.cleaned(.block)
    try session.confirm(
      shown, "Write it?", intents: "guard install",
      command: ["runintent", "guard", "install", "--user", user, "--yes"], unless: isConfirmed)
    if isConfirmed, !session.settings.isQuiet { session.write(shown) }
    try install()
    session.tell("${path} is in place.", place)
  }

  fileprivate func remove(_ session: inout Session) throws(Failure) {
    session.tell(try remove() ? "${path} is removed." : "${path} is not there.", place)
  }
}
