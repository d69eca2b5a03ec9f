internal import IntentCore
internal import IntentLoading

/// `runintent log --forget`: erases runs from the journal, from which suggestions are learnt too.
enum Forgetting {
  static func run(_ options: ParsedOptions, _ session: inout Session) throws(Failure) {
    let runs = try selection(options)
    if !options.has("yes") {
      try session.confirm(
        question(runs, session.text), intents: "log", command: ["runintent", "log"] + words(runs) + ["--yes"])
    }
    let count = try session.world.store.forget(runs)
    if count == 0, case .one(let run) = runs { throw Failure(.runUnknown, ["run": .integer(run)]) }
    if session.settings.isQuiet { return }
    session.print(session.text("forgotten runs: ${count}", ["count": .integer(count)]))
  }

  private static func selection(_ options: ParsedOptions) throws(Failure) -> ForgottenRuns {
    guard options.has("forget") else {
      throw Failure(
        .missingArgument, ["name": "--forget", "command": .list(["runintent", "log", "--help"])])
    }
    let operand = try LogCommand.command.operand(options)
    if options.has("all") {
      guard operand == nil else {
        throw Failure(.unexpectedArgument, ["value": .text(operand ?? ""), "command": "log"])
      }
      return .all
    }
    guard let operand else { throw LogCommand.command.missing("RUN") }
    if case .integer(let number) = JSONNumber.read(Array(operand.utf8)[...]) { return .one(number) }
    guard Names.isIdentifier(operand) else { throw Failure(.intentUnknown, ["intent": .text(operand)]) }
    return .of(intent: operand)
  }

  private static func question(_ runs: ForgottenRuns, _ say: Localizer) -> String {
    switch runs {
    case .all: say("Forget every run?")
    case .of(let intent): say("Forget every run of ${intent}?", ["intent": .string(intent)])
    case .one(let run): say("Forget run ${run}?", ["run": .integer(run)])
    }
  }

  private static func words(_ runs: ForgottenRuns) -> [String] {
    switch runs {
    case .all: ["--forget", "--all"]
    case .of(let intent): ["--forget", intent]
    case .one(let run): ["--forget", String(run)]
    }
  }
}
