internal import IntentCore
internal import IntentRendering

/// `runintent grant --list`: every grant and denial, or those of some definitions.
enum GrantList {
  static func show(_ operands: [String], _ session: inout Session) throws(Failure) {
    var standings: [Standing] = []
    if operands.isEmpty {
      standings = try session.world.store.standings()
    } else {
      for operand in operands {
        standings.append(try session.world.store.standing(of: try session.definitionPath(operand)))
      }
    }
    let grants = standings.flatMap(\.grants)
    if session.settings.isJSON {
      return write(grants, &session)
    }
    if grants.isEmpty {
      session.tell("No grants.")
      return
    }
    var columns = Columns(plain: 5, style: session.style())
    for grant in grants {
      columns.append([
        session.display(grant.path), grant.capability, grant.source.text,
        grant.isDenial ? session.text("Denied") : session.text("Allowed"), limits(of: grant, session),
      ])
    }
    session.write(columns)
  }

  /// Until when, and for how many runs yet.
  static func limits(of grant: Grant, _ session: Session) -> String {
    let say = session.text
    var parts: [String] = []
    if let end = grant.expiresAt {
      let time: ValueObject = ["time": .string(session.moment(end))]
      parts.append(
        grant.hasExpired(at: session.world.clock.wall())
          ? say("expired ${time}", time) : say("until ${time}", time))
    }
    if let uses = grant.usesLeft { parts.append(say("runs left: ${count}", ["count": .integer(uses)])) }
    return parts.joined(separator: ", ")
  }

  static func write(_ grants: [Grant], _ session: inout Session) {
    session.write(json: .object(["schemaVersion": 1, "grants": .array(grants.map(json))]))
  }

  static func json(_ grant: Grant) -> Value {
    .object([
      "path": .string(grant.path), "capability": .string(grant.capability),
      "source": .string(grant.source.text), "denies": .boolean(grant.isDenial),
      "recordedAt": .string(grant.recordedAt.rfc3339),
      "expiresAt": grant.expiresAt.map { .string($0.rfc3339) } ?? .null,
      "usesLeft": grant.usesLeft.map { .integer($0) } ?? .null,
    ])
  }
}
