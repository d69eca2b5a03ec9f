import Foundation
import TestSupport
import Testing

/// What the compiler alone must refuse.
@Suite struct GateTests {
  /// The identity of the package, which is the name of its folder.
  private static let package = Repository.root.lastPathComponent.lowercased()

  /// Type-checks a file as if it stood in the package, against the modules that were built.
  private func check(_ text: String) async -> Ended {
    let folder = ScratchFolder()
    folder.write(text, to: "snippet.swift")
    let modules = URL(filePath: Binary.path).deletingLastPathComponent().appending(path: "Modules").path()
    let compiler = Spawn(
      program: "/usr/bin/env",
      arguments: [
        "swiftc", "-typecheck", "-swift-version", "6", "-package-name", Self.package, "-I", modules,
        "\(folder.path)/snippet.swift",
      ],
      environment: ProcessInfo.processInfo.environment, directory: folder.path)
    return await compiler.run()
  }

  private static let handling = """
    import IntentCore
    import IntentPipeline

    func run(_ handler: any Handler, _ resolved: ResolvedInvocation, _ context: HandlerContext) async throws {

    """

  @Test func `a handler is called with what the gate let pass`() async {
    let control = await check(
      """
      import IntentCore
      import IntentPipeline

      func run(_ invocation: AuthorizedInvocation, _ context: HandlerContext) async throws {
        _ = try await invocation.handler.perform(invocation, context)
      }
      """)
    #expect(control.status == 0, "\(control.errorText)")
  }

  @Test func `a handler called unchecked does not compile`() async {
    let unchecked = await check(Self.handling + "  _ = try await handler.perform(resolved, context)\n}\n")
    #expect(unchecked.status != 0)
    #expect(unchecked.errorText.contains("AuthorizedInvocation"))
  }

  @Test func `nobody but the gate makes an authorisation`() async {
    let forged = await check(
      Self.handling + """
          let forged = AuthorizedInvocation(
            resolved: resolved, handler: handler, capabilities: [], rule: "", warnings: [])
          _ = try await handler.perform(forged, context)
        }
        """)
    #expect(forged.status != 0)
    #expect(forged.errorText.contains("inaccessible due to 'fileprivate' protection level"))
  }
}
