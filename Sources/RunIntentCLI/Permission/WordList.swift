internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// The one table of all that was allowed and denied.
enum WordList {
  static func show(_ operands: [String], _ session: inout Session) throws(Failure) {
    let store = session.world.store
    var standings = operands.isEmpty ? try store.standings() : []
    for operand in operands {
      standings += try store.standings(of: session.library.definitionPath(operand))
    }
    let roots =
      !operands.isEmpty
      ? []
      : session.library.rootsDefinitions.filter { path in
        !standings.contains { $0.trust?.path.utf8.elementsEqual(path.utf8) ?? false }
      }
    if session.settings.isJSON {
      return session.write(json: [
        "words": .array(standings.flatMap { $0.grants.map(\.json) }),
        "definitions": .array(standings.compactMap { $0.trust?.json }), "roots": Value(roots),
      ])
    }
    if standings.isEmpty, roots.isEmpty { return session.tell("Nothing was allowed or denied.") }
    var columns = Columns(plain: 5, style: session.style())
    for standing in standings {
      if standing.grants.isEmpty, let trust = standing.trust {
        columns.append([
          session.display(trust.path), "", session.text(trust.who.text), session.text("allowed"), "",
        ])
      }
      for grant in standing.grants {
        columns.append([
          session.display(grant.path), grant.capability, who(grant, session),
          session.text(grant.isDenial ? "denied" : "allowed"), limits(of: grant, session),
        ])
      }
    }
    for path in roots {
      columns.append([session.display(path), session.text("root's own, which needs no record"), "", "", ""])
    }
    session.write(columns)
  }

  private static func who(_ grant: Grant, _ session: Session) -> String {
    let who = session.text(grant.who.text)
    return grant.only.map { "\(who) (\($0.text))" } ?? who
  }

  /// Until when, and for how many runs yet.
  static func limits(of grant: Grant, _ session: Session) -> String {
    let say = session.text
    var parts: [String] = []
    if let end = grant.expiresAt {
      let time: ValueObject = ["time": .string(session.moment(end))]
      let isOver = grant.hasExpired(at: session.world.clock.wall())
      parts.append(say(isOver ? "expired ${time}" : "until ${time}", time))
    }
    if let uses = grant.usesLeft { parts.append(say("runs left: ${count}", ["count": .integer(uses)])) }
    return parts.joined(separator: ", ")
  }
}
