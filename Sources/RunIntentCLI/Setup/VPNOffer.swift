internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentPipeline
internal import IntentRendering

/// Offers the VPNs of this machine, so that `toggle-vpn` means a real one.
///
/// At a terminal it asks and writes the answer into the user's configuration; elsewhere it says what to write.
struct VPNOffer {
  /// How often an answer that fits nothing is asked for again.
  private static let attempts = 3

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
    for _ in 0..<Self.attempts {
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
