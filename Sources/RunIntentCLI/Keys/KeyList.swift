internal import IntentCore
internal import IntentRendering

/// `runintent key list`: who has a key to what, and how much it is still good for; never the key itself.
enum KeyList {
  static let command = Command(
    name: "key list", usage: "key list", summary: "Show who has a key to which door.",
    options: [OptionSpec("all", .flag, "Also keys that are good for nothing any more.")], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    try command.takeNone(options)
    let now = session.world.clock.wall()
    var keys = try session.world.store.keys()
    if !options.has("all") { keys = keys.filter { [.valid, .early].contains($0.state(at: now)) } }
    if !session.write("keys", keys.map { json($0, now) }) {
      if keys.isEmpty {
        session.tell("No keys.")
        return
      }
      var columns = Columns(plain: 6, style: session.style())
      for key in keys { columns.append(row(key, now, session)) }
      session.write(columns)
    }
  }

  private static func row(_ key: SharedKey, _ now: WallTime, _ session: Session) -> [String] {
    let say = session.text
    var times = say("until ${time}", ["time": .string(session.moment(key.until))])
    if now < key.from {
      times = say("from ${time}", ["time": .string(session.moment(key.from))]) + ", " + times
    }
    return [
      key.id, key.name, key.door.text + (key.opens ? " (\(say("also opens")))" : ""), times,
      say("uses left: ${count}", ["count": .integer(key.usesLeft)]), say(key.state(at: now).words),
    ]
  }

  private static func json(_ key: SharedKey, _ now: WallTime) -> Value {
    .object([
      "id": .string(key.id), "name": .string(key.name), "door": .string(key.door.text),
      "opens": .boolean(key.opens), "from": .string(key.from.rfc3339), "until": .string(key.until.rfc3339),
      "uses": .integer(key.uses), "usesLeft": .integer(key.usesLeft),
      "state": .string(key.state(at: now).rawValue), "sharedAt": .string(key.sharedAt.rfc3339),
      "revokedAt": key.revokedAt.map { .string($0.rfc3339) } ?? .null,
      "lastUsedAt": key.lastUsedAt.map { .string($0.rfc3339) } ?? .null,
    ])
  }
}

extension SharedKey.State {
  /// As people say it.
  var words: String {
    switch self {
    case .early: "not yet"
    case .valid: "good"
    case .expired: "expired"
    case .revoked: "revoked"
    case .usedUp: "used up"
    }
  }
}
