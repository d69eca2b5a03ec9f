package import IntentCore

extension StateStore {
  /// Writes the journal row of a run that was refused; a journal that cannot be written changes nothing.
  package func recordDenial(
    of intent: String, path: String, source: RunSource, failure: Failure, at time: WallTime,
    summary: String = ""
  ) {
    let missing: [String] = failure.faults.flatMap { fault -> [String] in
      if case .capabilities(let capabilities)? = fault["missing"] { capabilities.map(\.text) } else { [] }
    }
    let code = failure.faults.first?.code.id
    var rule = code ?? ""
    if case .text(let named)? = failure.faults.first?["rule"], !named.isEmpty { rule = named }
    let start = RunStart(
      intent: intent, path: path, source: source, summary: summary, capabilities: missing, rule: rule,
      at: time)
    let end = RunEnd(state: .denied, exitCode: failure.status.code, code: code, at: time)
    try? recordDenial(start, end: end)
  }
}
