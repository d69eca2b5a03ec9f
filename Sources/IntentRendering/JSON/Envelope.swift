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
  package var status: Status
  package var exitCode: Int32
  package var result: IntentResult?
  package var failure: Failure?
  package var startedAt: WallTime
  package var duration: Duration
  package var warnings: [Fault]
  package var words: Localizer
  /// The runs of a chain, in order; `nil` for a single one.
  package var steps: [Envelope]?

  package init(
    intent: String?, run: Int? = nil, status: Status, exitCode: Int32, result: IntentResult? = nil,
    failure: Failure? = nil, startedAt: WallTime, duration: Duration, warnings: [Fault] = [],
    words: Localizer = .english
  ) {
    self.intent = intent
    self.run = run
    self.status = status
    self.exitCode = exitCode
    self.result = result
    self.failure = failure
    self.startedAt = startedAt
    self.duration = duration
    self.warnings = warnings
    self.words = words
  }
}

extension Envelope {
  package var text: String { .written { write(to: &$0) } }

  /// Appends the one object and a newline.
  package func write(to bytes: inout [UInt8]) {
    var json = JSONText()
    append(to: &json)
    bytes += json.bytes
    bytes.appendNewline()
  }

  private func append(to json: inout JSONText) {
    let messages = Messages(text: words)
    json.object { json in
      json.key("schemaVersion")
      json.integer(Self.schemaVersion)
      json.member("intent", intent)
      json.member("run", run)
      json.member("status", status.rawValue)
      json.member("exitCode", Int(exitCode))
      json.key("value")
      json.value(result?.value ?? .null)
      json.member("dialog", dialog(messages))
      json.key("snippet")
      json.snippet(symbol, snippet(messages))
      json.key("next")
      json.array(result?.next ?? []) { $0.step($1) }
      json.key("errors")
      json.array(errors) { $0.fault($1, messages) }
      json.key("handler")
      json.handler(result?.handler)
      json.key("simulated")
      json.boolean(result?.isSimulated ?? false)
      json.member("startedAt", startedAt.rfc3339)
      json.key("durationMs")
      json.milliseconds(duration)
      json.key("warnings")
      json.array(allWarnings) { $0.fault($1, messages) }
      if let steps {
        json.key("steps")
        json.array(steps) { $1.append(to: &$0) }
      }
    }
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
    return FaultMerging.merged(errors, words).first.map(messages.text) ?? ""
  }

  /// A run that never reached its handler shows what to do about it.
  private func snippet(_ messages: Messages) -> Snippet {
    if let result { return result.snippet }
    var lines: [String] = []
    let shown = FaultMerging.merged(errors, words)
    for line in shown.dropFirst().map(messages.text) + shown.flatMap(messages.hints)
    where !lines.contains(line) {
      lines.append(line)
    }
    return Snippet(lines.map { .text($0) })
  }
}
