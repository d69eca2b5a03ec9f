internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

enum WhyCommand {
  static let command = Command(
    name: "why", usage: "why ID [PARAMETERS] [--source SOURCE]",
    summary: "Explain whether an intent would run, rule by rule, without running it.", operands: .call,
    options: [
      OptionSpec("source", .value("terminal|script|timer|automation"), "As if it were run from there."),
      OptionSpec("yes", .flag, "As if it were confirmed."),
    ], .words(run))

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    guard let id = call.operand else { throw command.missing("ID") }
    let (file, name) = try session.library.definition(id)
    let loaded = try session.library.load(file, id: name)
    var scanned = try InvocationScanner.scan(call.following, for: loaded.definition)
    scanned.options.options = call.leading.options + scanned.options.options
    try session.apply(scanned.options)
    var rest = scanned.options
    rest.options.removeAll { $0.name == "source" }
    var terms = try RunTerms(rest, session)
    if let source = try scanned.options.sources().last {
      terms.source = source
      terms.asks = source == .terminal && !scanned.options.has("no-input")
    }
    let input = try session.input(scanned.options.value("input"), for: loaded.definition)
    let definition = session.library.localisedForRun(loaded).definition
    let run = IntentRun(session.engine, terms, through: TerminalDoor(session: session))
    var answer = try await run.explain(definition, file, scanned.arguments + input)
    if answer.explanation.isChanged,
      let trust = try session.world.store.standing(of: file.path, for: terms.source.who).trust
    {
      answer.difference = await TrustDifference(since: trust, in: file, id: name, session.engine)
    }
    WhyReport(definition: definition, source: terms.source, answer: answer).write(&session)
  }
}

/// Writes what the gate says about a call.
struct WhyReport {
  let definition: IntentDefinition
  let source: RunSource
  let answer: CallExplanation

  private var isAllowed: Bool { answer.refusal == nil && answer.explanation.allows }

  func write(_ session: inout Session) {
    if session.settings.isJSON {
      session.write(json: json(session))
    } else {
      session.write(result(session))
      if let difference = answer.difference {
        session.write(difference.text(session, style: session.style(), heading: true))
      }
      if let refusal = answer.refusal { session.report(refusal) }
    }
    session.outcome.status = isAllowed ? .done : answer.refusal?.status ?? .notAllowed
  }

  private func result(_ session: Session) -> IntentResult {
    let say = session.text
    let names: ValueObject = ["intent": .string(definition.id), "source": .string(source.text)]
    let rows = answer.explanation.rules.map { rule in
      [label(rule, say), rule.finding.allows ? say("yes") : say("no"), detail(rule, session)]
    }
    let values = answer.values.members.filter { answer.origins.isForeign($0.key) }
    let fields: [(label: String, text: String?)] = values.map {
      ($0.key, answer.origins.text(of: $0.value, named: $0.key, say))
    }
    let blocks: [Snippet.Block] =
      (fields.isEmpty ? [] : [.fields(fields)])
      + [.table([say("Rule"), say("Lets it run"), say("Because")], rows)]
      + (definition.namesPrograms ? [.text(SandboxText.line(definition, session))] : [])
    let words = isAllowed ? "${intent} would run (${source})." : "${intent} would not run (${source})."
    return IntentResult(.neutral, dialog: say(words, names), snippet: Snippet(blocks))
  }

  private func label(_ rule: Explanation.Rule, _ say: Localizer) -> String {
    switch rule.kind {
    case .policy: say("Policy")
    case .file: say("File")
    case .mode: say("Made for")
    case .denial: say("Denials")
    case .bytes: say("As allowed")
    case .bytesOfFile, .capability: rule.subject ?? ""
    case .confirmation: say("Confirmation")
    case .authentication: say("Authentication")
    }
  }

