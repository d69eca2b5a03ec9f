internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent revoke`: takes back what was allowed or denied.
enum RevokeCommand {
  static let command = Command(
    name: "revoke", usage: "revoke ID|PATH… [--unattended|--for NAME]",
    summary: "Take back what was allowed or denied.", operands: .some("ID or PATH"),
    options: WordOptions.whose + [WordOptions.only], completion: .definitions, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let whos = try options.who().map { [$0] } ?? []
    let only = options.values("only")
    var removed: [Value] = []
    for operand in options.operands {
      let path = try session.library.definitionPath(operand)
      var count = 0
      for capability in only.isEmpty ? [nil] : only.map({ Optional($0) }) {
        count += try session.world.store.removeGrants(
          GrantSelection(path: path, capability: capability, whos: whos))
      }
      removed.append(.object(["path": .string(path), "count": .integer(count)]))
      if session.settings.isJSON { continue }
      let done = session.text(
        count == 0 ? "nothing was recorded" : "taken back: ${count}", ["count": .integer(count)])
      session.note(session.display(path), done)
    }
    if session.settings.isJSON { session.write(json: ["removed": .array(removed)]) }
  }
}
