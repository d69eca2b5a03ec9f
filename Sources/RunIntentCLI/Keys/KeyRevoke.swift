internal import IntentCore

/// `runintent key revoke`: takes keys back, from now on and for good.
enum KeyRevoke {
  static let command = Command(
    name: "key revoke", usage: "key revoke ID…", summary: "Take keys back.", options: [], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    guard !options.operands.isEmpty else { throw command.missing("ID") }
    let store = session.world.store
    let known = try store.keys().map(\.id)
    // A whole key may stand here by mistake: it is said again by no message.
    let unknown = options.operands.contains { id in !known.contains { $0.utf8.elementsEqual(id.utf8) } }
    if unknown { throw Failure(.keyUnknown, ["repair": .list(["runintent", "key", "list", "--all"])]) }
    for id in options.operands {
      _ = try store.revokeKey(id, at: session.world.clock.wall())
      if !session.settings.isQuiet { session.print(session.text("${key}: revoked", ["key": .string(id)])) }
    }
  }
}
