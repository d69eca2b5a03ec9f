internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentPlatform
internal import IntentRendering

/// `runintent setup`: installs the command, the samples and completions for the user, and takes them back.
enum SetupCommand {
  static let command = Command(
    name: "setup", usage: "setup [--yes] [--remove]",
    summary: "Install the command, the sample intents, completions and manual pages for you.",
    options: [OptionSpec("remove", .flag, "Take it back; what you changed stays.")], run: run)

  @Sendable
  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    try command.takeNone(options)
    let plan = try SetupPlan(session)
    if options.has("remove") { return try await remove(plan, &session) }
    guard options.has("yes") || session.environment.source() == .terminal else {
      throw Failure(
        .consentRefused,
        [
          "intent": "setup", "reason": "there is no terminal to ask at",
          "command": .list(["runintent", "setup", "--yes"]),
        ])
    }
    try install(plan, &session)
    do throws(Failure) {
      try await trust(plan, isConfirmed: options.has("yes"), &session)
    } catch  where error.faults.first?.code == .consentRefused {
      // The files are in place all the same; what executes stays untrusted until its user says so.
      session.warn(error.asWarnings)
    }
    try await offerVPN(isConfirmed: options.has("yes"), &session)
    sayWhatIsNext(plan, &session)
  }

  /// Which VPN is meant, and whether timers will be let to it.
  private static func offerVPN(isConfirmed: Bool, _ session: inout Session) async throws(Failure) {
    if let offer = await VPNOffer.make(session) {
      let asks = !isConfirmed && session.environment.mayAsk && session.environment.source() == .terminal
      try offer.put(asks: asks, &session)
    }
    let profile = (try? session.environment.configuration.read())?.vpn.profile
    if profile?.utf8.starts(with: "nm:".utf8) ?? false { await session.foresee() }
  }

  private static func install(_ plan: SetupPlan, _ session: inout Session) throws(Failure) {
    let installer = session.environment.installer
    var report = SetupReport()
    if let own = installer.executable(), own != plan.binary {
      guard let bytes = installer.read(own) else { throw Failure(.fileUnreadable, ["path": .text(own)]) }
      let binary = SetupPlan.File(path: plan.binary, bytes: bytes, mode: 0o755, kind: .command)
      if let present = installer.read(plan.binary), present != bytes, !ProgramFile.isOurs(present) {
        try confirmReplacing(plan.binary, session)
      }
      try put(binary, &report, installer)
    }
    for file in plan.files { try put(file, &report, installer) }
    if !session.settings.isQuiet { session.write(report.text(plan, session.text)) }
  }

  /// Another program of the name is only replaced by somebody's word.
  private static func confirmReplacing(_ path: String, _ session: Session) throws(Failure) {
    let question = session.text(
      "${path} is another program. Replace it?", ["path": .string(path.cleaned(.line))])
    guard session.environment.ask(question, session.text) != true else { return }
    throw Failure(
      .consentRefused,
      [
        "intent": "setup", "reason": .text("\(path) is another program"),
        "command": .list(["mv", path, "\(path).other"]),
      ])
  }

  private static func put(
    _ file: SetupPlan.File, _ report: inout SetupReport, _ installer: Installer
  ) throws(Failure) {
    let present = installer.read(file.path)
    if present == file.bytes { return report.note(.unchanged, file) }
    if present != nil, file.kind == .sample { return report.note(.kept, file) }
    try installer.write(file.path, file.bytes, file.mode)
    report.note(present == nil ? .installed : .updated, file)
  }

  private static func trust(
    _ plan: SetupPlan, isConfirmed: Bool, _ session: inout Session
  ) async throws(Failure) {
    var proposals: [TrustProposal] = []
    for id in plan.ids {
      let path = "\(plan.intents)/\(id).json"
      do throws(Failure) {
        let proposal = try await TrustProposal.make(
          for: path, sources: TrustCommand.customarySources(session), session.engine)
        // What needs a person who proved who they are waits for its first use, and holds up nothing else.
        if proposal.isHarmless || proposal.capabilities.contains(where: \.needsAuthentication) { continue }
        let standing = try session.world.store.standing(of: path)
        if standing.trust.map({ $0.source == proposal.trust.source && $0.files == proposal.trust.files })
          ?? false
        {
          continue
        }
        proposals.append(proposal)
      } catch  where error.faults.first?.code == .executableMissing {
        session.warn(error.asWarnings)
      }
    }
    if proposals.isEmpty { return }
    try await TrustProposal.accept(proposals, isConfirmed: isConfirmed, &session)
  }

  private static func sayWhatIsNext(_ plan: SetupPlan, _ session: inout Session) {
    if session.settings.isQuiet { return }
    let folder = String(decoding: plan.binary.utf8.dropLast("/runintent".utf8.count), as: UTF8.self)
    let path = session.environment.variables.find("PATH") ?? ""
    let isOnPath = path.utf8.split(separator: UInt8(ascii: ":")).contains { $0.elementsEqual(folder.utf8) }
    session.print(
      isOnPath
        ? session.text("Ready: try `runintent hello`.")
        : session.text(
          "Ready: add ${folder} to PATH, then try `runintent hello`.",
          ["folder": .string(folder.cleaned(.line))]))
  }

  /// Whether the file is this program, of whichever version.
  private static func isOwn(_ path: String, _ installer: Installer) -> Bool {
    guard let bytes = installer.read(path) else { return false }
    return ProgramFile.isOurs(bytes) || installer.executable().map { installer.read($0) == bytes } ?? false
  }

  private static func remove(_ plan: SetupPlan, _ session: inout Session) async throws(Failure) {
    let installer = session.environment.installer
    var report = SetupReport()
    // Nothing is left that would start a command that is gone.
    for id in try await InstalledAutomations.uninstall(
      try await InstalledAutomations.read(session.engine).ids, session.engine)
    {
      report.note(.removed, SetupPlan.File(path: id, bytes: [], mode: 0o644, kind: .automation))
    }
    let desktop = try DesktopEntries(session.engine)
    for id in desktop.ids where try desktop.remove(id) {
      report.note(.removed, SetupPlan.File(path: id, bytes: [], mode: 0o644, kind: .desktop))
    }
    for id in plan.ids { _ = try session.world.store.removeTrust(of: "\(plan.intents)/\(id).json") }
    for file in plan.files {
      guard let present = installer.read(file.path) else { continue }
      if present != file.bytes, file.kind == .sample {
        report.note(.kept, file)
      } else if try installer.remove(file.path) {
        report.note(.removed, file)
      }
    }
    if isOwn(plan.binary, installer), try installer.remove(plan.binary) {
      report.note(.removed, SetupPlan.File(path: plan.binary, bytes: [], mode: 0o755, kind: .command))
    }
    for folder in plan.folders { installer.removeFolder(folder) }
    if !session.settings.isQuiet { session.write(report.text(plan, session.text)) }
  }
}
