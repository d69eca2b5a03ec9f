internal import IntentCore
internal import IntentHandlers

extension Diagnosis {
  /// Each provider of locks that the configuration names, asked now.
  package static func doors(_ engine: Engine) async -> [Diagnosis] {
    do throws(Failure) {
      return try await DoorCheck.all(engine.world).map { check in
        let doors = check.doors.joined(separator: ", ")
        let text = doors.utf8.isEmpty ? check.provider : "\(check.provider): \(doors)"
        return check.faults.isEmpty
          ? Diagnosis(name: "doors", state: .good, text: text)
          : .failed("doors", text, Failure(check.faults))
      }
    } catch {
      // What else is wrong with the configuration was told before.
      let faults = error.faults.filter { $0.code == .configurationProvider }
      return faults.isEmpty ? [] : [.failed("doors", "", Failure(faults))]
    }
  }
}
