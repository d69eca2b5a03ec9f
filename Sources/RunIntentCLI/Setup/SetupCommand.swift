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

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    try command.takeNone(options)
    let setup = try files(session)
    if options.has("remove") {
      // Nothing is left that would start a command that is gone.
      let notes = try await setup.remove(session.engine, isOurs: ProgramFile.isOurs)
      if !session.settings.isQuiet { session.write(SetupReport.text(notes, setup, session.text)) }
      return
    }
    guard options.has("yes") || session.environment.source() == .terminal else {
      throw Failure(
        .consentRefused,
        [
          "intent": "setup", "reason": "there is no terminal to ask at",
          "command": .list(["runintent", "setup", "--yes"]),
        ])
    }
    try install(setup, &session)
    do throws(Failure) {
      try await trust(setup, isConfirmed: options.has("yes"), &session)
    } catch  where error.faults.first?.code == .consentRefused {
      // The files are in place all the same; what executes stays untrusted until its user says so.
      session.warn(error.asWarnings)
    }
    try await offerVPN(isConfirmed: options.has("yes"), &session)
    sayWhatIsNext(setup, &session)
  }

  /// Which VPN is meant, and whether timers will be let to it.
  private static func offerVPN(isConfirmed: Bool, _ session: inout Session) async throws(Failure) {
    if let offer = await VPNOffer.make(session) {
      let asks = !isConfirmed && session.environment.mayAsk && session.environment.source() == .terminal
      try offer.put(asks: asks, &session)
    }
    let profile = (try? session.environment.configuration.read())?.vpn.profile
    if profile?.utf8.starts(with: "nm:".utf8) ?? false { await session.warnOfRefusals() }
  }

  private static func install(_ setup: SetupFiles, _ session: inout Session) throws(Failure) {
    let own = session
    let notes = try setup.install(
      session.engine.installer, isOurs: ProgramFile.isOurs,
      confirm: { () throws(Failure) in try confirmReplacing(setup.binary, own) })
    if !session.settings.isQuiet { session.write(SetupReport.text(notes, setup, session.text)) }
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

  private static func trust(
    _ setup: SetupFiles, isConfirmed: Bool, _ session: inout Session
  ) async throws(Failure) {
    let (proposals, warnings) = try await setup.proposals(session.engine)
    // Each with its own hint.
    for warning in warnings { session.warn([warning]) }
    if proposals.isEmpty { return }
    try await TrustProposal.accept(proposals, isConfirmed: isConfirmed, &session)
  }

  private static func sayWhatIsNext(_ setup: SetupFiles, _ session: inout Session) {
    if session.settings.isQuiet { return }
    let folder = String(decoding: setup.binary.utf8.dropLast("/runintent".utf8.count), as: UTF8.self)
    let path = session.environment.variables.find("PATH") ?? ""
    let isOnPath = path.utf8.split(separator: UInt8(ascii: ":")).contains { $0.elementsEqual(folder.utf8) }
    session.print(
      isOnPath
        ? session.text("Ready: try `runintent hello`.")
        : session.text(
          "Ready: add ${folder} to PATH, then try `runintent hello`.",
          ["folder": .string(folder.cleaned(.line))]))
  }

  private static func files(_ session: Session) throws(Failure) -> SetupFiles {
    try SetupFiles(
      samples: SampleFiles.all.map { ($0.name, $0.bytes, $0.isProgram) },
      completions: [
        ("bash-completion/completions/runintent", CompletionScript.bash.text),
        ("zsh/site-functions/_runintent", CompletionScript.zsh.text),
        ("fish/vendor_completions.d/runintent.fish", CompletionScript.fish.text),
      ], manuals: ManualPages.all, session.engine.library.places)
  }
}
