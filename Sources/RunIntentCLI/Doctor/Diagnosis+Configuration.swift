internal import IntentCore
internal import IntentEngine

extension Diagnosis {
  /// The two files of the configuration, root's first.
  static func configuration(_ session: Session) -> [Diagnosis] {
    session.environment.configuration.places.map { place in
      let path = session.display(place.path)
      guard let faults = ConfigurationCheck.faults(place, session) else {
        return Diagnosis(
          name: "configuration", state: .absent,
          text: session.text("${file} is not there", ["file": .string(path)]))
      }
      let isBroken = faults.contains { $0.severity == .error }
      let check = session.text("to see every fault: ${command}", ["command": "runintent check"])
      return Diagnosis(
        name: "configuration", state: isBroken ? .bad : .good, text: path,
        details: faults.map { session.placed($0) }, advice: faults.isEmpty ? [] : [check])
    }
  }
}

extension Session {
  /// A fault in one line, with the place where it was found.
  fileprivate func placed(_ fault: Fault) -> String {
    guard let place = fault.location else { return message(fault) }
    return "\(String(place.line)):\(String(place.column)): \(message(fault))"
  }
}
