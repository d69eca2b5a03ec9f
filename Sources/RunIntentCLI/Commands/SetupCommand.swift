internal import IntentCore
internal import IntentRendering

/// `runintent setup`: installs the command, the samples and completions for the user, and takes them back.
enum SetupCommand {
  static let command = Command(
    name: "setup", usage: "setup [--yes] [--remove]",
    summary: "Install the command, the sample intents and completions for you.",
    options: [OptionSpec("remove", .flag, "Take it back; what you changed stays.")], run: run)

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let options = try command.parse(words, leading, &session)
    if options.has("help") { return try HelpCommand.command(named: "setup", &session) }
    if let extra = options.operands.first {
      throw Failure(.unexpectedArgument, ["value": .text(extra), "command": "setup"])
    }
    let plan = try SetupPlan(session)
    if options.has("remove") { return try remove(plan, &session) }
    guard options.has("yes") || session.environment.source() == .terminal else {
      throw Failure(
        .consentRefused,
        ["reason": "there is no terminal to ask at", "command": .list(["runintent", "setup", "--yes"])])
    }
    try install(plan, &session)
    try await trust(plan, isConfirmed: options.has("yes"), &session)
    sayWhatIsNext(plan, &session)
  }

  private static func install(_ plan: SetupPlan, _ session: inout Session) throws(Failure) {
    let installer = session.environment.installer
    if let own = installer.executable(), own != plan.binary {
      guard let bytes = installer.read(own) else { throw Failure(.fileUnreadable, ["path": .text(own)]) }
      try put(SetupPlan.File(path: plan.binary, bytes: bytes, mode: 0o755, isEdited: false), &session)
    }
    for file in plan.files { try put(file, &session) }
  }

  private static func put(_ file: SetupPlan.File, _ session: inout Session) throws(Failure) {
    let installer = session.environment.installer
    let present = installer.read(file.path)
    if present == file.bytes { return say("unchanged", file.path, &session) }
    if present != nil, file.isEdited { return say("kept, differs from the sample", file.path, &session) }
    try installer.write(file.path, file.bytes, file.mode)
    say(present == nil ? "installed" : "updated", file.path, &session)
  }

  private static func say(_ what: String, _ path: String, _ session: inout Session) {
    if !session.settings.isQuiet { session.print("\(path.cleaned(.line)): \(what)") }
  }

  private static func trust(
    _ plan: SetupPlan, isConfirmed: Bool, _ session: inout Session
  ) async throws(Failure) {
    var proposals: [TrustProposal] = []
    for id in plan.ids {
      let path = "\(plan.intents)/\(id).json"
      do throws(Failure) {
        let proposal = try await TrustProposal.make(for: path, sources: [.terminal], session)
        if proposal.isHarmless { continue }
        let standing = try session.world.store.standing(of: path)
        if standing.trust.map({ $0.source == proposal.trust.source && $0.files == proposal.trust.files }) ?? false {
          continue
        }
        proposals.append(proposal)
      } catch where error.faults.first?.code == .executableMissing {
        session.warn(error.asWarnings)
      }
    }
    if proposals.isEmpty { return }
    try TrustProposal.accept(proposals, isConfirmed: isConfirmed, &session)
  }

  private static func sayWhatIsNext(_ plan: SetupPlan, _ session: inout Session) {
    if session.settings.isQuiet { return }
    let folder = String(decoding: plan.binary.utf8.dropLast("/runintent".utf8.count), as: UTF8.self)
    let path = session.environment.variables.find("PATH") ?? ""
    let isOnPath = path.utf8.split(separator: UInt8(ascii: ":")).contains { $0.elementsEqual(folder.utf8) }
    session.print(
      isOnPath
        ? "Ready: try `runintent hello`."
        : "Ready: add \(folder.cleaned(.line)) to PATH, then try `runintent hello`.")
  }

  private static func remove(_ plan: SetupPlan, _ session: inout Session) throws(Failure) {
    let installer = session.environment.installer
    for id in plan.ids { _ = try session.world.store.removeTrust(of: "\(plan.intents)/\(id).json") }
    for file in plan.files {
      guard let present = installer.read(file.path) else { continue }
      if present != file.bytes, file.isEdited {
        say("kept, you changed it", file.path, &session)
      } else if try installer.remove(file.path) {
        say("removed", file.path, &session)
      }
    }
    if try installer.remove(plan.binary) { say("removed", plan.binary, &session) }
    for folder in plan.folders { installer.removeFolder(folder) }
  }
}
