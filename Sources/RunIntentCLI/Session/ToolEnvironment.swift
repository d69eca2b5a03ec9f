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
  /// How the run was entered; asked only when it matters.
  package var source: @Sendable () -> RunSource
  /// The same with what told, for people who wonder.
  package var sourceFinding: @Sendable () -> SourceFinding
  package var interruption: any Cancellation
  package var withLimit: TimeLimit
  /// Asks for a decision at the terminal, which only typed keys make; where something else came, it asks with
  /// `again`. `nil` when there is no terminal or nobody answers.
  package var decide: @Sendable (_ text: String, _ again: String) -> String?
  /// Asks for a line at the terminal, unseen when it is secret; `nil` when there is none or nobody answers.
  package var prompt: @Sendable (_ text: String, _ isSecret: Bool) -> String?
  /// Shows a text at the terminal and waits for one key: a digit from 1 to `count`, Enter for the first; `nil` for
  /// Esc, and when there is no terminal or nobody answers.
  package var choose: @Sendable (_ text: String, _ count: Int) -> Int? = { _, _ in nil }
  /// Reads a file or a pipe by its path, or standard input where there is none.
  package var readInput: @Sendable (_ path: String?) throws(Failure) -> [UInt8]
  /// Reads a descriptor that the caller handed on to its end, at most so many bytes, and closes it.
  package var readDescriptor: @Sendable (_ number: Int32, _ limit: Int) throws(Failure) -> [UInt8]
  /// Whether something is piped in: standard input is open and no terminal.
  package var inputIsPiped: @Sendable () -> Bool
  package var progress: ProgressAccess
  package var installer: Installer
  package var editor: EditorAccess
  package var guardian: Guardian
  package var live: LiveOutput
  package var authenticator: Authenticator

  package init(
    arguments: [String], variables: Variables, folders: UserPlaces, streams: Streams, world: World,
    files: DefinitionAccess, configuration: ConfigurationFiles, source: @escaping @Sendable () -> RunSource,
    interruption: any Cancellation,
    withLimit: @escaping TimeLimit,
    decide: @escaping @Sendable (_ text: String, _ again: String) -> String?,
    prompt: @escaping @Sendable (_ text: String, _ isSecret: Bool) -> String? = { _, _ in nil },
    readInput: @escaping @Sendable (String?) throws(Failure) -> [UInt8],
    readDescriptor: @escaping @Sendable (_ number: Int32, _ limit: Int) throws(Failure) -> [UInt8] = {
      number, _ throws(Failure) in
      throw Failure(.keyUnreadable, ["reason": .text("fd:\(number)")])
    }, installer: Installer,
    editor: EditorAccess = .none, authenticator: Authenticator = .none, live: LiveOutput = .none,
    inputIsPiped: @escaping @Sendable () -> Bool = { false }, progress: ProgressAccess = .none,
    sourceFinding: (@Sendable () -> SourceFinding)? = nil, guardian: Guardian = .none
  ) {
    self.arguments = arguments
    self.variables = variables
    self.folders = folders
    self.streams = streams
    self.world = world
    self.files = files
    self.configuration = configuration
    self.source = source
    self.sourceFinding = sourceFinding ?? { SourceFinding(source: source(), reason: .nothing) }
    self.interruption = interruption
    self.withLimit = withLimit
    self.decide = decide
    self.prompt = prompt
    self.readInput = readInput
    self.readDescriptor = readDescriptor
    self.inputIsPiped = inputIsPiped
    self.progress = progress
    self.installer = installer
    self.editor = editor
    self.guardian = guardian
    self.live = live
    self.authenticator = authenticator
  }

  /// The same where nobody may be asked, as `RUNINTENT_NO_INPUT` wants it.
  var withoutQuestions: ToolEnvironment {
    var environment = self
    environment.decide = { _, _ in nil }
    environment.prompt = { _, _ in nil }
    environment.choose = { _, _ in nil }
    environment.authenticator = environment.authenticator.withoutQuestions
    return environment
  }

  /// Whether the caller's environment leaves it to us to ask.
  var mayAsk: Bool { variables.find("RUNINTENT_NO_INPUT")?.isEmpty ?? true }

  /// The variables of the environment that the command itself reads.
  package struct Variables: Sendable {
    package var find: @Sendable (String) -> String?
    package init(find: @escaping @Sendable (String) -> String?) { self.find = find }
  }

  /// What is known of the places that the answer goes to.
  package struct Streams: Sendable {
    package var outputIsTerminal: Bool
    package var errorIsTerminal: Bool
    /// Columns of the terminal, `nil` when the output is none.
    package var width: Int?
    package var isUnicode: Bool

    package init(outputIsTerminal: Bool, errorIsTerminal: Bool, width: Int?, isUnicode: Bool) {
      self.outputIsTerminal = outputIsTerminal
      self.errorIsTerminal = errorIsTerminal
      self.width = width
      self.isUnicode = isUnicode
    }
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

    package init(
      write: @escaping @Sendable (_ bytes: [UInt8], _ toOutput: Bool) -> Void,
      after:
        @escaping @Sendable (Duration, _ action: @escaping @Sendable () -> Duration?) -> @Sendable () -> Void
    ) {
      self.write = write
      self.after = after
    }

    /// Shows nothing.
    package static let none = ProgressAccess(write: { _, _ in }, after: { _, _ in {} })
  }
}

/// What a call of the command wrote and how it ended.
package struct ToolOutcome: Sendable, Equatable {
  package var output: [UInt8] = []
  package var errors: [UInt8] = []
  package var status: ExitStatus = .done

  package init() {}
}
