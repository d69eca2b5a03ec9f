import IntentCore
import IntentPlatform
import Testing

@Suite struct OutputOrderTests {
  static func alternating(_ last: Int) -> ProcessRequest {
    shell(
      """
      i=1; while [ $i -le \(last) ]; do
        if [ $((i % 2)) = 1 ]; then echo $i; else echo $i >&2; fi; i=$((i + 1))
      done; exit 1
      """)
  }

  @Test func `lines written in turn to both streams keep their order, each time`() throws {
    let expected = (1...40).map { "\($0)\n" }.joined()
    let request = Self.alternating(40)
    let wrong = try EventLoop.run { loop async throws(Failure) -> Int in
      let processes = World.Processes.live(loop, adoptsOrphans: false)
      var wrong = 0
      for _ in 0..<200 {
        let outcome = try await processes.run(request, CancellationSource())
        if outcome.mixedText != expected || outcome.order.count != 40 { wrong += 1 }
      }
      return wrong
    }
    #expect(wrong == 0)
  }

  @Test func `a thousand lines keep their order`() throws {
    let outcome = try runProgram(Self.alternating(1000))
    #expect(outcome.mixedText == (1...1000).map { "\($0)\n" }.joined())
  }

  @Test func `a write above the size of a packet stays in its place`() throws {
    let outcome = try runShell(
      "echo a >&2; head -c 10000 /dev/zero | tr '\\0' x | dd bs=10000 iflag=fullblock 2>/dev/null; echo b >&2"
    )
    #expect(outcome.mixedText == "a\n" + String(repeating: "x", count: 10000) + "b\n")
  }

  @Test func `pieces add up to what is kept, however much was written`() throws {
    let outcome = try runShell("i=0; while [ $i -lt 20000 ]; do echo $i; echo $i >&2; i=$((i+1)); done")
    for (stream, bytes) in [(Snippet.OutputLine.Stream.output, outcome.output), (.error, outcome.errors)] {
      #expect(outcome.order.filter { $0.stream == stream }.map(\.count).reduce(0, +) == bytes.count)
    }
    #expect(outcome.output == outcome.errors)
  }
}
