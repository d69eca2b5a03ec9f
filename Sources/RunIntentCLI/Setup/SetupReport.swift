internal import IntentCore
internal import IntentEngine
internal import IntentRendering
internal import Schedules

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
