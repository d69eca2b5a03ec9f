package import IntentCore
package import IntentEngine
package import IntentPipeline
package import IntentPlatform

/// All that one call of the command gets from outside, so that a test can stand in for it.
package struct ToolEnvironment: Sendable {
  /// The words after the command's own name.
  package var arguments: [String]
  package var variables: Variables
  package var folders: UserPlaces
  package var streams: Streams
  package var world: World
  package var files: DefinitionAccess
  /// The files that `world.configuration` reads.
  package var configuration: ConfigurationFiles
  /// How the run was entered, and what told; asked only when it matters.
  package var sourceFinding: @Sendable () -> DetectedSource
  package var interruption: any Cancellation
  package var withLimit: TimeLimit
  /// Asks for a decision at the terminal, which only typed keys make; where something else came, it asks with
  /// `again`. `nil` when there is no terminal or nobody answers.
  package var decide: @Sendable (_ text: String, _ again: String) -> String?
  /// Asks for a line at the terminal, unseen when it is secret; `nil` when there is none or nobody answers.
  package var prompt: @Sendable (_ text: String, _ isSecret: Bool) -> String? = { _, _ in nil }
  /// Shows a text at the terminal and waits for one key: a digit from 1 to `count`, Enter for the first; `nil` for
  /// Esc, and when there is no terminal or nobody answers.
  package var choose: @Sendable (_ text: String, _ count: Int) -> Int? = { _, _ in nil }
  /// Reads a file or a pipe by its path, or standard input where there is none.
  package var readInput: @Sendable (_ path: String?) throws(Failure) -> [UInt8]
  /// Reads a descriptor that the caller handed on to its end, at most so many bytes, and closes it.
  package var readDescriptor: @Sendable (_ number: Int32, _ limit: Int) throws(Failure) -> [UInt8] = {
    number, _ throws(Failure) in
    throw Failure(.keyUnreadable, ["reason": .text("fd:\(number)")])
  }
  /// Whether something is piped in: standard input is open and no terminal.
  package var inputIsPiped: @Sendable () -> Bool = { false }
  package var progress = ProgressAccess.none
  package var installer: Installer
  package var editor = EditorAccess.none
  package var guardian = Guardian.none
  package var live = LiveOutput.none
  package var authenticator = Authenticator.none

  /// The same where nobody may be asked, as `RUNINTENT_NO_INPUT` wants it.
  var withoutQuestions: ToolEnvironment {
    var environment = self
    environment.decide = { _, _ in nil }
    environment.prompt = { _, _ in nil }
    environment.choose = { _, _ in nil }
    environment.authenticator = environment.authenticator.withoutQuestions
    return environment
  }

  /// How the run was entered.
  func source() -> RunSource { sourceFinding().source }

  /// Whether the caller's environment leaves it to us to ask.
  var mayAsk: Bool { variables.find("RUNINTENT_NO_INPUT")?.isEmpty ?? true }

  /// The variables of the environment that the command itself reads.
  package struct Variables: Sendable {
    package var find: @Sendable (String) -> String?
  }

  /// What is known of the places that the answer goes to.
  package struct Streams: Sendable {
    package var outputIsTerminal: Bool
    package var errorIsTerminal: Bool
    /// Columns of the terminal, `nil` when the output is none.
    package var width: Int?
    package var isUnicode: Bool
  }
}

extension ToolEnvironment {
  /// How the state of work under way is shown.
  package struct ProgressAccess: Sendable {
    /// Writes at once, to standard error or, if told so, to standard output.
    package var write: @Sendable (_ bytes: [UInt8], _ toOutput: Bool) -> Void
    /// Calls the action after a time, and again after each time that it answers, until what this answers is called.
    package var after:
      @Sendable (Duration, _ action: @escaping @Sendable () -> Duration?) -> @Sendable () -> Void

    /// Shows nothing.
    package static let none = ProgressAccess(write: { _, _ in }, after: { _, _ in {} })
  }
}

/// What a call of the command wrote and how it ended.
package struct ToolOutcome: Sendable, Equatable {
  package var output: [UInt8] = []
  package var errors: [UInt8] = []
  package var status: ExitStatus = .done
}

extension Guardian {
  /// For a machine where nothing can be guarded.
  package static let none = Guardian(
    holder: { nil }, take: { () throws(Failure) in throw Failure(.unavailable, ["name": "guard"]) },
    store: { SQLiteStore.homeless },
    alarm: { () throws(Failure) in throw Failure(.unavailable, ["name": "guard"]) })
}
