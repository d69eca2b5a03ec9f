import Foundation
import Glibc
import IntentCore
import Synchronization
import Testing

@testable import IntentPlatform

/// What counts as a decision: keys that a person types, one after the other.
@Suite("Deciding at the terminal", .timeLimit(.minutes(1)))
struct TerminalDecisionTests {
  /// What a person, or something that is none, does at the terminal.
  enum Act: Sendable {
    /// Keys with a person's pause after each; the echo is awaited, so that a slow machine changes nothing.
    case keys(String)
    /// All at once.
    case paste(String)
    case pause(Int)
    /// Waits until the question stands again.
    case again
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var acts: [Act]
    var answer: String?

    init(_ name: String, _ acts: [Act], _ answer: String?) {
      (testDescription, self.acts, self.answer) = (name, acts, answer)
    }
  }

  static let cases: [Case] = [
    Case("typed", [.keys("y\r")], "y"),
    Case("typed in full", [.keys("yes\n")], "yes"),
    Case("typed, not in English", [.keys("да\n")], "да"),
    Case("Enter alone", [.keys("\n")], ""),
    Case("mended", [.keys("no\u{7F}\u{7F}y\n")], "y"),
    Case("mended by a terminal of the other kind", [.keys("n\u{8}y\n")], "y"),
    Case("taken back whole", [.keys("nein\u{15}y\n")], "y"),
    Case("erased beyond the beginning", [.keys("\u{7F}\u{7F}y\n")], "y"),
    Case("a paste of key and Enter", [.paste("y\n"), .again, .keys("n\n")], "n"),
    Case("a paste of several keys", [.paste("yes"), .again, .keys("\n")], ""),
    Case("a key, then a paste that ends the line", [.keys("y"), .paste("\n\n"), .again, .keys("n\n")], "n"),
    Case("a paste of many lines", [.paste(String(repeating: "y\n", count: 400)), .again, .keys("n\n")], "n"),
    Case("a marked paste", [.paste("\u{1B}[200~y\u{1B}[201~"), .again, .keys("n\n")], "n"),
    Case(
      "a marked paste that comes slowly",
      [
        .paste("\u{1B}[200~"), .pause(150), .paste("y"), .pause(150), .paste("\n"), .paste("\u{1B}[201~"),
        .again,
        .keys("n\n"),
      ], "n"),
    Case("a marked paste that never ends", [.paste("\u{1B}[200~y"), .pause(100), .paste("\n")], nil),
    Case("the cursor's place", [.paste("\u{1B}[12;5R"), .again, .keys("n\n")], "n"),
    Case("the kind of terminal", [.paste("\u{1B}[?62;22c"), .again, .keys("n\n")], "n"),
    Case("a colour", [.paste("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"), .again, .keys("n\n")], "n"),
    Case("a reply that ends the line", [.paste("\u{1B}]l1\u{1B}\\1\n"), .again, .keys("n\n")], "n"),
    Case("an answerback", [.paste("y\r"), .again, .keys("n\n")], "n"),
    Case("an arrow", [.keys("y"), .paste("\u{1B}[A"), .again, .keys("y\n")], "y"),
    Case("Escape alone", [.paste("\u{1B}"), .again, .keys("y\n")], "y"),
    Case("a control key", [.paste("\t"), .again, .keys("y\n")], "y"),
    Case("a control of C1", [.paste("\u{9B}"), .again, .keys("y\n")], "y"),
    Case("three pastes", [.paste("y\n"), .again, .paste("y\n"), .again, .paste("y\n")], nil),
    Case("the end of input", [.keys("\u{4}")], nil),
    Case("a key, then the end of input", [.keys("y\u{4}")], nil),
    Case("half an answer", [.keys("y")], nil),
    Case("nothing", [], nil),
  ]

