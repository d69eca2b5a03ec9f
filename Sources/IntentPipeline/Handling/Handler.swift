package import IntentCore

/// The code behind an intent; one file, one registry line.
package protocol Handler: Sendable {
  var descriptor: HandlerDescriptor { get }
  /// What a call will touch; empty when it only reads or answers.
  func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability]
  /// The resources, such as `lock:demo:front`, on which no other run may act meanwhile.
  func resources(_ call: HandlerCall) throws(Failure) -> [String]
  /// The files that trust covers besides the definition, by the names that `with` gives them.
  func files(_ call: HandlerCall) throws(Failure) -> [String]
  /// Secrets of the configuration that the handler needs besides those that the definition names, such as a
  /// provider's token.
  func secrets(_ call: HandlerCall) throws(Failure) -> [String]
  /// Whether a shared key may stand for the grant of its one act at one door.
  var takesKeys: Bool { get }
  /// Whether `follow` goes on with changes.
  var canFollow: Bool { get }
  /// Goes on after the first answer with one for every change, until cancelled; fails when the report does.
  func follow(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext, after first: IntentResult,
    _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure)
  /// Does it, waits until it is really done, and answers.
  func perform(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult
}

extension Handler {
  package func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] { [] }
  package func resources(_ call: HandlerCall) throws(Failure) -> [String] { [] }
  package func files(_ call: HandlerCall) throws(Failure) -> [String] { [] }
  package func secrets(_ call: HandlerCall) throws(Failure) -> [String] { [] }
  package var takesKeys: Bool { false }
  package var canFollow: Bool { false }
  package func follow(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext, after first: IntentResult,
    _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {}
}

extension Handler {
  /// What a call will touch, with the secrets that the definition names.
  package func claims(_ call: HandlerCall) throws(Failure) -> [Capability] {
    var claims = try capabilities(call)
    for name in call.definition.secrets { claims.append(.secret(name)) }
    return claims
  }
}

/// All that a handler gets besides its invocation.
package struct HandlerContext: Sendable {
  package var world: World
  /// When the run's limit passes; `cancellation` tells then.
  package var deadline: MonotonicTime
  package var cancellation: any Cancellation
  package var source: RunSource
  /// Says what the handler says in the language of the caller.
  package var text: Localizer
  /// Shows how far the work is: a text and a fraction between 0 and 1.
  package var progress: @Sendable (String, Double?) -> Void
  /// Whether another run acted on what this one is about, just before.
  package var hasWaited = false
  /// The secrets of this run by name.
  package var secrets = ValueObject()
  /// Starts programs whose output is read and not shown, with secrets still in it; what is answered is hidden later.
  package var unhidden: World.Processes
  /// Runs another intent through the same gate.
  package var run: @Sendable (ChildInvocation) async -> RunReport
  /// Does a part of the work under a limit of its own.
  package var withLimit: TimeLimit

  package init(
    world: World, deadline: MonotonicTime, cancellation: any Cancellation, source: RunSource,
    text: Localizer = .english,
    progress: @escaping @Sendable (String, Double?) -> Void = { _, _ in },
    run: @escaping @Sendable (ChildInvocation) async -> RunReport = HandlerContext.runsNothing,
    withLimit: @escaping TimeLimit = { _, parent, work in await work(parent) }
  ) {
    self.withLimit = withLimit
    self.world = world
    unhidden = world.processes
    self.deadline = deadline
    self.cancellation = cancellation
    self.source = source
    self.text = text
    self.progress = progress
    self.run = run
  }
}

extension HandlerContext {
  /// Only a workflow runs other intents.
  package static let runsNothing: @Sendable (ChildInvocation) async -> RunReport = { child in
    RunReport(
      intent: child.callee.definition.id, outcome: .failed(Failure(.internalError)),
      startedAt: WallTime(microseconds: 0))
  }
}

/// An intent that a workflow wants to run.
package struct ChildInvocation: Sendable {
  package var callee: Callee
  package var arguments: [SuppliedArgument]
  package var cancellation: any Cancellation
  /// Secrets of the run that it belongs to, to be hidden in what it answers too.
  package var secrets: [String] = []

  package init(
    _ callee: Callee, arguments: [SuppliedArgument] = [], cancellation: any Cancellation
  ) {
    self.callee = callee
    self.arguments = arguments
    self.cancellation = cancellation
  }
}

/// Finds handlers by name.
package struct HandlerRegistry: Sendable {
  package var find: @Sendable (String) -> (any Handler)?
  package var all: @Sendable () -> [any Handler]
  /// The handlers as the configuration of a world wants them; `nil` where it has no say.
  package var serving: (@Sendable (World) -> HandlerRegistry)?

  package init(
    find: @escaping @Sendable (String) -> (any Handler)?, all: @escaping @Sendable () -> [any Handler],
    serving: (@Sendable (World) -> HandlerRegistry)? = nil
  ) {
    self.find = find
    self.all = all
    self.serving = serving
  }

  package func served(_ world: World) -> HandlerRegistry { serving?(world) ?? self }
}

/// Lists the things that an entity parameter picks from, fresh from the provider.
package struct EntityLists: Sendable {
  package var list: @Sendable (_ kind: String, World) async throws(Failure) -> [Entity]

  package init(list: @escaping @Sendable (_ kind: String, World) async throws(Failure) -> [Entity]) {
    self.list = list
  }
}
