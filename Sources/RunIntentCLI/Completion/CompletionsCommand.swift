internal import IntentCore
internal import IntentEngine

enum CompletionsCommand {
  static let command = Command(
    name: "completions", usage: "completions bash|zsh|fish",
    summary: "Print the completion script of a shell.", operands: .any,
    options: [OptionSpec("words", .flag, "Print candidates for the last of the words after `--`.")],
    completion: OperandWords { _, _ in CompletionScript.allCases.map(\.rawValue) }, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    if options.has("words") {
      var candidates = Candidates(session: session)
      for candidate in await candidates.list(options.operands) { session.print(candidate) }
      return
    }
    guard let name = options.operands.first else { throw command.missing("SHELL") }
    guard let script = CompletionScript(rawValue: name) else {
      throw .notAmong("SHELL", name, CompletionScript.allCases.map(\.rawValue))
    }
    session.write(script.text)
  }
}

/// The completion scripts; each asks the command itself for candidates, and leaves files to the shell.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  var text: String {
    switch self {
    // Bash breaks words at `=` and `:`, so they are joined for us, and what was joined is cut off the answers.
    case .bash: String(decoding: PackageResources.completion_bash, as: UTF8.self)
    case .zsh: String(decoding: PackageResources.completion_zsh, as: UTF8.self)
    case .fish: String(decoding: PackageResources.completion_fish, as: UTF8.self)
    }
  }
}
