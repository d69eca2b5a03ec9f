import Testing

@Suite(
  "Started with closed streams", .timeLimit(.minutes(1)),
  .enabled(if: BuiltCommand.path != nil, "the command is not built beside the tests"))
struct ClosedStreamsTests {
  private let command = BuiltCommand(definitions: [
    "hello": #"{ "title": "Hello", "handler": "dialog", "with": { "text": "Hello, world!" } }"#
  ])

  private static let redirections = ["<&-", ">&-", "2>&-"]

  /// Every choice of the three, as a shell closes them.
  static let all: [String] = (0..<8).map { choice in
    redirections.indices.filter { choice & 1 << $0 != 0 }.map { redirections[$0] }.joined(separator: " ")
  }

  @Test(arguments: all)
  func anAnswerThatCouldNotBeWrittenIsAFailure(_ closed: String) throws {
    let isLost = closed.contains(" >&-") || closed.hasPrefix(">&-")
    let answer = try command.run(["hello"], hidesProc: false, shell: "\"$@\" \(closed)")
    #expect(answer.status == (isLost ? 74 : 0))
    #expect(answer.output.contains("Hello, world!") == !isLost)
    #expect(answer.errors.contains("standard output") == (isLost && !closed.contains("2>&-")))
    #expect(try command.run(["log"], hidesProc: false).output.contains("hello"))
    #expect(command.folder.names.sorted() == ["errors", "home", "intents", "output", "status"])
  }

  @Test(arguments: all)
  func aRefusalHasNoAnswerToWrite(_ closed: String) throws {
    let answer = try command.run(["helo"], hidesProc: false, shell: "\"$@\" \(closed)")
    #expect(answer.status == 66)
    #expect(answer.output.isEmpty)
    #expect(answer.errors.contains("helo") == !closed.contains("2>&-"))
  }

  @Test func closedInputIsNoEmptyInput() throws {
    let answer = try command.run(["hello", "--input", "-"], hidesProc: false, shell: "\"$@\" <&-")
    #expect(answer.status == 74)
    #expect(answer.errors.contains("cannot read standard input"))
  }
}
