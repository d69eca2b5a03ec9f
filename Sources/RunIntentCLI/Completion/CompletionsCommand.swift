internal import IntentCore
internal import IntentEngine

/// `runintent completions SHELL`: the script that makes a shell complete our words.
enum CompletionsCommand {
  static let command = Command(
    name: "completions", usage: "completions bash|zsh|fish",
    summary: "Print the completion script of a shell.",
    options: [OptionSpec("words", .flag, "Print candidates for the last of the words after `--`.")], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    if options.has("words") {
      var candidates = Candidates(session: session)
      for candidate in await candidates.list(options.operands) { session.print(candidate) }
      return
    }
    guard let name = options.operands.first else {
      throw command.missing("SHELL")
    }
    guard let script = CompletionScript(rawValue: name) else {
      throw .notAmong("SHELL", name, CompletionScript.allCases.map(\.rawValue))
    }
    session.write(script.text)
  }
}
