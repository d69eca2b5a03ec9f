import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct NotifyHandlerTests {
  private func desktop(_ outcome: ProcessOutcome) -> ScriptedWorld {
    ScriptedWorld { script in
      script.caller.desktop = [("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus")]
      script.executables = ["/usr/bin/notify-send"]
      script.program = { _ in .success(outcome) }
    }
  }

  private let reminder = definition(
    "notify", title: "Remind Me", parameters: [.text("text")], with: ["text": "${text}"])

  @Test func `says the text in the terminal where there is no desktop`() async throws {
    let world = ScriptedWorld()
    let result = try await NotifyHandler().answer(
      filled(reminder, ["text": "Tea"], in: world), HandlerContext(world))
    #expect(result.dialog == "Tea")
    #expect(result.value == .object(["delivered": "terminal"]))
    #expect(world.requests.isEmpty)
  }

  @Test func `shows it on the desktop and keeps its signs`() async throws {
    let world = desktop(ProcessOutcome(exit: .status(0)))
    let result = try await NotifyHandler().answer(
      filled(reminder, ["text": "-a <b> & c"], in: world), HandlerContext(world))
    #expect(result.dialog == "-a <b> & c")
    #expect(result.value == .object(["delivered": "desktop"]))
    let request = try #require(world.requests.first)
    #expect(
      request.arguments == [
        "--app-name=runintent", "--urgency=normal", "--", "Remind Me", "-a &lt;b&gt; &amp; c",
      ])
    #expect(request.environment.contains { $0.name == "DBUS_SESSION_BUS_ADDRESS" })
  }

  @Test func `says so when the desktop does not take it`() async throws {
    let world = desktop(ProcessOutcome(exit: .status(1), errors: Array("No bus\nmore\n".utf8)))
    let result = try await NotifyHandler().answer(
      filled(reminder, ["text": "Tea"], in: world), HandlerContext(world))
    #expect(result.isFailure)
    #expect(result.dialog == "The desktop did not take the notification.")
    #expect(result.snippet == Snippet([.text("Tea"), .text("No bus")]))
  }

  @Test func `is harmless`() async throws {
    let call = try await filled(reminder, ["text": "Tea"], in: ScriptedWorld())
    #expect(try NotifyHandler().capabilities(call).isEmpty)
  }
}
