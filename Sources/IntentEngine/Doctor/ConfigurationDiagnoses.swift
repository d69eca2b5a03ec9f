internal import IntentCore

extension Diagnosis {
  /// The two files of the configuration, root's first.
  package static func configuration(_ engine: Engine, _ files: ConfigurationFiles) -> [Diagnosis] {
    files.places.map { place in
      let path = engine.library.display(place.path)
      guard let faults = ConfigurationCheck.faults(place, files, engine.library) else {
        return Diagnosis(
          name: "configuration", state: .absent,
          text: engine.text("${file} is not there", ["file": .string(path)]))
      }
      let isBroken = faults.contains { $0.severity == .error }
      let check = engine.text("to see every fault: ${command}", ["command": "runintent check"])
      return Diagnosis(
        name: "configuration", state: isBroken ? .bad : .good, text: path,
        faults: faults, advice: faults.isEmpty ? [] : [check])
    }
  }
}
