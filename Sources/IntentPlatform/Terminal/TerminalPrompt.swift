internal import CPlatform
internal import Glibc
internal import IntentCore

/// Asks the person at the controlling terminal, never standard input.
package enum TerminalPrompt {
  /// What the answer is for.
  enum Question: Sendable {
    /// A value, which may be pasted; a secret one is not shown.
    case value(isSecret: Bool)
    /// A decision, which only typed keys make.
    ///
    /// - Parameter marksPastes: Whether the terminal can be told to mark pastes.
    case decision(marksPastes: Bool)
    /// A single key.
    case key
  }

  /// How a question ended.
  enum Answer: Equatable {
    case line(String)
    case none
    /// What came was not typed by a person.
    case pasted
  }

  /// How often a decision is asked for when something else than typed keys came.
  static let attempts = 3

  /// How many rows the terminal has; `nil` where that is not known.
  package static var rows: Int? {
    let rows = Int(cplatform_terminal_height())
    return rows > 0 ? rows : nil
  }

  /// Writes the text, and reads the line that is typed after it; the executor's thread waits meanwhile.
  ///
  /// `nil` when there is no terminal, when its foreground belongs to others, at the end of input, after
  /// the time, for what is not UTF-8, and when a signal came, which then takes effect as it would have
  /// without the question. What was typed before the question never counts.
  package static func ask(
    _ text: [UInt8], isSecret: Bool = false, timeout: Duration = .seconds(60)
  ) -> String? {
    onTerminal { terminal in
      let answer = ask(
        text, on: terminal, needsForeground: true, .value(isSecret: isSecret), timeout: timeout)
      guard case .line(let line) = answer else { return nil }
      return line
    }
  }

  /// Asks for a decision: as `ask`, but pasted text and a terminal's own replies are refused, and `again` is
  /// shown, at most twice within the same time.
  ///
  /// - Parameter marksPastes: Whether the terminal understands control sequences.
  package static func decide(
    _ text: [UInt8], again: [UInt8], marksPastes: Bool, timeout: Duration = .seconds(60)
  ) -> String? {
    onTerminal { terminal in
      decide(
        text, again: again, on: terminal, needsForeground: true, marksPastes: marksPastes, timeout: timeout)
    }
  }

  static func decide(
    _ text: [UInt8], again: [UInt8], on terminal: Int32, needsForeground: Bool, marksPastes: Bool,
    timeout: Duration
  ) -> String? {
    let end = World.Clock.monotonicNow() + timeout
    for attempt in 0..<attempts {
      let left = end - World.Clock.monotonicNow()
      let answer = ask(
        attempt == 0 ? text : again, on: terminal, needsForeground: needsForeground,
        .decision(marksPastes: marksPastes), timeout: left)
      switch answer {
      case .line(let line): return line
      case .none: return nil
      case .pasted: continue
      }
    }
    return nil
  }

  /// Waits for one key: a digit from 1 to `count`, or Enter for the first; the index, `nil` for Esc, for other keys
  /// again and again, and where `ask` has no answer.
  package static func choose(_ text: [UInt8], of count: Int, timeout: Duration = .seconds(60)) -> Int? {
    let key = onTerminal { terminal in
      for attempt in 0..<attempts {
        let answer = ask(
          attempt == 0 ? text : [], on: terminal, needsForeground: true, .key, timeout: timeout)
        guard case .line(let key) = answer else {
          if answer == .pasted { continue }
          return nil
        }
        if key.utf8.isEmpty { return "1" }
        if key == "\u{1B}" { return nil }
        if let digit = Int(key), digit >= 1, digit <= count { return key }
      }
      return nil
    }
    return key.flatMap { Int($0) }.map { $0 - 1 }
  }

  private static func onTerminal(_ body: (Int32) -> String?) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    return body(terminal)
  }

  static func ask(
    _ text: [UInt8], on terminal: Int32, needsForeground: Bool, _ question: Question, timeout: Duration
  ) -> Answer {
    let milliseconds = max(0, timeout.wholeMilliseconds)
    let (kind, marksPastes) = question.forC
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { answer in
      defer { explicit_bzero(answer.baseAddress!, answer.count) }
      let length = text.withUnsafeBufferPointer { text in
        text.withMemoryRebound(to: CChar.self) { text in
          cplatform_prompt(
            terminal, needsForeground, text.baseAddress, text.count, kind, marksPastes,
            Int32(clamping: milliseconds), answer.baseAddress, answer.count)
        }
      }
      if length == Int(cplatform_answer_pasted.rawValue) { return .pasted }
      guard length >= 0 else { return .none }
      let line = UnsafeRawBufferPointer(start: answer.baseAddress, count: length)
      guard !line.contains(0), let text = String(validating: line, as: UTF8.self) else { return .none }
      return .line(text)
    }
  }
}

extension TerminalPrompt.Question {
  fileprivate var forC: (cplatform_question, marksPastes: Bool) {
    switch self {
    case .value(let isSecret):
      (isSecret ? cplatform_question_secret : cplatform_question_line, false)
    case .decision(let marksPastes): (cplatform_question_decision, marksPastes)
    case .key: (cplatform_question_key, false)
    }
  }
}
