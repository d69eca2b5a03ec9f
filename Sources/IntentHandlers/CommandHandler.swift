internal import IntentCore
internal import IntentPipeline

/// Runs a program and shapes its answer.
///
/// ```json
/// "handler": "command", "with": { "run": ["df", "-h", "--", "${path}"] }
/// ```
struct CommandHandler: Handler {
  let descriptor = HandlerDescriptor(
    name: "command", summary: "Runs a program.",
    fields: [
      .init("run", .strings, required: true, help: "The program and its arguments; no shell reads them."),
      .init("stdin", .string, takesSecrets: true, help: "What the program reads; nothing when absent."),
      .init("cwd", .string, help: "Its working directory; the caller's when absent."),
      .init("env", .table, help: "Variables besides PATH, LANG, HOME, USER, LOGNAME and TZ."),
      .init(
        "descriptors", .table, takesSecrets: true,
        help: "Texts that the program reads from files of its own, each by the variable that holds the path."),
    ], hasOutput: true)

  func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
    try CommandLine(call).capabilities
  }

  func files(_ call: HandlerCall) throws(Failure) -> [String] {
    var files: [String] = []
    for name in try CommandLine(call).files where !files.contains(where: { $0.utf8.elementsEqual(name.utf8) })
    {
      files.append(name)
    }
    return files
  }

  func perform(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    try await answer(invocation.call, context)
  }

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let line = try CommandLine(call)
    let world = context.world
    let launch = try line.launch(world.files)
    var environment = try CommandEnvironment.make(of: call, world)
    environment.append(("RUNINTENT_RUN", call.definition.id))
    if let script = launch.script { environment.append(("RUNINTENT_SCRIPT", script)) }
    var request = ProcessRequest(
      executable: launch.executable, name: launch.name, contents: launch.contents,
      arguments: launch.arguments, environment: environment, directory: try directory(of: call, world),
      input: call["stdin"]?.value.map { Array(($0.plainText ?? $0.json()).utf8) },
      descriptors: launch.descriptors)
    try CommandDescriptors.add(to: &request, of: call)
    let progress = context.progress
    request.onProgress = { line in
      if let (text, fraction) = CommandProgress.read(line) { progress(text, fraction) }
    }
    let outcome = try await world.processes.run(request, context.cancellation)
    return CommandAnswer(call: call, program: line.name, outcome: outcome, text: context.text).result()
  }

  /// A folder that the definition names is seen from the definition, one that the caller names from the caller.
  private func directory(of call: HandlerCall, _ world: World) throws(Failure) -> String {
    let caller = world.machine.caller
    guard let text = try call.text("cwd"), !text.utf8.isEmpty else { return caller.workingDirectory }
    if text.utf8.contains(0) {
      throw Failure(.valueControl, ["name": .text(call.spelling(of: "cwd")), "value": .text(text)])
    }
    let isCallers = call["cwd"]?.beginsWithPlaceholder == true
    let path =
      isCallers || text.utf8.first == UInt8(ascii: "/")
      ? caller.absolute(text) : "\(call.definition.folder)/\(text)"
    guard world.files.facts(path)?.kind == .folder else { throw Failure(.fileMissing, ["path": .text(path)]) }
    return path
  }
}
