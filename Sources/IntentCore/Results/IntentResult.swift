/// What a handler answers: a dialog, a snippet, a value, and what to do next.
package struct IntentResult: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    case done
    /// Done, and the state that it reports is "off" rather than "on".
    case neutral
    /// The handler says that it failed; the fault names the reason by its stable code.
    case failed(Fault)
  }

  package var outcome: Outcome
  package var symbol: Symbol
  package var dialog: String
  package var snippet: Snippet
  package var value: Value
  package var next: [NextStep]
  package var isSimulated: Bool
  package var handler: HandlerExit?
  package var warnings: [Fault]
  /// What the run changed, where that can be put back.
  package var effect: RunEffect?
  /// What the answer shows and the journal must not keep.
  package var confidential: [String] = []

  package init(
    _ outcome: Outcome = .done, symbol: Symbol? = nil, dialog: String, snippet: Snippet = Snippet(),
    value: Value = .null, next: [NextStep] = [], isSimulated: Bool = false, handler: HandlerExit? = nil,
    warnings: [Fault] = [], effect: RunEffect? = nil
  ) {
    self.outcome = outcome
    self.symbol =
      symbol
      ?? {
        switch outcome {
        case .done: .done
        case .neutral: .neutral
        case .failed: .failed
        }
      }()
    self.dialog = dialog
    self.snippet = snippet
    self.value = value
    self.next = next
    self.isSimulated = isSimulated
    self.handler = handler
    self.warnings = warnings
    self.effect = effect
  }

  /// A command that the answer suggests; it is printed and never run by itself.
  package struct NextStep: Sendable, Equatable {
    package var title: String
    /// The words of the command, the intent's id first.
    package var command: [String]

    package init(_ title: String, _ command: [String]) {
      self.title = title
      self.command = command
    }
  }

  /// How the program behind a handler ended.
  package enum HandlerExit: Sendable, Equatable {
    case status(Int32)
    case signal(Int32)
  }

  package var isFailure: Bool { if case .failed = outcome { true } else { false } }
}
