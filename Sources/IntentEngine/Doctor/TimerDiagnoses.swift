internal import JSON
internal import StringCatalogs
internal import IntentCore

extension Diagnosis {
  /// By whom it is started, and with what.
  ///
  /// - Parameter own: How this very call was entered.
  package static func surroundings(_ engine: Engine, own: Diagnosis) async -> [Diagnosis] {
    let say = engine.text
    do throws(Failure) {
      let surroundings = try await TimerEnvironment.look(engine)
      let source: Diagnosis
      if let scheduler = surroundings.scheduler {
        source = Diagnosis(
          name: "source", state: .good,
          text: say("timer, as ${scheduler} will start it", ["scheduler": .string(say(scheduler.words))]))
      } else {
        source = own
      }
      let path = surroundings.variables.first { $0.name == "PATH" }?.value ?? ""
      var environment = Diagnosis(
        name: "environment", state: .good, text: "PATH \(path)",
        details: surroundings.variables.filter { $0.name != "PATH" }.map { "\($0.name) \($0.value)" })
      environment.details.append(
        say("working directory ${path}", ["path": .string(surroundings.directory)]))
      let names = ["LANG", "LC_ALL", "LC_MESSAGES"]
      if !surroundings.variables.contains(where: { names.contains($0.name) }) {
        environment.details.append(
          say("no language is set there: answers are English unless the configuration says otherwise"))
      }
      return [source, environment]
    } catch {
      return [.failed("source", "timer", error)]
    }
  }
}
