import Foundation
import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite("Asking at the terminal", .timeLimit(.minutes(1)))
struct TerminalPromptTests {
  /// Asks at a pseudoterminal while a person does something when the question appears.
  private func ask(
    at terminal: Pseudoterminal, isSecret: Bool = false, timeout: Duration = .seconds(5),
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
    let answer = TerminalPrompt.ask(
      Array("Sure? ".utf8), on: terminal.terminal, needsForeground: false, .value(isSecret: isSecret),
      timeout: timeout)
    done.wait()
    seen += Pseudoterminal.wait(for: "\n", at: master)
    guard case .line(let line) = answer else { return (nil, seen) }
    return (line, seen)
  }

  @Test func theLineIsTheAnswer() {
    let terminal = Pseudoterminal()
    let (answer, seen) = ask(at: terminal) { Pseudoterminal.type("да, Ana\n", at: $0) }
    #expect(answer == "да, Ana")
    #expect(seen == "Sure? да, Ana\r\n")
    #expect(terminal.echoes)
  }

  @Test func anEmptyLineIsAnAnswer() {
    let terminal = Pseudoterminal()
    #expect(ask(at: terminal) { Pseudoterminal.type("\n", at: $0) }.answer == "")
  }

  @Test func whatWasTypedBeforeDoesNotCount() {
    let terminal = Pseudoterminal()
    terminal.type("y\ny\ny")
    _ = Pseudoterminal.wait(for: "y\r\ny\r\ny", at: terminal.master)
    let (answer, _) = ask(at: terminal) { Pseudoterminal.type("no\n", at: $0) }
    #expect(answer == "no")
  }

  @Test func aSecretIsNotShown() {
    let terminal = Pseudoterminal()
    let (answer, seen) = ask(at: terminal, isSecret: true) { Pseudoterminal.type("hunter2\n", at: $0) }
    #expect(answer == "hunter2")
    #expect(seen == "Sure? \r\n")
    #expect(terminal.echoes)
  }

  @Test func theEndOfInputIsNoAnswer() {
    let terminal = Pseudoterminal()
    #expect(ask(at: terminal) { Pseudoterminal.type("\u{4}", at: $0) }.answer == nil)
    #expect(ask(at: terminal) { Pseudoterminal.type("y\u{4}\u{4}", at: $0) }.answer == nil)
    #expect(terminal.echoes)
  }

  @Test func timeRunsOut() {
    let terminal = Pseudoterminal()
    let start = World.Clock.monotonicNow()
    let (answer, seen) = ask(at: terminal, isSecret: true, timeout: .milliseconds(100)) {
      Pseudoterminal.type("half", at: $0)
    }
    #expect(answer == nil)
    #expect(seen == "Sure? \r\n")
    #expect(World.Clock.monotonicNow() - start < .seconds(3))
    #expect(terminal.echoes)
    // Half a secret must not be left for whoever reads next.
    #expect(ask(at: terminal) { Pseudoterminal.type("x\n", at: $0) }.answer == "x")
  }

  @Test func whatIsNoTextIsNoAnswer() {
    let terminal = Pseudoterminal()
    #expect(ask(at: terminal) { _ = write($0, [0x79, 0xFF, 0x0A] as [UInt8], 3) }.answer == nil)
    #expect(ask(at: terminal) { _ = write($0, [0x79, 0x00, 0x0A] as [UInt8], 3) }.answer == nil)
  }

  @Test func whatIsNoTerminalIsNotAsked() {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(
      TerminalPrompt.ask(
        [], on: null, needsForeground: false, .value(isSecret: false), timeout: .seconds(5)) == .none)
    #expect(
      TerminalPrompt.decide(
        [], again: [], on: null, needsForeground: false, marksPastes: true, timeout: .seconds(5)) == nil)
  }

  @Test func theControllingTerminalIsAsked() async {
    await #expect(processExitsWith: .success) {
      let terminal = Pseudoterminal()
      terminal.takeOver()
      #expect(SourceFacts.live.detectSource().source == .terminal)
      let master = terminal.master
      Thread.detachNewThread {
        _ = Pseudoterminal.wait(for: "? ", at: master)
        Pseudoterminal.type("yes\n", at: master)
      }
      #expect(TerminalPrompt.ask(Array("Sure? ".utf8), timeout: .seconds(5)) == "yes")
    }
  }

  @Test func nobodyIsAskedInTheBackground() async {
    await #expect(processExitsWith: .success) {
      let terminal = Pseudoterminal()
      terminal.takeOver()
      // Another group in the foreground: a child that waits.
      var child: pid_t = 0
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("30"), nil]
      #expect(posix_spawn(&child, "/bin/sleep", nil, &attributes, &arguments, nil) == 0)
      #expect(tcsetpgrp(terminal.terminal, child) == 0)
      terminal.type("y\n")
      let finding = SourceFacts.live.detectSource()
      #expect(finding.source == .script)
      #expect(finding.chain.first?.terminal != 0)
      #expect(TerminalPrompt.ask(Array("Sure? ".utf8), timeout: .seconds(5)) == nil)
      #expect(!Pseudoterminal.wait(for: "Sure?", at: terminal.master).utf8.contains("Sure?".utf8))
      kill(child, SIGKILL)
      // Left to the test process, the ended child would hide the ends of other tests' processes.
      waitpid(child, nil, 0)
    }
  }

  @Test func nobodyIsAskedWithoutATerminal() async {
    await #expect(processExitsWith: .success) {
      setsid()
      #expect(TerminalPrompt.ask(Array("Sure? ".utf8), timeout: .seconds(5)) == nil)
      #expect(SourceFacts.live.detectSource().source != .terminal)
    }
  }

  @Test("a signal ends the process, with the terminal as it was")
  func signals() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      let terminal = Pseudoterminal()
      terminal.takeOver()
      let master = terminal.master
      Thread.detachNewThread {
        _ = Pseudoterminal.wait(for: "? ", at: master)
        Pseudoterminal.type("\u{3}", at: master)
      }
      // The executor of tests blocks signals on its threads.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      signal(SIGINT, SIG_DFL)
      _ = TerminalPrompt.ask(Array("Sure? ".utf8), isSecret: true, timeout: .seconds(5))
    }
    await #expect(processExitsWith: .success) {
      let terminal = Pseudoterminal()
      terminal.takeOver()
      let master = terminal.master
      Thread.detachNewThread {
        _ = Pseudoterminal.wait(for: "? ", at: master)
        Pseudoterminal.type("\u{3}", at: master)
      }
      signal(SIGINT) { _ in }
      #expect(TerminalPrompt.ask(Array("Sure? ".utf8), isSecret: true, timeout: .seconds(5)) == nil)
      #expect(terminal.echoes)
    }
  }
}
