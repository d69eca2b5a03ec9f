internal import IntentCore
internal import IntentEngine

extension Diagnosis {
  /// Whether what is remembered can be read, and what it holds.
  static func store(_ session: Session) -> Diagnosis {
    let say = session.text
    let place = session.environment.folders.state.map { "\($0)/runintent" } ?? ""
    do throws(Failure) {
      let trusted = try session.world.store.standings().count { $0.trust != nil }
      let unknown = try session.world.store.runs(JournalQuery(limit: 100, states: [.unknown]))
      let last = try session.world.store.runs(JournalQuery(limit: 1)).first
      var diagnosis = Diagnosis(
        name: "store", state: last == nil && trusted == 0 ? .absent : .good,
        text: place.isEmpty ? say("nothing is remembered without a home") : place)
      if let last {
        diagnosis.details.append(
          say(
            "runs: ${count}, the last ${time}",
            ["count": .integer(last.run), "time": .string(session.moment(last.start.at))]))
      } else if !place.isEmpty {
        diagnosis.details.append(say("nothing yet"))
      }
      if trusted > 0 {
        diagnosis.details.append(say("trusted: ${count}", ["count": .integer(trusted)]))
      }
      if !unknown.isEmpty {
        diagnosis.details.append(
          say("runs that ended without a word: ${count}", ["count": .integer(unknown.count)]))
        diagnosis.advice.append(say("to see them: ${command}", ["command": "runintent log --failed"]))
      }
      return diagnosis
    } catch {
      return .failed("store", place, error, session)
    }
  }
}
