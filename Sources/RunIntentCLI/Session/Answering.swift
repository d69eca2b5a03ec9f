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

  /// Writes what became of a run: what a handler answered goes to standard output, a refusal to standard
  /// error, and JSON always to standard output.
  mutating func answer(_ report: RunReport) {
    outcome.status = report.status
    if settings.passesHandlerStatus, case .success(let result) = report.outcome,
      case .status(let status)? = result.handler
    {
      outcome.status = .handler(status)
    }
    switch settings.output {
    case .text: answerText(report)
    case .json: print(envelope(report).json(indent: true))
    case .jsonl: print(envelope(report).json(indent: false))
    case .value: answerValue(report)
    case .waybar: print(Waybar.json(report.outcome))
    }
  }

  private mutating func answerText(_ report: RunReport) {
    warn(report.warnings)
    switch report.outcome {
    case .success(let result):
      warn(result.warnings)
      if settings.isQuiet, !result.isFailure { return }
      write(TextRenderer(style: style()).text(result))
    case .failure(let failure):
      writeError(FaultRenderer(style: style(forErrors: true)).text(failure))
    }
  }

  private mutating func answerValue(_ report: RunReport) {
    warn(report.warnings)
    switch report.outcome {
    case .success(let result):
      warn(result.warnings)
      if result.isFailure {
        writeError(TextRenderer(style: style(forErrors: true)).text(result))
      } else if !settings.isQuiet {
        write(ValueText.text(result.value))
      }
    case .failure(let failure):
      writeError(FaultRenderer(style: style(forErrors: true)).text(failure))
    }
  }

  func envelope(_ report: RunReport) -> Envelope {
    Envelope(
      intent: report.intent, run: report.run, exitCode: outcome.status.code, outcome: report.outcome,
      startedAt: report.startedAt, duration: report.duration, warnings: report.warnings)
  }
}
