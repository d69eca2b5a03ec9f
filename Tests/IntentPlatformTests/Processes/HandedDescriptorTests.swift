import IntentCore
import Testing

@Suite struct HandedDescriptorTests {
  private func run(_ script: String, _ descriptors: [HandedContents]) throws -> ProcessOutcome {
    var request = shell(script)
    request.descriptors = descriptors
    return try runProgram(request)
  }

  @Test func `each number is open at the start of its contents`() throws {
    let large = [UInt8](repeating: 0x61, count: 300_000)
    let outcome = try run(
      "cat <&4; cat /dev/fd/4; cat <&9 | wc -c; wc -c </dev/fd/63",
      [
        HandedContents(number: 9, contents: large), HandedContents(number: 4, contents: Array("one\n".utf8)),
        HandedContents(number: 63, contents: []),
      ])
    #expect(outcome.outputText == "one\none\n300000\n0\n")
    #expect(outcome.errorText.isEmpty)
  }

  @Test func `every other number is closed`() throws {
    let outcome = try runProgram(
      ProcessRequest(
        executable: "/bin/ls", arguments: ["/proc/self/fd"],
        descriptors: [3, 7, 12].map { HandedContents(number: $0, contents: Array("x".utf8)) }))
    // 4 is the folder that ls(1) reads.
    #expect(outcome.outputText == "0\n1\n12\n2\n3\n4\n7\n")
  }

  @Test func `nobody can change the contents`() throws {
    let outcome = try run(
      "printf evil >/dev/fd/5; printf evil >>/dev/fd/5; truncate -s 0 /proc/self/fd/5; cat <&5",
      [HandedContents(number: 5, contents: Array("good".utf8))])
    #expect(outcome.outputText == "good")
    #expect(outcome.errorText.contains("not permitted"))
  }

  @Test(arguments: [
    ("below those of a program", [Int32(2)], Int32(2)), ("negative", [-1], -1), ("too high", [256], 256),
    ("given twice", [5, 6, 5], 5),
  ])
  func `a number that cannot be had is refused`(_ name: String, _ numbers: [Int32], _ refused: Int32) {
    #expect(
      throws: Failure(
        .executableFailed,
        ["path": "/bin/sh", "reason": .text("it cannot be given the descriptor \(refused)")])
    ) {
      try run("true", numbers.map { HandedContents(number: $0, contents: []) })
    }
  }
}
