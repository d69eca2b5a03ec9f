internal import IntentCore
internal import IntentPipeline
internal import IntentRendering

extension ToolEnvironment {
  /// Asks for a decision; the last line of the text is asked again when something else than typed keys came.
  func decide(_ text: String, _ say: Localizer) -> String? {
    let line = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last
    let again =
      "\(say("Only keys that you type count, one after the other."))\n\(line.map { String(Substring($0)) } ?? "")"
    return decide(text, again)?.answerText
  }

  /// Asks for a yes or a no, which is what anything but a yes is; `nil` when nobody answers.
  func ask(_ question: String, _ say: Localizer) -> Bool? {
    decide(question + " [y/N] ", say).map { ["y", "yes"].contains($0) }
  }

  /// One key picks at most so many things.
  static let pickable = 9

  /// Has the person at the terminal pick one of some lines by a key; `nil` when none is picked.
  func pick(_ lines: [String], _ say: Localizer) -> Int? {
    let lines = lines.prefix(Self.pickable)
    var text = ""
    for (index, line) in lines.enumerated() { text += "  \(index + 1)  \(line.cleaned(.line))\n" }
    if lines.count == 1 { return choose(text + say("1 or Enter runs it, Esc none: "), 1) }
    text += say("1 to ${count} runs it, Enter the first, Esc none: ", ["count": .integer(lines.count)])
    return choose(text, lines.count)
  }
}

extension String {
  /// An answer in small letters without the blanks around it.
  fileprivate var answerText: String {
    var bytes = lowercased().utf8[...]
    while bytes.first == 0x20 { bytes.removeFirst() }
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(Substring(bytes))
  }
}

extension Session {
  /// Asks for a yes at the terminal; anything else is a refusal that names the command that needs no answer.
  func confirm(_ question: String, intents: String, command: [String]) throws(Failure) {
    switch environment.ask(question, text) {
    case true?: return
    case false?:
      throw Failure(.consentRefused, ["intent": .text(intents), "reason": "the answer was no"])
    case nil:
      throw Failure(
        .consentRefused,
        [
          "intent": .text(intents),
          "reason": environment.source() == .terminal
            ? "nobody answered" : "there is no terminal to ask at",
          "command": .list(command),
        ])
    }
  }
}