  @Test(arguments: cases) func `only typed keys decide`(_ item: Case) {
    let terminal = Pseudoterminal()
    let seconds = item.answer == nil ? 0.4 : 5
    let (answer, seen) = decide(at: terminal, timeout: .seconds(seconds)) { Self.perform(item.acts, at: $0) }
    #expect(answer == item.answer, "\(seen)")
    #expect(terminal.echoes)
  }

  @Test func `what was typed before does not count`() {
    let terminal = Pseudoterminal()
    terminal.type("y\ny\ny")
    _ = Pseudoterminal.wait(for: "y\r\ny\r\ny", at: terminal.master)
    #expect(decide(at: terminal) { Self.perform([.keys("n\n")], at: $0) }.answer == "n")
  }

  @Test func `what is no text is no answer`() {
    let terminal = Pseudoterminal()
    let (answer, _) = decide(at: terminal, timeout: .milliseconds(400)) { master in
      for byte: UInt8 in [0x79, 0xFF, 0x0A] {
        _ = write(master, [byte], 1)
        usleep(30_000)
      }
    }
    #expect(answer == nil)
  }

  @Test func `pastes are marked while the question stands, where the terminal can`() {
    let terminal = Pseudoterminal()
    let marked = decide(at: terminal, marksPastes: true) { Self.perform([.keys("y\n")], at: $0) }
    #expect(marked.seen == "\u{1B}[?2004hSure? y\r\n\u{1B}[?2004l")
    let (_, plain) = decide(at: terminal) { Self.perform([.keys("y\n")], at: $0) }
    #expect(plain == "Sure? y\r\n")
  }

  @Test func `a refused paste is said in a word, and is not shown`() {
    let terminal = Pseudoterminal()
    let (_, seen) = decide(at: terminal) { Self.perform([.paste("y\n"), .again, .keys("n\n")], at: $0) }
    #expect(seen == "Sure? \r\nOnly keys. Sure? n\r\n")
  }

  @Test func `time is over once, whatever came`() {
    let terminal = Pseudoterminal()
    let start = World.Clock.monotonicNow()
    let (answer, _) = decide(at: terminal, timeout: .milliseconds(300)) { master in
      for _ in 0..<5 {
        Pseudoterminal.type("y\n", at: master)
        usleep(100_000)
      }
    }
    #expect(answer == nil)
    #expect(World.Clock.monotonicNow() - start < .seconds(3))
  }

  private func decide(
    at terminal: Pseudoterminal, marksPastes: Bool = false, timeout: Duration = .seconds(5),
    person: @escaping @Sendable (Int32) -> Void
  ) -> (answer: String?, seen: String) {
    let master = terminal.master
    nonisolated(unsafe) var seen = ""
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      seen = Pseudoterminal.wait(for: "Sure? ", at: master)
      person(master)
      done.signal()
    }
    let answer = TerminalPrompt.decide(
      Array("Sure? ".utf8), again: Array("Only keys. Sure? ".utf8), on: terminal.terminal,
      needsForeground: false, marksPastes: marksPastes, timeout: timeout)
    done.wait()
    Self.heard.withLock { seen += $0.removeValue(forKey: master) ?? "" }
    seen += Pseudoterminal.rest(at: master)
    return (answer, seen)
  }

  /// What the person saw meanwhile.
  private static let heard = Mutex<[Int32: String]>([:])

  private static func perform(_ acts: [Act], at master: Int32) {
    for act in acts {
      switch act {
      case .keys(let keys):
        for key in keys.unicodeScalars {
          Pseudoterminal.type(String(key), at: master)
          if key.value >= 0x20, key.value != 0x7F { hear(String(key), at: master) }
          usleep(30_000)
        }
      case .paste(let text): Pseudoterminal.type(text, at: master)
      case .pause(let milliseconds): usleep(UInt32(milliseconds) * 1000)
      case .again: hear("Only keys. Sure? ", at: master)
      }
    }
  }

  private static func hear(_ text: String, at master: Int32) {
    let seen = Pseudoterminal.wait(for: text, at: master)
    heard.withLock { $0[master, default: ""] += seen }
  }
}
