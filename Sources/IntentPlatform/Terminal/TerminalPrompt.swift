internal import CPlatform
internal import Glibc

/// Asks the person at the controlling terminal, never standard input.
package enum TerminalPrompt {
  /// Writes the text, and reads the line that is typed after it; the executor's thread waits meanwhile.
  ///
  /// `nil` when there is no terminal, when its foreground belongs to others, at the end of input, after
  /// the time, for what is not UTF-8, and when a signal came, which then takes effect as it would have
  /// without the question. What was typed before the question never counts.
  package static func ask(
    _ text: [UInt8], isSecret: Bool = false, timeout: Duration = .seconds(60)
  ) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    return ask(text, on: terminal, needsForeground: true, isSecret: isSecret, timeout: timeout)
  }

  static func ask(
    _ text: [UInt8], on terminal: Int32, needsForeground: Bool, isSecret: Bool, timeout: Duration
  ) -> String? {
    let milliseconds =
      timeout.components.seconds * 1000 + timeout.components.attoseconds / 1_000_000_000_000_000
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { answer in
      defer { explicit_bzero(answer.baseAddress!, answer.count) }
      let length = text.withUnsafeBufferPointer { text in
        text.withMemoryRebound(to: CChar.self) { text in
          cplatform_prompt(
            terminal, needsForeground, text.baseAddress, text.count, isSecret,
            Int32(clamping: milliseconds), answer.baseAddress, answer.count)
        }
      }
      guard length >= 0 else { return nil }
      let line = UnsafeRawBufferPointer(start: answer.baseAddress, count: length)
      guard !line.contains(0) else { return nil }
      return String(validating: line, as: UTF8.self)
    }
  }
}
