internal import IntentCore
internal import IntentEngine

/// The files that set-up puts in place, and where.
struct SetupPlan {
  struct File {
    var path: String
    var bytes: [UInt8]
    var mode: UInt32
    var kind: Kind

    enum Kind {
      case command
      /// A file that people edit: one that differs is theirs and stays.
      case sample
      case completion
      /// What the machine runs at times, by its id.
      case automation
      /// An entry of the desktop, by the id of its intent.
      case desktop
    }
  }

  var binary: String
  var intents: String
  var files: [File]
  /// The folders below the user's own that may become empty, deepest first.
  var folders: [String]

  init(_ session: Session) throws(Failure) {
    let folders = session.environment.folders
    guard let home = folders.home, let config = folders.config, let data = folders.data else {
      throw Failure(.fileMissing, ["path": "HOME", "reason": "no home folder is known: set HOME"])
    }
    binary = "\(home)/.local/bin/runintent"
    let own = "\(config)/runintent"
    let intents = "\(own)/intents"
    self.intents = intents
    files = SampleFiles.all.map { sample in
      File(
        path: "\(intents)/\(sample.name)", bytes: sample.bytes, mode: sample.isProgram ? 0o755 : 0o644,
        kind: .sample)
    }
    let completions: [(String, CompletionScript)] = [
      ("\(data)/bash-completion/completions/runintent", .bash),
      ("\(data)/zsh/site-functions/_runintent", .zsh),
      ("\(data)/fish/vendor_completions.d/runintent.fish", .fish),
    ]
    files += completions.map { path, script in
      File(path: path, bytes: Array(script.text.utf8), mode: 0o644, kind: .completion)
    }
    files.append(
      File(
        path: "\(intents)/\(AuthoringFolder.schemaName)", bytes: AuthoringFolder.schema, mode: 0o644,
        kind: .completion))
    self.folders = ["\(intents)/scripts", "\(intents)/schema", intents, own]
  }

  /// The ids of the samples.
  var ids: [String] {
    SampleFiles.all.compactMap { sample in
      sample.name.utf8.contains(UInt8(ascii: "/")) || !sample.name.hasJSONSuffix
        ? nil : String(decoding: sample.name.utf8.dropLast(5), as: UTF8.self)
    }
  }
}
