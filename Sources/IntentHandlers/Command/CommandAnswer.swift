internal import IntentCore
internal import IntentPipeline

/// Makes the answer of a program that has ended.
struct CommandAnswer {
  let call: HandlerCall
  let program: String
  let outcome: ProcessOutcome
  let text: Localizer

  func result() -> IntentResult {
    var result =
      switch outcome.exit {
      case .signal(let number): signalled(number)
      case .status(let status): ended(status)
      }
    result.handler = outcome.exit
    result.warnings += warnings
    return result
  }

  private func ended(_ status: Int32) -> IntentResult {
    let parse = call.definition.result.parse
    if parse == .intent {
      do throws(Failure) {
        return own(try IntentOutput.read(outcome.output), status)
      } catch {
        if status == 0 { return unreadable(error) }
      }
    }
    guard status == 0 else { return failed(status) }
    var result = IntentResult(dialog: call.definition.title, handler: outcome.exit)
    switch parse {
    case .text, .intent:
      result.value = .string(outcome.outputText)
      result.snippet = shown(outcome.lines)
    case .lines:
      result.value = .array(outcome.lines(of: .output).map { .string($0.text) })
      result.snippet = shown(outcome.lines)
    case .json:
      do throws(Failure) {
        result.value = try Value(json: outcome.output, file: "output")
      } catch {
        return unreadable(error)
      }
      result.snippet = shown(outcome.lines(of: .error))
    }
    return result.shaped(by: call, text: outcome.outputText)
  }

  /// The answer as the program worded it.
  private func own(_ answer: IntentOutput, _ status: Int32) -> IntentResult {
    var result = IntentResult(
      status == 0 ? .done : .failed(fault(status)), dialog: answer.dialog ?? call.definition.title,
      snippet: answer.snippet, value: answer.value, next: answer.next, handler: outcome.exit)
    if let name = answer.symbolName { result.symbol.name = name }
    if let tint = answer.tint { result.symbol.tint = tint }
    result.snippet.blocks += shown(outcome.lines(of: .error)).blocks
    return status == 0 ? result.shaped(by: call, text: answer.dialog) : result
  }

  private func failed(_ status: Int32) -> IntentResult {
    var snippet = shown(outcome.lines)
    if call.definition.sandbox != nil, saysRefused {
      snippet.blocks.append(.text(sentence("what its sandbox allows: runintent show ${id}")))
    }
    return IntentResult(
      .failed(fault(status)),
      dialog: sentence(
        "${title} failed: ${program} ended with status ${status}.", ["status": .integer(Int(status))]),
      snippet: snippet)
  }

  /// Whether the program says that the kernel refused something to it.
  private var saysRefused: Bool {
    let words = ["Permission denied", "Operation not permitted"]
    return outcome.lines(of: .error).contains { line in words.contains { line.text.utf8.holds($0) } }
  }

  private func fault(_ status: Int32) -> Fault {
    Fault(.commandExit, ["program": .text(program), "status": .integer(Int(status))])
  }

  private func signalled(_ number: Int32) -> IntentResult {
    let name = SignalName.text(Int(number)).map { " (\($0))" } ?? ""
    return IntentResult(
      .failed(Fault(.commandSignal, ["program": .text(program), "signal": .integer(Int(number))])),
      dialog: sentence(
        "${title} failed: ${program} was ended by signal ${signal}.",
        ["signal": .string(String(number) + name)]), snippet: shown(outcome.lines))
  }

  /// The program ended well and did not print what `parse` asks for.
  private func unreadable(_ failure: Failure) -> IntentResult {
    let parse = call.definition.result.parse
    let form = parse == .intent ? "an answer in JSON" : "JSON"
    let cut = outcome.droppedOutput > 0 ? "it is longer than what is kept of an output" : nil
    let reasons = cut ?? failure.faults.map(IntentOutput.placedReason).joined(separator: "\n")
    let faults = failure.faults.map { fault in
      Fault(
        .commandOutput,
        [
          "program": .text(program), "expected": .text(form),
          "reason": .text(cut ?? IntentOutput.reason(fault)),
        ], at: fault.location)
    }
    var snippet = shown(outcome.lines)
    snippet.blocks.insert(.text(reasons), at: 0)
    return IntentResult(
      .failed(faults.first ?? Fault(.commandOutput, ["program": .text(program)])),
      dialog: sentence(
        parse == .intent
          ? "${title} failed: ${program} printed what is not an answer in JSON."
          : "${title} failed: ${program} printed what is not JSON."), snippet: snippet,
      warnings: faults.dropFirst().map { $0.with(.warning) })
  }

  private func sentence(_ template: String, _ more: ValueObject = [:]) -> String {
    var arguments: ValueObject = [
      "title": .string(call.definition.title), "program": .string(program), "id": .string(call.definition.id),
    ]
    for member in more.members { arguments[member.key] = member.value }
    return text(template, arguments)
  }

  private func shown(_ lines: [Snippet.OutputLine]) -> Snippet {
    Snippet(lines.isEmpty ? [] : [.output(lines)])
  }

  private var warnings: [Fault] {
    var faults: [Fault] = []
    for (stream, dropped) in [("output", outcome.droppedOutput), ("errors", outcome.droppedErrors)]
    where dropped > 0 {
      faults.append(
        Fault(
          .outputTruncated, ["program": .text(program), "stream": .text(stream), "count": .integer(dropped)]))
    }
    if outcome.leftStreamsHeld { faults.append(Fault(.descriptorHeld, ["program": .text(program)])) }
    return faults.map { $0.with(.warning) }
  }
}