  private func detail(_ rule: Explanation.Rule, _ session: Session) -> String {
    let say = session.text
    if let policy = rule.policy {
      return "\(policy.place): \(policy.reason ?? words(of: rule.finding, policy, say))"
    }
    switch rule.finding {
    case .own: return say("nobody else may write it")
    case .writableByOthers: return say("others may write it")
    case .made: return say("runs from here (${source})", ["source": .string(source.text)])
    case .notMade: return say("not made to run from here (${source})", ["source": .string(source.text)])
    case .none: return say(rule.kind == .authentication ? "not needed" : "none")
    case .denied:
      let what = rule.kind == .denial ? rule.subject : nil
      return limited(what.map { "\(say("denied")): \($0)" } ?? say("denied"), rule, session)
    case .unchanged where rule.kind == .bytes:
      let time = rule.at.map(session.moment) ?? ""
      return say("as it was allowed ${time}", ["time": .string(time)])
    case .roots: return say("root's own, which needs no record")
    case .changed: return say("changed since it was allowed")
    case .unchanged: return say("as it was then")
    case .notNeeded: return say("needs no permission")
    case .allowed: return limited(say("allowed"), rule, session)
    case .notAllowed: return say("not allowed yet")
    case .expired: return limited(say("the permission has expired"), rule, session)
    case .usedUp: return limited(say("the permission is used up"), rule, session)
    case .open: return say("a caller chooses it")
    case .confirmed: return say("confirmed beforehand")
    case .asks: return say("asks first")
    case .unconfirmed: return say("asks, and nobody is there to answer")
    case .recorded: return say("given when it was allowed")
    case .authenticated: return say("given already")
    case .unlocked: return say("the login session is unlocked")
    case .unauthenticated: return say("needed, and nobody is there to give it")
    case .notUnlocked: return say("the login session is not known to be unlocked")
    case .met, .tightened, .otherPeople, .otherHours, .unsandboxed: return ""
    }
  }

  /// What a rule of the configuration says about the run, where it has no reason of its own.
  private func words(of finding: Explanation.Rule.Finding, _ rule: PolicyRule, _ say: Localizer) -> String {
    switch finding {
    case .denied: return say("denied")
    case .otherPeople: return say("for other users")
    case .tightened: return say("asks for authentication")
    case .unsandboxed: return say("asks for a sandbox")
    default: return rule.hours.isEmpty ? say("met") : rule.hours.map(\.text).joined(separator: ", ")
    }
  }

  private func limited(_ text: String, _ rule: Explanation.Rule, _ session: Session) -> String {
    let limits = rule.grant.map { WordList.limits(of: $0, session) } ?? ""
    return limits.isEmpty ? text : "\(text), \(limits)"
  }

  private func json(_ session: Session) -> ValueObject {
    let rules = answer.explanation.rules.map { rule -> Value in
      .object([
        "rule": .string(rule.kind.rawValue), "allows": .boolean(rule.finding.allows),
        "finding": .string(rule.finding.rawValue), "subject": Value(rule.subject),
        "word": rule.grant?.json ?? .null, "policy": rule.policy.map(Self.json) ?? .null,
      ])
    }
    return [
      "intent": .string(definition.id), "path": .string(definition.path), "source": .string(source.text),
      "allowed": .boolean(isAllowed), "rule": .string(isAllowed ? answer.rule : ""), "rules": .array(rules),
      "parameters": .object(answer.values), "origins": .object(answer.origins.object),
      "sandbox": SandboxLimits(definition)?.json ?? .null,
      "changes": answer.difference?.json ?? .null, "errors": session.json(answer.refusal?.faults ?? []),
    ]
  }

  private static func json(_ rule: PolicyRule) -> Value {
    .object([
      "file": .string(rule.location.file), "line": .integer(rule.location.line),
      "isRoots": .boolean(rule.isRoots), "reason": Value(rule.reason),
      "authentication": .string(rule.authentication.rawValue), "hours": Value(rule.hours.map(\.text)),
    ])
  }
}

extension SandboxText {
  /// The line for a definition on this machine.
  static func line(_ definition: IntentDefinition, _ session: Session) -> String {
    line(SandboxLimits(definition), on: session.world.machine.sandboxKernel(), session.text)
  }
}
