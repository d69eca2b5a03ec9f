internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline
internal import Redaction

/// `runintent again [RUN]`: makes the call of an earlier run once more, through the same gate.
enum AgainCommand {
  static let command = Command(
    name: "again", usage: "again [RUN] [OPTIONS]",
    summary: "Run once more what ran before, with the same values; the last run, when none is named.",
    options: RunCommand.repeatedOptions.filter { !Command.common.contains($0.name) }, run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let engine = session.engine
    let record =
      if let text = try command.operand(options) {
        try engine.record(numbered: try UndoCommand.number(ofRun: text))
      } else {
        try engine.lastCall()
      }
    try await RunCommand.answer(try engine.call(of: record), options, &session)
  }
}
