internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentPipeline
internal import IntentPlatform

enum SetupCommand {
  static let command = Command(
    name: "setup", usage: "setup [--yes] [--remove]",
    summary: "Install the command, the sample intents, completions and manual pages for you.",
    options: [OptionSpec("remove", .flag, "Take it back; what you changed stays.")], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let setup = try files(session)
    if options.has("remove") {
      // Timers and desktop entries go too: they would start a command that is gone.
      let notes = try await setup.remove(session.engine, isOurs: ProgramFile.isOurs)
      if !session.settings.isQuiet { session.write(SetupReport.text(notes, setup, session.text)) }
      return
    }
    guard options.has("yes") || session.environment.source() == .terminal else {
      throw .refused("setup", "there is no terminal to ask at", command: ["runintent", "setup", "--yes"])
    }
    let own = session
    let notes = try setup.install(
      session.engine.installer, isOurs: ProgramFile.isOurs,
      confirm: { () throws(Failure) in try confirmReplacing(setup.binary, own) })
    if !session.settings.isQuiet { session.write(SetupReport.text(notes, setup, session.text)) }
    do throws(Failure) {
      try await allow(setup, isConfirmed: options.has("yes"), &session)
    } catch  where error.faults.first?.code == .consentRefused {
      // The files are in place all the same; what executes is not allowed until its user says so.
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

  /// Another program of the name is only replaced by somebody's word.
  private static func confirmReplacing(_ path: String, _ session: Session) throws(Failure) {
    let question = session.text(
      "${path} is another program. Replace it?", ["path": .string(path.cleaned(.line))])
    guard session.environment.ask(question, session.text) != true else { return }
    throw .refused("setup", "\(path) is another program", command: ["mv", path, "\(path).other"])
  }

  private static func allow(
    _ setup: SetupFiles, isConfirmed: Bool, _ session: inout Session
  ) async throws(Failure) {
    let (proposals, warnings) = try await setup.proposals(session.engine)
    // One by one, as a hint is shown only once for faults that come together.
    for warning in warnings { session.warn([warning]) }
    if proposals.isEmpty { return }
    try await AllowProposal.accept(
      proposals, isConfirmed: isConfirmed,
      command: ["runintent", "allow"] + proposals.map(\.intent) + ["--yes"], &session)
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
    let kinds: [(kind: SetupFiles.File.Kind, what: String, place: String?)] = [
      (.command, "the command", setup.binary), (.sample, "samples", setup.intents),
      (.completion, "completions", say("bash, zsh, fish and editors")),
      (.manual, "manual pages", setup.manual),
      (.automation, "automations", nil), (.desktop, "entries of the desktop", nil),
    ]
    for (kind, what, place) in kinds {
      let own = notes.filter { $0.file.kind == kind }
      if own.isEmpty { continue }
      let place = place ?? own.map(\.file.path).joined(separator: ", ")
      let changes = Installer.Update.allCases.compactMap { change -> String? in
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

/// Offers the VPNs of this machine, so that `toggle-vpn` means a real one.
///
/// At a terminal it asks and writes the answer into the user's configuration; elsewhere it says what to write.
struct VPNOffer {
  private let choices: [Choice]

  /// `nil` where the configuration names one already, cannot be used, or there is none to name.
  static func make(_ session: Session) async -> VPNOffer? {
    guard let settings = try? session.world.configuration().vpn, settings.profile == nil else { return nil }
    let found = await VPNProviders.found(session.world, session.environment.interruption)
      .filter { entity in !settings.exclude.contains { $0.utf8.elementsEqual(entity.id.utf8) } }
    return found.isEmpty ? nil : VPNOffer(choices: found.map { Choice($0) })
  }

  /// - Parameter asks: Whether somebody at the terminal is to be asked.
  func put(asks: Bool, _ session: inout Session) throws(Failure) {
    guard let place = session.environment.configuration.places.last, !place.isRoots else { return }
    if asks {
      guard let profile = try ask(session) else { return }
      if try write(profile, to: place, &session) { return }
      return say(choices.filter { $0.words[0] == profile }, place, &session)
    }
    if !session.settings.isQuiet { say(choices, place, &session) }
  }

  /// The profile that was chosen, `nil` for none.
  private func ask(_ session: Session) throws(Failure) -> String? {
    var text = session.text("Which VPN shall toggle-vpn mean?") + "\n"
    for (index, choice) in choices.enumerated() {
      text += "  \(index + 1)  \(choice.shown(as: choice.words[0]))\n"
    }
    text += "  n  \(session.text("none: go on with the demo"))\n> "
    for _ in 0..<ToolEnvironment.attempts {
      guard let answer = session.environment.prompt(text, false) else { return nil }
      if answer.isEmpty || ["n", "no"].contains(answer.lowercased()) { return nil }
      if let number = Int(answer), choices.indices.contains(number - 1) {
        return choices[number - 1].words[0]
      }
      if case .one(let choice) = Pick.find(answer, among: choices) { return choice.words[0] }
    }
    return nil
  }

  /// Answers whether the configuration names the profile now; a file that cannot be edited stays as it is.
  private func write(
    _ profile: String, to place: ConfigurationFiles.Place, _ session: inout Session
  ) throws(Failure) -> Bool {
    let files = session.environment.configuration
    let shown = session.display(place.path)
    do throws(Failure) {
      let present = try files.open(place)
      guard let bytes = try ConfigurationEdit.naming(profile, in: present?.bytes, file: shown) else {
        return false
      }
      var file = present ?? SourceFile(displayPath: shown, path: place.path, bytes: [])
      file.bytes = bytes
      _ = try files.read(file, of: place)
      let mode = session.world.files.facts(place.path).map { $0.mode & 0o777 }
      try session.environment.installer.write(place.path, bytes, mode ?? 0o600)
    } catch {
      session.warn(error.asWarnings)
      return false
    }
    session.tell(
      "toggle-vpn means ${profile} now: see ${file}",
      ["profile": .string(profile.cleaned(.line)), "file": .string(shown.cleaned(.line))])
    return true
  }

  private func say(_ choices: [Choice], _ place: ConfigurationFiles.Place, _ session: inout Session) {
    session.print(
      session.text(
        "To have toggle-vpn mean a VPN of this machine, put one of these lines into ${file}:",
        ["file": .string(session.shown(place.path))]))
    for choice in choices {
      let line = Value.object(["vpn": .object(["profile": choice.value])]).json()
      session.print("  \(line.cleaned(.line))  \(choice.title.map { $0.cleaned(.line) } ?? "")")
    }
  }
}
