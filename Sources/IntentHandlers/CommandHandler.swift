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
    try files(of: CommandLine(call))
  }

  func reach(_ call: HandlerCall) throws(Failure) -> (capabilities: [Capability], files: [String]) {
    let line = try CommandLine(call)
    return (try line.capabilities, try files(of: line))
  }

  private func files(of line: CommandLine) throws(Failure) -> [String] {
    var files: [String] = []
    for name in try line.files where !files.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
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
    let handed = try HandedPlaces(call, world)
    let given = handed.map { call.giving($0.values, secrets: context.secrets) }
    let launch = try line.launch(world.files, as: given)
    var environment = try CommandEnvironment.make(of: given ?? call, world)
    environment.append(("RUNINTENT_RUN", call.definition.id))
    if line.leavesBytecode { environment.append(("PYTHONDONTWRITEBYTECODE", "1")) }
    if let script = launch.script { environment.append(("RUNINTENT_SCRIPT", script)) }
    var request = ProcessRequest(
      executable: launch.executable, name: launch.name, contents: launch.contents,
      arguments: launch.arguments, environment: environment,
      directory: try line.directory(world, as: given),
      input: (given ?? call)["stdin"]?.value.map { Array(($0.plainText ?? $0.json()).utf8) },
      descriptors: launch.descriptors)
    request.places = handed?.places ?? []
    try CommandDescriptors.add(to: &request, of: given ?? call)
    request.sandbox = try sandbox(of: call, line, context)
    let progress = context.progress
    request.onProgress = { line in
      if let (text, fraction) = CommandProgress.read(line) { progress(text, fraction) }
    }
    let outcome = try await world.processes.run(request, context.cancellation)
    return CommandAnswer(call: call, program: line.name, outcome: outcome, text: context.text).result()
  }

  /// The limits of the process, `nil` where the definition sets none. All of them must hold where the run rests on
  /// them: values that callers choose freely, or a rule of the configuration.
  private func sandbox(
    of call: HandlerCall, _ line: CommandLine, _ context: HandlerContext
  ) throws(Failure) -> ProcessSandbox? {
    var made = line.containment.plan
    // One that could not be made fails with its reason.
    if made == nil { made = try SandboxPlan(call) }
    guard let plan = made else { return nil }
    let id = call.definition.id
    let isDemanded = try context.world.configuration().policy.contains {
      $0.requiresSandbox && $0.isAbout(id, from: context.source)
    }
    let files = try line.files.compactMap(call.lookUp.find) + call.lookUp.trusted.map(\.path)
    return plan.limits(
      files: files,
      rests: isDemanded ? .whole : call.arguments.contains { $0.value.isFree } ? .files : .nothing)
  }
}
