internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentPlatform

/// All that one call of the command gets from outside, so that a test can stand in for it.
struct ToolEnvironment: Sendable {
  /// The words after the command's own name.
  var arguments: [String]
  var variables: Variables
  var folders: UserPlaces
  var streams: Streams
  var world: World
  var files: DefinitionAccess
  /// The files that `world.configuration` reads.
  var configuration: ConfigurationFiles
  /// How the run was entered, and what told; asked only when it matters.
  var sourceFinding: @Sendable () -> DetectedSource
  var interruption: any Cancellation
  var withLimit: TimeLimit
  /// Asks for a decision at the terminal, which only typed keys make; where something else came, it asks with
  /// `again`. `nil` when there is no terminal or nobody answers.
  var decide: @Sendable (_ text: String, _ again: String) -> String?
  /// How many rows the terminal has; `nil` where that is not known, or no question is split into pages.
  var rows: @Sendable () -> Int? = { nil }
  /// Asks for a line at the terminal, unseen when it is secret; `nil` when there is none or nobody answers.
  var prompt: @Sendable (_ text: String, _ isSecret: Bool) -> String? = { _, _ in nil }
  /// Shows a text at the terminal and waits for one key: a digit from 1 to `count`, Enter for the first; `nil` for
  /// Esc, and when there is no terminal or nobody answers.
  var choose: @Sendable (_ text: String, _ count: Int) -> Int? = { _, _ in nil }
  /// Reads a file or a pipe by its path, or standard input where there is none.
  var readInput: @Sendable (_ path: String?) throws(Failure) -> [UInt8]
  /// Reads a descriptor that the caller handed on to its end, at most so many bytes, and closes it.
  var readDescriptor: @Sendable (_ number: Int32, _ limit: Int) throws(Failure) -> [UInt8] = {
    number, _ throws(Failure) in
    throw Failure(.keyUnreadable, ["reason": .text("fd:\(number)")])
  }
  /// Whether something is piped in: standard input is open and no terminal.
  var inputIsPiped: @Sendable () -> Bool = { false }
  var progress = ProgressAccess.none
  var installer: Installer
  var editor = EditorAccess.none
  var guardian = Guardian.none
  var live = LiveOutput.none
  var authenticator = Authenticator.none

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
  struct Variables: Sendable {
    var find: @Sendable (String) -> String?

    /// The folders that a variable such as PATH names.
    func folders(_ name: String) -> [String] {
      (find(name) ?? "").utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
    }
  }

  /// What is known of the places that the answer goes to.
  struct Streams: Sendable {
    var outputIsTerminal: Bool
    var errorIsTerminal: Bool
    /// Columns of the terminal, `nil` when the output is none.
    var width: Int?
    var isUnicode: Bool
  }
}

extension ToolEnvironment {
  /// How the state of work under way is shown.
  struct ProgressAccess: Sendable {
    /// Writes at once, to standard error or, if told so, to standard output.
    var write: @Sendable (_ bytes: [UInt8], _ toOutput: Bool) -> Void
    /// Calls the action after a time, and again after each time that it answers, until what this answers is called.
    var after: @Sendable (Duration, _ action: @escaping @Sendable () -> Duration?) -> @Sendable () -> Void

    /// Shows nothing.
    static let none = ProgressAccess(write: { _, _ in }, after: { _, _ in {} })
  }
}

/// What a call of the command wrote and how it ended.
struct ToolOutcome: Sendable, Equatable {
  var output: [UInt8] = []
  var errors: [UInt8] = []
  var status: ExitStatus = .done
}

extension Guardian {
  /// For a machine where nothing can be guarded.
  static let none = Guardian(
    holder: { nil }, take: { () throws(Failure) in throw Failure(.unavailable, ["name": "guard"]) },
    store: { SQLiteStore.homeless },
    alarm: { () throws(Failure) in throw Failure(.unavailable, ["name": "guard"]) })
}

/// Where an answer that goes on is written while it comes.
struct LiveOutput: Sendable {
  /// Writes to standard output and to standard error; fails with `output.failed`, or as if ended by SIGPIPE when
  /// nobody reads any more.
  var write: @Sendable (_ output: [UInt8], _ errors: [UInt8]) throws(Failure) -> Void
  /// Tells also when the reader of a pipe has gone.
  var interruption: @Sendable () -> any Cancellation

  static let none = LiveOutput(write: { _, _ throws(Failure) in }, interruption: { Uncancelled() })
}

/// What editing needs of the machine: a private folder for the copy, and the person's editor at the terminal.
struct EditorAccess: Sendable {
  /// Makes a folder that only its owner may enter; the caller discards it.
  var makeFolder: @Sendable () throws(Failure) -> String
  /// Removes such a folder with all that is in it.
  var discardFolder: @Sendable (_ path: String) -> Void
  /// Runs a program at the terminal to its end: its absolute path and its arguments.
  var run: @Sendable (_ words: [String]) throws(Failure) -> IntentResult.HandlerExit

  /// No terminal.
  static let none = EditorAccess(
    makeFolder: { () throws(Failure) in throw Failure(.needsTerminal) }, discardFolder: { _ in },
    run: { _ throws(Failure) in throw Failure(.needsTerminal) })
}

/// How a person proves who they are, so that a test can stand in for it.
struct Authenticator: Sendable {
  /// Has the person prove it; where nobody may be asked, only what is already known counts.
  var authenticate: @Sendable (_ prompt: String, _ mayAsk: Bool) async -> Proof
  /// Whether the screen of the login session is not locked; `nil` when it cannot be told.
  var isUnlocked: @Sendable () async -> Bool?
  var means: @Sendable () async -> AuthenticationMeans

  /// Nobody can prove anything.
  static let none = Authenticator(
    authenticate: { _, _ in
      .denied("an authentication is needed, and neither polkit's action nor sudo is there")
    }, isUnlocked: { nil }, means: { AuthenticationMeans() })

  var withoutQuestions: Authenticator {
    var copy = self
    copy.authenticate = { [authenticate] prompt, _ in await authenticate(prompt, false) }
    return copy
  }
}
