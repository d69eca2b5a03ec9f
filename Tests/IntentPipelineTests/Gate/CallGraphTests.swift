import IntentCore
import TestSupport
import Testing

@testable import IntentPipeline

@Suite struct CallGraphTests {
  /// Claims the program that its parameter names.
  private struct ProgramHandler: Handler {
    var descriptor: HandlerDescriptor { HandlerDescriptor(name: "program", summary: "") }
    func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
      [.execute(.exact(call.parameters["p"]?.stringValue ?? ""))]
    }
    func perform(
      _ invocation: AuthorizedInvocation, _ context: HandlerContext
    ) async throws(Failure) -> IntentResult { IntentResult(.done, dialog: "Done.") }
  }

  private struct FlowHandler: Handler {
    var descriptor: HandlerDescriptor { HandlerDescriptor(name: "flow", summary: "") }
    func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] { [] }
    func perform(
      _ invocation: AuthorizedInvocation, _ context: HandlerContext
    ) async throws(Failure) -> IntentResult { IntentResult(.done, dialog: "Done.") }
  }

  @Test func `paths of other bytes are other capabilities, however they read`() throws {
    let paths = ["/srv/caf\u{E9}", "/srv/cafe\u{301}"]
    var child = definition("program", parameters: [.text("p")])
    (child.id, child.path) = ("child", "/home/ana/intents/child.json")
    var flow = definition("flow")
    flow.workflow = Workflow(
      steps: paths.map { path in
        WorkflowStep(
          .run(
            WorkflowStep.Call(
              intent: "child",
              arguments: [WorkflowStep.Argument(name: "p", value: .literal(.string(path)))])))
      }, callees: [Callee(definition: child)])
    let world = ScriptedWorld().world
    let call = HandlerCall(
      definition: flow, parameters: ValueObject(), lookUp: .path(of: flow, world: world))
    let handlers: [any Handler] = [ProgramHandler(), FlowHandler()]
    let registry = HandlerRegistry(
      find: { name in handlers.first { $0.descriptor.name == name } }, all: { handlers })
    let claimed = try registry.capabilities(of: call, world)
    #expect(claimed.map { Array($0.text.utf8) } == paths.map { Array("exec(\($0))".utf8) })
  }
}
