internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentRendering

extension Session {
  /// Takes what must hold before the definition is read out of the words after an id: where it is looked for,
  /// and how a failure to read it is written. No parameter can have these names.
  mutating func adoptSettings(from words: [Word]) {
    for (index, word) in words.enumerated() {
      switch word.kind {
      case .end: return
      case .long(let name, let attached) where ["output", "color", "intents", "language"].contains(name):
        var next = index + 1
        guard let text = attached ?? words.value(after: &next) else { continue }
        switch name {
        case "output": output(as: OutputFormat(rawValue: text) ?? settings.output)
        case "color": settings.color = ColorChoice(rawValue: text) ?? settings.color
        case "language": engine.settings.language = LanguageTag(text) ?? engine.settings.language
        default: engine.settings.intents = text
        }
      default: continue
      }
    }
  }

  /// Ends a command that could not do its work; a program that asked for JSON gets the faults as such.
  mutating func refuse(_ failure: Failure) {
    if settings.isJSON {
      write(json: .object(["schemaVersion": 1, "errors": faults(failure.faults)]))
    }
    report(failure)
  }

  /// Writes what became of a run: what a handler answered goes to standard output, a refusal to standard
  /// error, and JSON always to standard output.
  mutating func answer(_ report: RunReport) {
    outcome.status = status(of: report)
    switch settings.output {
    case .text: answerText(report)
    case .json, .jsonl: envelope(report).write(to: &outcome.output)
    case .value: answerValue(report)
    case .waybar: print(Waybar.json(report.outcome, self.text))
    }
  }

  /// Writes what became of a chain: each answer in turn, one value, or one object with each run in `steps`.
  mutating func answer(_ reports: [RunReport], startedAt: WallTime, duration: Duration) {
    guard let last = reports.last else { return }
    guard settings.output == .json || settings.output == .jsonl else {
      // Only the last can have failed, and only its value goes on.
      if settings.output == .text { for report in reports.dropLast() { answer(report) } }
      return answer(last)
    }
    var steps: [Envelope] = []
    for report in reports {
      outcome.status = report.status
      steps.append(envelope(report))
    }
    outcome.status = status(of: last)
    var whole = envelope(last)
    (whole.intent, whole.run, whole.startedAt, whole.duration) = (nil, nil, startedAt, duration)
    whole.warnings = []
    whole.steps = steps
    whole.write(to: &outcome.output)
  }

  /// The program's own status where it is asked for; a failure that the program did not see stays one.
  private func status(of report: RunReport) -> ExitStatus {
    guard settings.passesHandlerStatus, case .answered(let result) = report.outcome,
      case .status(let own)? = result.handler, own != 0 || !result.isFailure
    else { return report.status }
    return .handler(own)
  }

  private mutating func answerText(_ report: RunReport) {
    warn(report.warnings)
    switch report.outcome {
    case .answered(let result):
      warn(result.warnings)
      if settings.isQuiet, !result.isFailure { return }
      write(ResultRenderer(style: style(), text: text).text(result))
    case .failed(let failure):
      writeError(FaultRenderer(style: style(forErrors: true), text: text).text(failure))
    }
  }

  private mutating func answerValue(_ report: RunReport) {
    warn(report.warnings)
    switch report.outcome {
    case .answered(let result):
      warn(result.warnings)
      if result.isFailure {
        writeError(ResultRenderer(style: style(forErrors: true), text: text).text(result))
      } else if !settings.isQuiet {
        ValueText.write(result.value, isTerminal: environment.streams.outputIsTerminal, to: &outcome.output)
      }
    case .failed(let failure):
      writeError(FaultRenderer(style: style(forErrors: true), text: text).text(failure))
    }
  }

  func envelope(_ report: RunReport) -> Envelope {
    var envelope = Envelope(
      intent: report.intent, run: report.run, status: Envelope.Status(outcome.status),
      exitCode: outcome.status.code, startedAt: report.startedAt, duration: report.duration,
      warnings: report.warnings, words: text)
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

  /// Faults as programs read them, in the form that `JSON.md` of the guides has.
  func faults(_ faults: [Fault]) -> Value {
    let messages = Messages(text: text)
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
          "code": .string(fault.code.id),
          "severity": .string(fault.severity == .error ? "error" : "warning"),
          "message": .string(messages.text(fault)),
          "hint": hints.isEmpty ? .null : .string(hints.joined(separator: "\n")),
          "parameter": fault.parameter.map { .string($0) } ?? .null,
          "capability": .array(fault.capabilities.map { .string($0) }), "location": location ?? .null,
        ])
      })
  }
}
