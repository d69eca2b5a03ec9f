/// What a handler answers: a dialog, a snippet, a value, and what to do next.
package struct IntentResult: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    case done
    /// Done, and the state that it reports is "off" rather than "on".
    case neutral
    /// The handler says that it failed; the fault names the reason by its stable code.
    case failed(Fault)

    fileprivate var symbol: Symbol {
      switch self {
      case .done: .done
      case .neutral: .neutral
      case .failed: .failed
      }
    }
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
    warnings: [Fault] = []
  ) {
    (self.outcome, self.symbol) = (outcome, symbol ?? outcome.symbol)
    (self.dialog, self.snippet, self.value, self.next) = (dialog, snippet, value, next)
    (self.isSimulated, self.handler, self.warnings) = (isSimulated, handler, warnings)
  }

  /// A command that the answer suggests; it is printed and never run by itself.
  package struct NextStep: Sendable, Equatable {
    package var title: String
    /// The words of the command, the intent's id first.
    package var command: [String]

    package init(_ title: String, _ command: [String]) { (self.title, self.command) = (title, command) }
  }

  /// How the program behind a handler ended.
  package enum HandlerExit: Sendable, Equatable {
    case status(Int32)
    case signal(Int32)
  }

  package var isFailure: Bool { if case .failed = outcome { true } else { false } }
}

/// What became of a run: the handler's answer, or why there is none.
///
/// Not a `Result`: making that generic type known at run time costs every run some 80,000 instructions.
package enum RunOutcome: Sendable, Equatable {
  case answered(IntentResult)
  case failed(Failure)
}

/// The one state that a run changed, so that it can be put back.
package struct RunEffect: Sendable, Equatable {
  /// What has the state, such as `vpn:demo:work`.
  package var resource: String
  /// The states before and after the run.
  package var found: String
  package var left: String

  package init(resource: String, found: String, left: String) {
    (self.resource, self.found, self.left) = (resource, found, left)
  }

  /// The form in the journal: the three parts, each on a line.
  package var text: String { "\(resource)\n\(found)\n\(left)" }

  package init?(text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    self.init(
      resource: String(decoding: parts[0], as: UTF8.self), found: String(decoding: parts[1], as: UTF8.self),
      left: String(decoding: parts[2], as: UTF8.self))
  }
}

/// What stands beneath the dialog: blocks in the order they are shown.
package struct Snippet: Sendable, Equatable {
  package var blocks: [Block]

  package init(_ blocks: [Block] = []) { self.blocks = blocks }

  package enum Block: Sendable, Equatable {
    /// Running text, wrapped to the width.
    case text(String)
    /// A program's own lines, kept as they are.
    case output([OutputLine])
    case fields([Field])
    case table(Table)
  }

  package struct Field: Sendable, Equatable {
    package var label: String
    package var text: String

    package init(_ label: String, _ text: String) { (self.label, self.text) = (label, text) }
  }

  package struct Table: Sendable, Equatable {
    package var columns: [Column]
    package var rows: [[String]]

    package init(columns: [Column], rows: [[String]]) { (self.columns, self.rows) = (columns, rows) }
  }

  package struct Column: Sendable, Equatable {
    package enum Alignment: Sendable { case leading, trailing }

    package var title: String
    package var alignment: Alignment

    package init(_ title: String, _ alignment: Alignment = .leading) {
      (self.title, self.alignment) = (title, alignment)
    }
  }

  /// A line that a program wrote and the stream it came from.
  package struct OutputLine: Sendable, Equatable {
    package enum Stream: String, Sendable { case output, error }

    package var text: String
    package var stream: Stream

    package init(_ text: String, _ stream: Stream) { (self.text, self.stream) = (text, stream) }
  }
}

/// The colour that a snippet's symbol takes.
package enum Tint: String, Sendable, CaseIterable { case green, grey, red, yellow, blue }

/// A symbol by its SF Symbols name and a tint.
package struct Symbol: Sendable, Equatable {
  package var name: String
  package var tint: Tint

  package init(_ name: String, _ tint: Tint) { (self.name, self.tint) = (name, tint) }

  package static let done = Symbol("checkmark.circle", .green)
  package static let neutral = Symbol("circle", .grey)
  package static let failed = Symbol("exclamationmark.triangle", .red)
}
