internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentPlatform
internal import IntentRendering
internal import Schedules

/// `runintent setup`: installs the command, the samples and completions for the user, and takes them back.
enum SetupCommand {
  static let command = Command(
    name: "setup", usage: "setup [--yes] [--remove]",
    summary: "Install the command, the sample intents, completions and manual pages for you.",
    options: [OptionSpec("remove", .flag, "Take it back; what you changed stays.")], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
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
    let folder = String(decoding: setup.binary.utf8.dropLast("/runintent".utf8.count), as: UTF8.self)
    let isOnPath = session.environment.variables.folders("PATH").contains {
      $0.utf8.elementsEqual(folder.utf8)
    }
    session.tell(
      isOnPath
        ? "Ready: try `runintent hello`." : "Ready: add ${folder} to PATH, then try `runintent hello`.",
      ["folder": .string(folder.cleaned(.line))])
  }

  private static func files(_ session: Session) throws(Failure) -> SetupFiles {
    try SetupFiles(
      samples: SampleFiles.all,
      completions: [
        ("bash-completion/completions/runintent", CompletionScript.bash.text),
        ("zsh/site-functions/_runintent", CompletionScript.zsh.text),
        ("fish/vendor_completions.d/runintent.fish", CompletionScript.fish.text),
      ], manuals: ManualPages.all(session.table.all), session.library.places)
  }
}

/// Tells what set-up did in a line for each kind of file.
enum SetupReport {
  static func text(_ notes: [SetupFiles.Note], _ setup: SetupFiles, _ say: Localizer) -> String {
    var text = ""
    for (kind, what) in [
      (SetupFiles.File.Kind.command, "the command"), (.sample, "samples"), (.completion, "completions"),
      (.manual, "manual pages"), (.automation, "automations"), (.desktop, "entries of the desktop"),
    ] {
      let own = notes.filter { $0.file.kind == kind }
      if own.isEmpty { continue }
      let place =
        switch kind {
        case .command: setup.binary
        case .sample: setup.intents
        case .manual: setup.manual
        case .completion: say("bash, zsh, fish and editors")
        case .automation, .desktop: own.map(\.file.path).joined(separator: ", ")
        }
      let changes = SetupFiles.Change.allCases.compactMap { change -> String? in
        let count = own.count { $0.change == change }
        if count == 0 { return nil }
        let word = say(change.rawValue)
        return own.count == 1 ? word : "\(count) \(word)"
      }
      text += "\(say(what)): \(changes.joined(separator: ", ")) (\(place.cleaned(.line)))\n"
    }
    for (change, file) in notes where change == .kept {
      let path = Value.string(file.path.cleaned(.line))
      text += "  \(say("${file} is yours: it differs from the sample", ["file": path]))\n"
    }
    return text
  }
}
