import IntentCore
import IntentPlatform
import Testing

@Suite struct OutputTests {
  @Test func `a mebibyte on each stream and a child that holds both`() throws {
    let began = EventLoop.now()
    let outcome = try runShell(
      "head -c 1048576 /dev/zero; head -c 1048576 /dev/zero >&2; sleep 60 & exit 5")
    #expect(outcome.exit == .status(5))
    #expect(outcome.output.count == 1 << 20 && outcome.errors.count == 1 << 20)
    #expect(outcome.droppedOutput == 0 && outcome.droppedErrors == 0)
    #expect(outcome.leftStreamsHeld)
    #expect(EventLoop.now() - began < .seconds(10))
  }

  @Test func `what is above the limit is counted and dropped`() throws {
    var request = shell("printf 0123456789; printf abc >&2; printf defghij >&2")
    request.outputLimit = 4
    let outcome = try runProgram(request)
    #expect(outcome.outputText == "0123" && outcome.droppedOutput == 6)
    #expect(outcome.errorText == "abcd" && outcome.droppedErrors == 6)
    #expect(outcome.mixedText == "0123abcd")
    request.outputLimit = 0
    let silent = try runProgram(request)
    #expect(silent.output.isEmpty && silent.droppedOutput == 10 && silent.order.isEmpty)
  }

  @Test func `endless output is capped and quick`() throws {
    let outcome = try runShell("head -c 300M /dev/zero; echo end >&2")
    #expect(outcome.output.count == 1 << 20)
    #expect(outcome.droppedOutput == 300 << 20 - 1 << 20)
    #expect(outcome.errorText == "end\n")
    #expect(outcome.order.map(\.count).reduce(0, +) == 1 << 20 + 4)
  }

  @Test func `a late word of a descendant is still taken, or said to be missing`() throws {
    let outcome = try runShell("(sleep 0.01; echo late) & echo early")
    #expect(outcome.outputText == "early\nlate\n" || outcome.leftStreamsHeld)
  }

  @Test func `a program may close its streams`() throws {
    let outcome = try runShell("echo a; exec >&- 2>&-; sleep 0.02; exit 4")
    #expect(outcome.outputText == "a\n")
    #expect(outcome.exit == .status(4))
  }
}
