internal import IntentCore
internal import IntentRendering
internal import JSON
internal import StringCatalogs

/// What set-up did, gathered so that it takes a line for each kind of file.
struct SetupReport {
  enum Deed: String, CaseIterable { case installed, updated, unchanged, removed, kept }

  private var notes: [(deed: Deed, file: SetupPlan.File)] = []

  mutating func note(_ deed: Deed, _ file: SetupPlan.File) { notes.append((deed, file)) }

  func text(_ plan: SetupPlan, _ say: Localizer) -> String {
    var text = ""
    for (kind, what) in [
      (SetupPlan.File.Kind.command, "the command"), (.sample, "samples"), (.completion, "completions"),
      (.manual, "manual pages"), (.automation, "automations"), (.desktop, "entries of the desktop"),
    ] {
      let own = notes.filter { $0.file.kind == kind }
      if own.isEmpty { continue }
      let place =
        switch kind {
        case .command: plan.binary
        case .sample: plan.intents
        case .manual: plan.manual
        case .completion: say("bash, zsh, fish and editors")
        case .automation, .desktop: own.map(\.file.path).joined(separator: ", ")
        }
      let deeds = Deed.allCases.compactMap { deed -> String? in
        let count = own.count { $0.deed == deed }
        if count == 0 { return nil }
        let word = say(deed.rawValue)
        return own.count == 1 ? word : "\(count) \(word)"
      }
      text += "\(say(what)): \(deeds.joined(separator: ", ")) (\(place.cleaned(.line)))\n"
    }
    for (deed, file) in notes where deed == .kept {
      let path = Value.string(file.path.cleaned(.line))
      text += "  \(say("${file} is yours: it differs from the sample", ["file": path]))\n"
    }
    return text
  }
}
