import Glibc
import Testing

@Suite(
  "Without /proc", .timeLimit(.minutes(1)),
  .enabled(if: BuiltCommand.path != nil, "the command is not built beside the tests"),
  .enabled(if: BuiltCommand.canHideProc, "unshare(1) is not permitted here"))
struct NoProcTests {
  private let command = BuiltCommand(definitions: [
    "hello": """
    { "title": "Hello", "parameters": { "name": { "type": "string", "default": "world" } },
      "handler": "dialog", "with": { "text": "Hello, ${name}!" } }
    """,
    "machine": #"{ "title": "Machine", "handler": "system.status" }"#,
    "vpn": #"{ "title": "VPN", "handler": "vpn.set", "with": { "state": "on" } }"#,
    "leaves": """
    { "title": "Leaves", "handler": "command",
      "with": { "run": ["/bin/sh", "-c", "sleep 300 & setsid sleep 300 & echo $! >left; echo hi"] } }
    """,
    "script": #"{ "title": "Script", "handler": "command", "with": { "run": ["./tool", "a b"] } }"#,
    "bash": #"{ "title": "Bash", "handler": "command", "with": { "run": ["bash", "-e", "./tool", "a b"] } }"#,
    "program": #"{ "title": "Program", "handler": "command", "with": { "run": ["./echo", "a b"] } }"#,
    "sleeps": #"{ "title": "Sleeps", "handler": "command", "with": { "run": ["/bin/sleep", "300"] } }"#,
  ])

  private func run(_ words: String..., shell: String = "\"$@\"") throws -> BuiltCommand.Answer {
    try command.run(words, hidesProc: true, shell: shell)
  }

  @Test func aDialogAnswers() throws {
    let answer = try run("hello", "--name", "Ana")
    #expect(answer.status == 0)
    #expect(answer.output.contains("Hello, Ana!"))
    #expect(answer.errors.isEmpty)
  }

  @Test func parametersComeFromAPipe() throws {
    let answer = try run("hello", "--input", "-", shell: #"echo '{"name": "Ana"}' | "$@""#)
    #expect(answer.status == 0)
    #expect(answer.output.contains("Hello, Ana!"))
  }

  @Test func theStateOfTheMachineLeavesOutWhatCannotBeRead() throws {
    let answer = try run("machine", "--output", "json")
    #expect(answer.status == 0)
    #expect(answer.output.contains(#""disk""#))
    #expect(!answer.output.contains(#""uptime""#))
    #expect(answer.output.contains("cannot read /proc/uptime"))
  }

  @Test func listJournalAndRefusals() throws {
    #expect(try run("list").output.contains("hello"))
    #expect(try run("vpn").status == 0)
    let log = try run("log")
    #expect(log.status == 0)
    #expect(log.output.contains("vpn"))
    #expect(try run("helo").status == 66)
    let refused = try run("sleeps")
    #expect(refused.status == 77)
    #expect(refused.errors.contains("runintent allow sleeps"))
  }

  @Test(arguments: [
    ("script", "/intents/./tool 1 a b"), ("bash", "/intents/./tool 1 a b"), ("program", "a b"),
  ])
  func whatIsTrustedRunsFromItsBytes(_ id: String, _ said: String) throws {
    command.folder.file("intents/tool", "#!/bin/sh\necho \"$0 $# $*\"\n")
    try #require(
      run(
        "allow", id, "--yes",
        shell: #"cp /bin/echo intents/echo; chmod 755 intents/tool intents/echo; "$@""#
      ).status == 0)
    let answer = try run(id)
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(answer.output.contains(said))
  }

  @Test func nothingThatAProgramStartedIsLeft() throws {
    try #require(try run("allow", "leaves", "--yes").status == 0)
    let answer = try run("leaves")
    #expect(answer.status == 0)
    #expect(answer.output.contains("hi"))
    let left = try #require(command.folder.text("intents/left").flatMap { pid_t($0.dropLast()) })
    #expect(kill(left, 0) != 0)
  }

  @Test(arguments: [
    ("a deadline", "\"$@\" --timeout 200ms", Int32(124)),
    ("an interrupt", "timeout --preserve-status -s INT 0.5 \"$@\"", 130),
    ("a request to end", "timeout --preserve-status -s TERM 0.5 \"$@\"", 143),
  ])
  func aProgramIsEndedBy(_ name: String, _ shell: String, _ status: Int32) throws {
    try #require(try run("allow", "sleeps", "--yes").status == 0)
    let answer = try run("sleeps", shell: shell)
    #expect(answer.status == status)
    #expect(!answer.errors.isEmpty)
  }
}
