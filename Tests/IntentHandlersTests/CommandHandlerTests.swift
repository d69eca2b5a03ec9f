import IntentCore
import IntentPipeline
import JSONSchema
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct CommandHandlerTests {
  private let world = ScriptedWorld { script in
    script.executables = [
      "/usr/bin/df", "/usr/bin/sh", "/usr/bin/env", "/usr/bin/python3", "/opt/odd/tool",
      "/home/ana/.config/runintent/intents/./tool.sh",
    ]
    script.folders = ["/srv", "/home/ana/work/sub", "/home/ana/.config/runintent/intents/data"]
    script.files["/home/ana/.config/runintent/intents/./job.sh"] = Array("echo".utf8)
    script.emptyFolders = ["/absent", "/home/ana/.config/runintent/intents/./"]
    script.program = { _ in .success(ProcessOutcome(exit: .status(0))) }
  }

  private func run(
    _ words: Value, _ values: [String: Value] = [:], stdin: Value? = nil, cwd: Value? = nil,
    env: Value? = nil,
    descriptors: Value? = nil
  ) async throws -> ProcessRequest {
    let names = ["x", "items"]
    let parameters = [
      Parameter.text("x"), Parameter(name: "items", schema: Schema([.type([.array])])),
      .choice("pick", ["-a", "b"]),
    ]
    #expect(values.keys.allSatisfy { names.contains($0) || $0 == "pick" })
    var intent = definition("command", parameters: parameters, with: ["run": words])
    for (key, value) in [("stdin", stdin), ("cwd", cwd), ("env", env), ("descriptors", descriptors)] {
      if let value { intent.with.append((key, Template(written: value))) }
    }
    _ = try await CommandHandler().answer(filled(intent, values, in: world), HandlerContext(world))
    return try #require(world.requests.last)
  }

  private func failure(_ words: Value, _ values: [String: Value] = [:], env: Value? = nil) async -> Failure? {
    await #expect(throws: Failure.self) { try await run(words, values, env: env) }
  }

  @Test func `starts the program with everything stated`() async throws {
    let request = try await run(["df", "-h", "/"])
    #expect(request.executable == "/usr/bin/df")
    #expect(request.arguments == ["-h", "/"])
    #expect(request.directory == "/home/ana/work")
    #expect(request.environment.map(\.name) == ["PATH", "HOME", "LANG", "RUNINTENT_RUN"])
    #expect(request.input == nil)
  }

  @Test(arguments: [
    "with space", "", "a\nb", "$(id)", "; rm -rf /", "*", "é\u{301}", "\"quoted\"", "\\", "%s", "\u{1B}[31m",
  ])
  func `a value arrives byte for byte`(text: String) async throws {
    let request = try await run(["df", "${x}", "a${x}b"], ["x": .string(text)])
    #expect(request.arguments.map { Array($0.utf8) } == [Array(text.utf8), Array("a\(text)b".utf8)])
  }

  @Test func `texts are handed over by descriptor`() async throws {
    let request = try await run(
      ["df"], ["x": "a\nb"], env: .object(["A": "1"]),
      descriptors: .object(["TOKEN_FILE": "t ${x}", "B": "", "HOME_FILE": "z"]))
    #expect(
      request.descriptors == [
        HandedContents(number: 10, contents: Array("t a\nb".utf8)), HandedContents(number: 11, contents: []),
        HandedContents(number: 12, contents: Array("z".utf8)),
      ])
    #expect(
      request.environment.map { "\($0.name)=\($0.value)" }.suffix(4) == [
        "RUNINTENT_RUN=do-it", "TOKEN_FILE=/dev/fd/10", "B=/dev/fd/11", "HOME_FILE=/dev/fd/12",
      ])
    #expect(try await run(["df"]).descriptors.isEmpty)
  }

  @Test(arguments: ["PATH", "LD_PRELOAD", "EDITOR", "A", "a=b", ""])
  func `a variable for a descriptor is checked`(_ name: String) async {
    let failure = await #expect(throws: Failure.self) {
      try await run(
        ["df"], env: .object(["A": "1"]), descriptors: .object(ValueObject(uniqueMembers: [(name, "x")])))
    }
    #expect(failure?.faults.map(\.code) == [.definitionEnvironment])
  }

  @Test func `a list is spread and an absent value leaves its word out`() async throws {
    let request = try await run(["df", "${items}", "${x}", "end"], ["items": ["a b", "", 3]])
    #expect(request.arguments == ["a b", "", "3", "end"])
  }

  @Test(arguments: ["--output=/home/u/.bashrc", "-", "-\u{301}rf", "--", "-5"])
  func `a value that looks like an option is refused`(text: String) async throws {
    let failure = await failure(["df", "${x}"], ["x": .string(text)])
    #expect(failure?.status.code == 65)
    #expect(failure?.faults.first?.code == .valueLooksLikeOption)
    #expect(try await run(["df", "--", "${x}"], ["x": .string(text)]).arguments == ["--", text])
    #expect(try await run(["df", "--name=${x}"], ["x": .string(text)]).arguments == ["--name=\(text)"])
  }

  @Test func `every word that looks like an option is named`() async {
    let failure = await failure(["df", "${items}", "${pick}"], ["items": ["-a", "b", "-c"], "pick": "-a"])
    #expect(failure?.faults.count == 3)
  }

  @Test func `a value cannot bring the dashes that free the others`() async {
    #expect(await failure(["df", "${items}"], ["items": ["--", "-a"]])?.faults.count == 2)
  }

  @Test func `dashes before the wrapped program do not free its values`() async throws {
    #expect(await failure(["env", "--", "df", "${x}"], ["x": "-a"]) != nil)
    #expect(
      try await run(["env", "--", "df", "--", "${x}"], ["x": "-a"]).arguments == [
        "--", "/usr/bin/df", "--", "-a",
      ])
  }

  @Test func `NUL is refused`() async {
    #expect(await failure(["df", "${x}"], ["x": "a\u{0}b"])?.faults.first?.code == .valueControl)
  }

  @Test func `a program that is not there is named with the folders that were searched`() async {
    let failure = await failure(["rsink", "a"])
    #expect(failure?.status.code == 69)
    #expect(
      failure?.faults == [Fault(.executableMissing, ["program": "rsink", "searchPath": "/usr/bin:/bin"])])
  }

  @Test func `a program with a folder is taken from there`() async throws {
    #expect(try await run(["/opt/odd/tool"]).executable == "/opt/odd/tool")
    let own = "/home/ana/.config/runintent/intents/./tool.sh"
    #expect(try await run(["./tool.sh"]).executable == own)
    #expect(
      await failure(["./gone.sh"])?.faults.first?["program"]
        == "/home/ana/.config/runintent/intents/./gone.sh")
  }

  @Test func `a program that may not be executed is not called missing`() async {
    let failure = await failure(["./job.sh"])
    #expect(failure?.faults.first?.code == .executableFailed)
    #expect(failure?.status.code == 69)
  }

  @Test func `a script is the definition's, wherever the caller is`() async throws {
    let request = try await run(["sh", "-e", "job.sh", "${x}"], ["x": "a"])
    #expect(request.arguments == ["-e", "/home/ana/.config/runintent/intents/./job.sh", "a"])
    #expect(await failure(["sh", "none.sh"])?.faults.first?.code == .fileMissing)
  }

  @Test(arguments: [
    ("/srv", "/srv"), ("data", "/home/ana/.config/runintent/intents/data"), ("${x}", "/home/ana/work/sub"),
  ])
  func `the working directory`(written: String, path: String) async throws {
    #expect(try await run(["df", "${x}"], ["x": "sub"], cwd: .string(written)).directory == path)
  }

  @Test func `a working directory that is not there is named`() async {
    let failure = await #expect(throws: Failure.self) { try await run(["df"], cwd: "/absent") }
    #expect(failure?.status.code == 66)
  }

  @Test func `the definition's variables join the caller's`() async throws {
    let request = try await run(["df"], ["x": "v=1"], env: .object(["LANG": "ja_JP.UTF-8", "MODE": "${x}"]))
    #expect(
      request.environment.map { "\($0.name)=\($0.value)" } == [
        "PATH=/usr/bin:/bin", "HOME=/home/ana", "LANG=ja_JP.UTF-8", "MODE=v=1", "RUNINTENT_RUN=do-it",
      ])
  }

  @Test(arguments: [
    "LD_PRELOAD", "BASH_ENV", "ENV", "IFS", "PYTHONPATH", "GIT_SSH_COMMAND", "CURL_HOME", "SSL_CERT_FILE",
    "A=B",
    "", "1A", "NODE_OPTIONS", "BASH_FUNC_ls%%",
  ])
  func `a variable that brings in code is refused`(name: String) async {
    let failure = await failure(["df"], env: .object(ValueObject(uniqueMembers: [(name, "x")])))
    #expect(failure?.faults == [Fault(.definitionEnvironment, ["name": .text(name)])])
    #expect(failure?.status.code == 78)
    if !name.isEmpty, !name.contains("=") {
      #expect(await self.failure(["env", .string("\(name)=x"), "df"]) != nil)
    }
  }

  @Test func `input is the text, or JSON`() async throws {
    #expect(try await run(["df"], ["x": "a\n"], stdin: "${x}").input == Array("a\n".utf8))
    #expect(try await run(["df"], ["items": [1, "a"]], stdin: "${items}").input == Array(#"[1,"a"]"#.utf8))
    #expect(try await run(["df"], stdin: "${x}").input == nil)
  }

  @Test func `no program at all is a failure`() async {
    #expect(await failure([])?.faults.first?.code == .executableMissing)
  }
}
