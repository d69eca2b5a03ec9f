package import IntentCore

extension Diagnosis {
  /// Whether what is remembered can be read, and what it holds.
  package static func store(_ engine: Engine) -> Diagnosis {
    let say = engine.text
    let place = engine.library.places.state.map { "\($0)/runintent" } ?? ""
    do throws(Failure) {
      let trusted = try engine.world.store.standings().count { $0.trust != nil }
      let unknown = try engine.world.store.runs(JournalQuery(limit: 100, states: [.unknown]))
      let last = try engine.world.store.runs(JournalQuery(limit: 1)).first
      var diagnosis = Diagnosis(
        name: "store", state: last == nil && trusted == 0 ? .absent : .good,
        text: place.isEmpty ? say("nothing is remembered without a home") : place)
      if let last {
        diagnosis.details.append(
          say(
            "runs: ${count}, the last ${time}",
            ["count": .integer(last.run), "time": .string(engine.moment(last.start.at))]))
      } else if !place.isEmpty {
        diagnosis.details.append(say("nothing yet"))
      }
      if trusted > 0 { diagnosis.details.append(say("trusted: ${count}", ["count": .integer(trusted)])) }
      if !unknown.isEmpty {
        diagnosis.details.append(
          say("runs that ended without a word: ${count}", ["count": .integer(unknown.count)]))
        diagnosis.advice.append(say("to see them: ${command}", ["command": "runintent log --failed"]))
      }
      return diagnosis
    } catch {
      return .failed("store", place, error)
    }
  }

  /// Whether somebody sees to the deadlines that are left. What was due has been honoured by now.
  package static func deadlines(_ engine: Engine, _ guardian: Guardian) -> Diagnosis {
    let say = engine.text
    do throws(Failure) {
      let deadlines = try engine.world.store.deadlines()
      guard let first = deadlines.first else {
        return Diagnosis(name: "guard", state: .absent, text: say("not needed: nothing has a deadline"))
      }
      let clock = engine.world.clock
      let overdue = deadlines.filter { $0.isDue(clock) }
      var details = [
        say(
          "deadlines: ${count}, the first ${time}",
          ["count": .integer(deadlines.count), "time": .string(engine.moment(first.due))])
      ]
      details += overdue.map { say("overdue: ${deed}", ["deed": .string($0.text)]) }
      guard let holder = guardian.holder() else {
        return Diagnosis(
          name: "guard", state: .bad, text: say("not running although deadlines are left"), details: details,
          advice: [say("to start it: ${command}", ["command": "runintent guard"])])
      }
      return Diagnosis(
        name: "guard", state: overdue.isEmpty ? .good : .bad,
        text: say("runs as process ${number}", ["number": .integer(holder)]), details: details)
    } catch {
      return .failed("guard", "", error)
    }
  }
}

extension Engine {
  /// A moment in the place's own time, with its date.
  package func moment(_ time: WallTime) -> String {
    let local = world.clock.local(time)
    return "\(DateText.date(local)) \(DateText.clock(local))"
  }
}
