internal import IntentCore
internal import IntentPipeline
internal import IntentRendering

extension Session {
  /// Takes `--output` from words that could not be read as a whole, so that a program still gets its JSON.
  mutating func adoptOutput(from words: [String]) {
    for (index, word) in words.enumerated() {
      guard case .long("output", let attached) = Word(word) else { continue }
      let text = attached ?? (index + 1 < words.count ? words[index + 1] : "")
      if let format = OutputFormat(rawValue: text) { settings.output = format }
    }
  }

  /// Ends a command that could not do its work; a program that asked for JSON gets the faults as such.
  mutating func refuse(_ failure: Failure, of words: [String]) {
    adoptOutput(from: words)
    if settings.output == .json || settings.output == .jsonl {
      write(json: .object(["schemaVersion": 1, "errors": faults(failure.faults)]))
    }
    report(failure)
  }

  /// Writes what became of a run: what a handler answered goes to standard output, a refusal to standard
  /// error, and JSON always to standard output.
  mutating func answer(_ report: RunReport) {
    outcome.status = report.status
    if settings.passesHandlerStatus, case .answered(let result) = report.outcome,
      case .status(let status)? = result.handler
    {
      outcome.status = .handler(status)
    }
    switch settings.output {
    case .text: answerText(report)
    case .json, .jsonl: envelope(report).write(to: &outcome.output)
    case .value: answerValue(report)
    case .waybar: print(Waybar.json(report.outcome))
    }
  }

  private mutating func answerText(_ report: RunReport) {
    warn(report.warnings)
    switch report.outcome {
    case .answered(let result):
      warn(result.warnings)
      if settings.isQuiet, !result.isFailure { return }
      write(ResultRenderer(style: style()).text(result))
    case .failed(let failure):
      writeError(FaultRenderer(style: style(forErrors: true)).text(failure))
    }
  }

  private mutating func answerValue(_ report: RunReport) {
    warn(report.warnings)
    switch report.outcome {
    case .answered(let result):
      warn(result.warnings)
      if result.isFailure {
        writeError(ResultRenderer(style: style(forErrors: true)).text(result))
      } else if !settings.isQuiet {
        ValueText.write(result.value, isTerminal: environment.streams.outputIsTerminal, to: &outcome.output)
      }
    case .failed(let failure):
      writeError(FaultRenderer(style: style(forErrors: true)).text(failure))
    }
  }

  private func envelope(_ report: RunReport) -> Envelope {
    var envelope = Envelope(
      intent: report.intent, run: report.run, status: Envelope.Status(outcome.status),
      exitCode: outcome.status.code, startedAt: report.startedAt, duration: report.duration,
      warnings: report.warnings)
    switch report.outcome {
    case .answered(let result): envelope.result = result
    case .failed(let failure): envelope.failure = failure
    }
    return envelope
  }

  /// Writes a value as one line of JSON.
  mutating func write(json value: Value) {
    var json = JSONText()
    json.value(value)
    outcome.output += json.bytes
    outcome.output.append(UInt8(ascii: "\n"))
  }

  /// Faults as programs read them, in the form that `JSON.md` of the renderer has.
  func faults(_ faults: [Fault]) -> Value {
    let messages = Messages()
    return .array(
      faults.map { fault in
        let hints = messages.hints(fault)
        let location = fault.location.map { place -> Value in
          .object([
            "file": .string(place.file), "line": .integer(place.line), "column": .integer(place.column),
            "length": .integer(place.length), "keyPath": .string(place.keyPath),
          ])
        }
        return .object([
          "code": .string(fault.code.rawValue),
          "severity": .string(fault.severity == .error ? "error" : "warning"),
          "message": .string(messages.text(fault)),
          "hint": hints.isEmpty ? .null : .string(hints.joined(separator: "\n")),
          "parameter": fault.parameter.map { .string($0) } ?? .null, "location": location ?? .null,
        ])
      })
  }
}
