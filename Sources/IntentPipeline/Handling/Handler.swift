package import IntentCore

/// The code behind an intent; one file, one registry line.
package protocol Handler: DescribedHandler {
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
  package func follow(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext, after first: IntentResult,
    _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {}
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
  package var progress: @Sendable (String, Double?) -> Void = { _, _ in }
  /// Whether another run acted on what this one is about, just before.
  package var hasWaited = false
  /// The secrets of this run by name.
  package var secrets = ValueObject()
  /// Starts programs whose output is read and not shown, with secrets still in it; what is answered is hidden later.
  package var unhidden: World.Processes
  /// Runs another intent through the same gate, where a workflow does.
  package var run: @Sendable (ChildInvocation) async -> RunReport = { child in
    RunReport(
      intent: child.callee.definition.id, outcome: .failed(Failure(.internalError)),
      startedAt: WallTime(microseconds: 0))
  }
  /// Does a part of the work under a limit of its own.
  package var withLimit: TimeLimit = { _, parent, work in await work(parent) }

  package init(
    world: World, deadline: MonotonicTime, cancellation: any Cancellation, source: RunSource,
    text: Localizer = .english
  ) {
    self.world = world
    unhidden = world.processes
    (self.deadline, self.cancellation, self.source, self.text) = (deadline, cancellation, source, text)
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
    (self.find, self.all, self.serving) = (find, all, serving)
  }

  package func served(_ world: World) -> HandlerRegistry { serving?(world) ?? self }

  package func handler(of definition: IntentDefinition) throws(Failure) -> any Handler {
    guard let handler = find(definition.handler) else {
      throw Failure(.definitionUnknownHandler, ["name": .text(definition.handler)])
    }
    return handler
  }

  /// What a call will touch, with all that it runs in turn.
  package func capabilities(
    of call: HandlerCall, _ world: World, entities: [EntityList] = [], for who: Who = .here
  ) throws(Failure) -> [Capability] {
    let own = try handler(of: call.definition).claims(call)
    if call.definition.workflow == nil { return own }
    var graph = graph(world, entities, who)
    try graph.walk(call)
    return own + graph.capabilities
  }

  func graph(_ world: World, _ entities: [EntityList], _ who: Who) -> CallGraph {
    CallGraph(world, entities, who) { call throws(Failure) in try handler(of: call.definition).claims(call) }
  }
}
