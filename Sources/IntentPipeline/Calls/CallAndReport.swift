package import IntentCore

/// A parameter as a caller gave it, before its type is known to fit.
package struct SuppliedArgument: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// Text of the command line, read by the parameter's type.
    case text(String)
    /// A value that already has its type.
    case value(Value)
    /// Text for what stands at a path within an object, as in `--name.key value`.
    case member([String], String)
  }

  package var name: String
  package var content: Content
  /// How the caller wrote the parameter, such as `--state` or `PROFILE`; for messages.
  package var spelling: String
  /// Whether a workflow's own text fixes it.
  package var isFrozen = false
  package var origin: ValueOrigin

  package init(name: String, content: Content, spelling: String? = nil, origin: ValueOrigin = .commandLine) {
    (self.name, self.content) = (name, content)
    self.spelling = spelling ?? "--\(name)"
    self.origin = origin
  }
}

/// Where the value of a parameter came from. The first that has one wins: the command line, `--input`, the
/// configuration, the definition's own default; variables of the environment never set a parameter.
package enum ValueOrigin: String, Sendable, CaseIterable {
  case commandLine = "command-line"
  case input
  /// Kept with a shortcut.
  case shortcut
  /// The values of an earlier run.
  case journal
  case configuration
  case definition
  /// The answer to a question.
  case answer
}

/// An intent that a workflow wants to run.
package struct ChildInvocation: Sendable {
  package var callee: Callee
  package var arguments: [SuppliedArgument] = []
  package var cancellation: any Cancellation
  /// Secrets of the run that it belongs to, to be hidden in what it answers too.
  package var secrets: [String] = []

  package init(_ callee: Callee, cancellation: any Cancellation) {
    (self.callee, self.cancellation) = (callee, cancellation)
  }
}

/// What became of a run that reached its handler or was stopped before.
package struct RunReport: Sendable {
  package var intent: String
  /// The number of the run in the journal, `nil` when no row was written.
  package var run: Int?
  package var outcome: RunOutcome
  package var startedAt: WallTime
  package var duration = Duration.zero
  package var warnings: [Fault]

  package init(intent: String, outcome: RunOutcome, startedAt: WallTime, warnings: [Fault] = []) {
    (self.intent, self.outcome, self.startedAt, self.warnings) = (intent, outcome, startedAt, warnings)
  }

  package var status: ExitStatus {
    switch outcome {
    case .answered(let result): result.isFailure ? .failed : .done
    case .failed(let failure): failure.status
    }
  }
}

/// Does the work under a cancellation that also comes when the limit has passed.
package typealias TimeLimit =
  @Sendable (
    _ limit: Duration, _ parent: any Cancellation, _ work: @Sendable (any Cancellation) async -> RunReport
  ) async -> RunReport

extension RunOutcome {
  /// What work comes to: its answer, or why it failed.
  package init(_ work: () async throws(Failure) -> IntentResult) async {
    do throws(Failure) { self = .answered(try await work()) } catch { self = .failed(error) }
  }
}
