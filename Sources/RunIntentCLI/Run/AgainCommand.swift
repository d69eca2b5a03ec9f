internal import IntentCore
internal import IntentEngine

/// `runintent again [RUN]`: makes the call of an earlier run once more, through the same gate.
enum AgainCommand {
  static let command = Command(
    name: "again", usage: "again [RUN] [OPTIONS]",
    summary: "Run once more what ran before, with the same values; the last run, when none is named.",
    operands: .optional, options: RunCommand.repeatedOptions.except(RunOptions.common.map(\.name)),
    .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let engine = session.engine
    let number = try options.operands.first.map { text throws(Failure) in try UndoCommand.number(ofRun: text)
    }
    let record = if let number { try engine.record(numbered: number) } else { try engine.lastCall() }
    try await RunCommand.answer(try engine.call(of: record), options, &session)
  }
}
