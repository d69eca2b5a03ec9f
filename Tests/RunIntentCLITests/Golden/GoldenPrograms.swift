import IntentCore

/// A program of a golden case: a file whose lines say what running it does.
///
/// | line | what it does |
/// |---|---|
/// | `out TEXT`, `err TEXT` | writes a line; `\n` and such are known |
/// | `arguments` | writes each argument on a line |
/// | `variable NAME` | writes a variable of its environment |
/// | `input` | writes what it reads |
/// | `contents NAME` | writes what it reads from the path that a variable of its environment holds |
/// | `wait DURATION` | lets time pass |
/// | `exit STATUS`, `signal NUMBER` | ends |
struct GoldenProgram {
  let script: String
  let clock: World.Clock

  func run(_ request: ProcessRequest, _ cancellation: any Cancellation) async throws(Failure)
    -> ProcessOutcome
  {
    var outcome = ProcessOutcome(exit: .status(0))
    for line in script.split(separator: "\n") {
      let word = String(line.prefix { $0 != " " })
      let rest = String(line.dropFirst(word.count + 1))
      switch word {
      case "out": write(GoldenText.bytes(rest) + [0x0A], .output, &outcome)
      case "err": write(GoldenText.bytes(rest) + [0x0A], .error, &outcome)
      case "arguments":
        for argument in request.arguments { write(Array("\(argument)\n".utf8), .output, &outcome) }
      case "variable":
        let value = request.environment.first { $0.name == rest }?.value ?? "(unset)"
        write(Array("\(rest)=\(value)\n".utf8), .output, &outcome)
      case "contents":
        let path = request.environment.first { $0.name == rest }?.value
        let handed = request.descriptors.first { "/dev/fd/\($0.number)" == path }
        write((handed?.contents ?? Array("(nothing)".utf8)) + [0x0A], .output, &outcome)
      case "input": write(request.input ?? [], .output, &outcome)
      case "wait":
        try await clock.wait(clock.monotonic() + (Duration(text: rest) ?? .zero), cancellation)
      case "exit":
        outcome.exit = .status(Int32(rest) ?? 0)
        return outcome
      case "signal":
        outcome.exit = .signal(Int32(rest) ?? 0)
        return outcome
      default: break
      }
    }
    return outcome
  }

  private func write(
    _ bytes: [UInt8], _ stream: Snippet.OutputLine.Stream, _ outcome: inout ProcessOutcome
  ) {
    if stream == .output { outcome.output += bytes } else { outcome.errors += bytes }
    outcome.order.append(.init(stream, bytes.count))
  }
}
