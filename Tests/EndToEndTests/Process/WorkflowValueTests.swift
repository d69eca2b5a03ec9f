import Glibc
import Testing

/// What passes through workflows, chains and pipes arrives as it was.
@Suite struct WorkflowValueTests {
  private static let words =
    #""words": { "type": "array", "items": { "type": "string", "minLength": 0 }, "input": "auto", "position": 1 }"#

  private func home() async -> TestHome {
    let home = TestHome()
    home.define(
      "print",
      """
      { "title": "Print", "parameters": { \(Self.words) }, "handler": "command",
        "with": { "run": ["/usr/bin/printf", "--", "%s\\\\0", "${words}"] } }
      """)
    home.define(
      "tell",
      """
      { "title": "Tell", "parameters": { \(Self.words) }, "handler": "dialog",
        "with": { "text": "said", "value": "${words}" } }
      """)
    home.define(
      "flow",
      """
      { "title": "Flow", "parameters": { \(Self.words) }, "handler": "workflow", "with": { "steps": [
        { "name": "said", "run": "tell", "with": { "words": "${words}" } }, { "set": { "kept": "${steps.said.value}" } },
        { "run": "print", "with": { "words": "${vars.kept}" } } ] } }
      """)
    await home.trust("print", "flow")
    return home
  }

  @Test func `hostile values arrive byte for byte`() async {
    let home = await home()
    let values = HostileValues.all
    let named = values.map { "--words=\($0)" }
    let pipe = Spawn(
      program: "/bin/bash",
      arguments: ["-c", #""$R" tell --output json "$@" | "$R" print --output value"#, "bash"] + named,
      environment: home.environment.merging(["R": Binary.path]) { $1 }, directory: home.work)
    for (way, run) in [
      ("steps", home.command(["flow", "--output", "value", "--"] + values)),
      ("a chain", home.command(["chain", "--output", "value", "tell"] + named + ["--", "print"])),
      ("a pipe", pipe),
    ] {
      let ended = await run.run()
      #expect(ended.status == 0, "\(way): \(ended.errorText)")
      let arrived = ended.arguments
      #expect(arrived.count == values.count, "\(way)")
      for (value, argument) in zip(values, arrived) where !value.utf8.elementsEqual(argument.utf8) {
        Issue.record("\(way): \(value.debugDescription) became \(argument.debugDescription)")
      }
    }
  }

  @Test func `a step that leaves a process behind keeps nobody waiting`() async {
    let token = LiveProcesses.token()
    let home = TestHome()
    home.define("held", script: "sleep \(token) 3>&3 & echo done")
    home.define(
      "flow",
      """
      { "title": "Flow", "handler": "workflow", "limits": { "concurrency": "single" },
        "with": { "steps": [{ "run": "held" }, { "dialog": "next" }] } }
      """)
    await home.trust("flow")
    for _ in 0..<2 {
      let ended = await home.run("flow")
      #expect(ended.status == 0)
      #expect(ended.text == "✔ next\n")
      #expect(ended.errorText.contains("left a process that holds its output"))
      #expect(ended.seconds < 10)
    }
    #expect(LiveProcesses.withArgument(token).isEmpty)
  }

  @Test func `sixty-four levels and two thousand steps are run`() async {
    let home = TestHome()
    home.define("w64", #"{ "title": "Leaf", "handler": "dialog", "with": { "text": "deep" } }"#)
    for level in 0..<64 {
      home.define(
        "w\(level)",
        #"{ "title": "W", "handler": "workflow", "with": { "steps": [{ "run": "w\#(level + 1)" }] } }"#)
    }
    #expect(await home.run("w0").text == "✔ deep\n")
    let steps = (0..<2000).map { #"{ "name": "s\#($0)", "dialog": "\#($0)" }"# }.joined(separator: ",")
    home.define("many", #"{ "title": "Many", "handler": "workflow", "with": { "steps": [\#(steps)] } }"#)
    #expect(await home.run("many").text == "✔ 1999\n")
  }
}
