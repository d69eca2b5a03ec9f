internal import IntentCore
internal import IntentEngine

extension Diagnosis {
  /// Whether somebody sees to the deadlines that are left. What was due has been honoured by now.
  static func guardian(_ session: Session) -> Diagnosis {
    let say = session.text
    do throws(Failure) {
      let deadlines = try session.world.store.deadlines()
      guard let first = deadlines.first else {
        return Diagnosis(
          name: "guard", state: .absent, text: say("not needed: nothing has a deadline"))
      }
      let clock = session.world.clock
      let overdue = deadlines.filter { $0.isDue(clock) }
      var details = [
        say(
          "deadlines: ${count}, the first ${time}",
          ["count": .integer(deadlines.count), "time": .string(session.moment(first.due))])
      ]
      details += overdue.map { say("overdue: ${deed}", ["deed": .string($0.text)]) }
      guard let holder = session.environment.guardian.holder() else {
        return Diagnosis(
          name: "guard", state: .bad, text: say("not running although deadlines are left"), details: details,
          advice: [say("to start it: ${command}", ["command": "runintent guard"])])
      }
      return Diagnosis(
        name: "guard", state: overdue.isEmpty ? .good : .bad,
        text: say("runs as process ${number}", ["number": .integer(holder)]), details: details)
    } catch {
      return .failed("guard", "", error, session)
    }
  }
}
