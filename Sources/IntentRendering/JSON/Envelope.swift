package import IntentCore

/// What `--output json` says about a run; `JSON.md` of the guides is its contract.
package struct Envelope: Sendable {
  package static let schemaVersion = 1

  /// How a run ended, in a word.
  package enum Status: String, Sendable, CaseIterable {
    case done
    /// The handler says that it failed.
    case failed
    /// Not allowed; the handler was not called.
    case denied
    /// Anything else that stopped it, such as a bad value or the deadline.
    case error

    package init(_ status: ExitStatus) {
      switch status {
      case .done: self = .done
      case .failed, .handler: self = .failed
      case .notAllowed: self = .denied
      default: self = .error
      }
    }
  }

  package var intent: String?
  package var run: Int?
  package var startedAt: WallTime
  package var duration: Duration
  package var warnings: [Fault] = []
  /// The runs of a chain, in order; `nil` for a single one.
  package var steps: [Envelope]?
  private let status: ExitStatus
  private let result: IntentResult?
  private let failure: Failure?
  private let words: Localizer

  package init(
    intent: String?, _ outcome: RunOutcome, status: ExitStatus, startedAt: WallTime, duration: Duration,
    words: Localizer = .english
  ) {
    (self.intent, self.status, self.startedAt, self.duration) = (intent, status, startedAt, duration)
    self.words = words
    switch outcome {
    case .answered(let answer): (result, failure) = (answer, nil)
    case .failed(let reason): (result, failure) = (nil, reason)
    }
  }
}

extension Envelope {
  package var text: String { .written { write(to: &$0) } }

  /// Appends the one object and a newline.
  package func write(to bytes: inout [UInt8]) {
    bytes.appendJSON(value)
    bytes.appendNewline()
  }

  private var value: Value {
    let messages = Messages(text: words)
    let next = (result?.next ?? []).map { step -> Value in
      .object(["title": .string(step.title), "command": Value(step.command)])
    }
    var members: ValueObject = [
      "schemaVersion": .integer(Self.schemaVersion), "intent": Value(intent), "run": Value(run),
      "status": .string(Status(status).rawValue), "exitCode": .integer(Int(status.code)),
      "value": result?.value ?? .null, "dialog": .string(dialog(messages)),
      "snippet": snippet(messages).json(symbol), "next": .array(next),
      "errors": .array(errors.map { messages.json($0) }), "handler": result?.handler?.json ?? .null,
      "simulated": .boolean(result?.isSimulated ?? false), "startedAt": Value(startedAt),
      "durationMs": duration.milliseconds, "warnings": .array(allWarnings.map { messages.json($0) }),
    ]
    if let steps { members["steps"] = .array(steps.map(\.value)) }
    return .object(members)
  }

  private var errors: [Fault] {
    var errors = failure?.faults.filter { $0.severity == .error } ?? []
    if case .failed(let fault)? = result?.outcome { errors.insert(fault, at: 0) }
    return errors
  }

  private var allWarnings: [Fault] {
    let own = result?.warnings ?? []
    let stopped = failure?.faults.filter { $0.severity == .warning } ?? []
    return own + (stopped + warnings).filter { !own.contains($0) }
  }

  private var symbol: Symbol { result?.symbol ?? (errors.isEmpty ? .done : .failed) }

  private func dialog(_ messages: Messages) -> String {
    if let dialog = result?.dialog, !dialog.isEmpty { return dialog }
    return errors.merged(words).first.map(messages.text) ?? ""
  }

  /// A run that never reached its handler shows what to do about it.
  private func snippet(_ messages: Messages) -> Snippet {
    if let result { return result.snippet }
    var lines: [String] = []
    let shown = errors.merged(words)
    for line in shown.dropFirst().map(messages.text) + shown.flatMap(messages.hints)
    where !lines.contains(line) {
      lines.append(line)
    }
    return Snippet(lines.map { .text($0) })
  }
}

extension Snippet {
  fileprivate func json(_ symbol: Symbol) -> Value {
    .object([
      "symbol": .object(["name": .string(symbol.name), "tint": .string(symbol.tint.rawValue)]),
      "blocks": .array(blocks.map(\.json)),
    ])
  }
}

extension Snippet.Block {
  fileprivate var json: Value {
    switch self {
    case .text(let text): .object(["type": "text", "text": .string(text)])
    case .fields(let fields):
      .object([
        "type": "fields",
        "fields": .array(fields.map { .object(["label": .string($0.label), "text": .string($0.text)]) }),
      ])
    case .table(let table):
      .object([
        "type": "table", "columns": Value(table.columns.map(\.title)),
        "rows": .array(table.rows.map { Value($0) }),
      ])
    case .output(let lines):
      .object([
        "type": "output",
        "lines": .array(
          lines.map { line in
            .object([
              "stream": .string(line.stream == .output ? "stdout" : "stderr"), "text": .string(line.text),
            ])
          }),
      ])
    }
  }
}

extension IntentResult.HandlerExit {
  fileprivate var json: Value {
    switch self {
    case .status(let status): .object(["exitCode": .integer(Int(status)), "signal": .null])
    case .signal(let signal): .object(["exitCode": .null, "signal": .integer(Int(signal))])
    }
  }
}

extension Duration {
  /// Milliseconds with at most three decimals.
  fileprivate var milliseconds: Value {
    let microseconds = max(wholeMicroseconds, 0)
    let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1000)
    return rest == 0 ? .integer(whole) : .number(Double(microseconds) / 1000)
  }
}

extension Messages {
  /// A fault as programs read it, as `JSON.md` of the guides has it.
  ///
  /// - Parameter isListed: Whether it stands in a list of faults of all severities, with more of its place.
  package func json(_ fault: Fault, isListed: Bool = false) -> Value {
    let hints = hints(fault)
    var members: ValueObject = ["code": .string(fault.code.id)]
    if isListed { members["severity"] = fault.severity == .error ? "error" : "warning" }
    members["message"] = .string(text(fault))
    members["hint"] = hints.isEmpty ? .null : .string(hints.joined(separator: "\n"))
    members["parameter"] = Value(fault.parameter)
    members["capability"] = Value(fault.capabilities)
    if !isListed, case .integer(let seconds)? = fault["retryAfter"] {
      members["retryAfter"] = .integer(seconds)
    }
    members["location"] =
      fault.location.map { place in
        var members: ValueObject = [
          "file": .string(place.file), "line": .integer(place.line), "column": .integer(place.column),
        ]
        if isListed { members["length"] = .integer(place.length) }
        members["keyPath"] = .string(place.keyPath)
        return .object(members)
      } ?? .null
    return .object(members)
  }
}

extension Fault {
  /// The text forms of the capabilities that nobody allowed.
  fileprivate var capabilities: [String] {
    if case .capabilities(let missing)? = self["missing"] { missing.map(\.text) } else { [] }
  }
}
