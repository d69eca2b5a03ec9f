internal import IntentCore
internal import IntentEngine
internal import IntentLoading

/// `runintent automation remove`: takes out of the machine what `install` wrote, and what it allowed the automation.
enum AutomationRemove {
  static let command = Command(
    name: "automation remove", usage: "automation remove ID… [--delete]",
    summary: "Have the machine run an automation no more; its file stays.",
    options: [OptionSpec("delete", .flag, "Delete its file too.")], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    guard !options.operands.isEmpty else {
      throw command.missing("ID")
    }
    for id in options.operands where !Names.isIdentifier(id) {
      throw Failure(.automationUnknown, ["name": .text(id)])
    }
    let present = try await session.engine.uninstall(options.operands)
    for id in options.operands {
      let path = (try? session.engine.library.automations.find(id))?.path
      if let path { _ = try session.world.store.removeTrust(of: path) }
      let wasThere = present.contains(id)
      if !wasThere, path == nil { throw Failure(.automationUnknown, ["name": .text(id)]) }
      if options.has("delete"), let path { _ = try session.environment.installer.remove(path) }
      if !session.settings.isQuiet {
        session.print("\(id): \(session.text(wasThere ? "no longer installed" : "was not installed"))")
      }
    }
  }
}
