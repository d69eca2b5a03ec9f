package import IntentCore

/// What was found about one thing that runs depend on.
package struct Diagnosis: Sendable {
  package enum State: String, Sendable {
    case good
    /// Not there, and nothing is missing for it.
    case absent
    case bad
  }

  /// The stable name, such as `store`.
  package var name: String
  package var state: State
  package var text: String
  /// What was seen, a line each.
  package var details: [String] = []
  /// The faults that were found.
  package var faults: [Fault] = []
  /// Whether the faults are why it could not be looked at, so that what they say to do is the advice.
  package var isFailed = false
  /// What is to be allowed before it works.
  package var plan: AutomationPlan?
  /// What to do, a line each.
  package var advice: [String] = []
  /// The text of a file that would mend it, as it is.
  package var rule: String?

  package init(
    name: String, state: State, text: String, details: [String] = [], faults: [Fault] = [],
    advice: [String] = []
  ) {
    (self.name, self.state, self.text, self.details, self.faults) = (name, state, text, details, faults)
    self.advice = advice
  }

  /// What could not be looked at.
  static func failed(_ name: String, _ text: String, _ failure: Failure) -> Diagnosis {
    var diagnosis = Diagnosis(name: name, state: .bad, text: text, faults: failure.faults)
    diagnosis.isFailed = true
    return diagnosis
  }

  /// What was read of files, with the command that tells every fault of them.
  private static func files(
    _ name: String, _ state: State, _ text: String, _ faults: [Fault], details: [String] = [],
    _ engine: Engine
  ) -> Diagnosis {
    let check = engine.text("to see every fault: ${command}", ["command": "runintent check"])
    return Diagnosis(
      name: name, state: state, text: text, details: details, faults: faults,
      advice: faults.isEmpty ? [] : [check])
  }
}

extension Diagnosis {
  /// Which program this is, and whether a shell finds it first.
  package static func program(_ engine: Engine, version: String) -> Diagnosis {
    let say = engine.text
    let own = engine.installer.executable() ?? "runintent"
    var diagnosis = Diagnosis(name: "program", state: .good, text: "\(own), \(version)")
    let path = engine.world.machine.caller.variable("PATH") ?? ""
    let found = path.utf8.split(separator: UInt8(ascii: ":")).map { "\(Substring($0))/runintent" }
      .first { engine.world.files.isExecutable($0) }
    if found == nil {
      diagnosis.state = .absent
      diagnosis.details = [say("no folder of PATH has it")]
      diagnosis.advice = [say("to install it: ${command}", ["command": "runintent setup"])]
    } else if let found, !found.utf8.elementsEqual(own.utf8) {
      diagnosis.details = [say("a shell finds ${path} first", ["path": .string(found)])]
    }
    return diagnosis
  }

  /// What the programs that intents start will see.
  package static func environment(_ engine: Engine) -> Diagnosis {
    environment(engine.world.machine.caller.environment)
  }

  static func environment(_ variables: [(name: String, value: String)]) -> Diagnosis {
    let path = variables.first { $0.name == "PATH" }?.value ?? ""
    return Diagnosis(
      name: "environment", state: .good, text: "PATH \(path)",
      details: variables.filter { $0.name != "PATH" }.map { "\($0.name) \($0.value)" })
  }

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
      return .files("configuration", isBroken ? .bad : .good, path, faults, engine)
    }
  }

  /// Each folder of definitions, in the order of the search.
  package static func intents(_ engine: Engine) -> [Diagnosis] {
    let say = engine.text
    let library = engine.library
    let folders = library.folders
    var seen: Set<String> = []
    return folders.folders.map { folder in
      let path = library.display(folder.path)
      let contents: DefinitionFolders.Contents
      do throws(Failure) {
        contents = try folders.access.folder(folder.path).list()
      } catch {
        let isMissing = error.faults.first?.code == .fileMissing && !folder.isNamed
        guard isMissing else { return .failed("intents", path, error) }
        return Diagnosis(
          name: "intents", state: .absent, text: say("${folder} is not there", ["folder": .string(path)]))
      }
      let hidden = contents.ids.count { seen.contains($0) }
      seen.formUnion(contents.ids)
      var details = [say("definitions: ${count}", ["count": .integer(contents.ids.count)])]
      if hidden > 0 {
        details.append(say("hidden by a folder searched before: ${count}", ["count": .integer(hidden)]))
      }
      let faults = contents.faults + faults(in: folder, library)
      return .files("intents", faults.isEmpty ? .good : .bad, path, faults, details: details, engine)
    }
  }

  /// What keeps definitions of the folder from being run, and who else could change them.
  private static func faults(in folder: DefinitionFolders.Folder, _ library: IntentLibrary) -> [Fault] {
    var folders = library.folders
    folders.folders.removeAll { !$0.path.utf8.elementsEqual(folder.path.utf8) }
    var faults: [Fault] = []
    for entry in folders.entries().entries {
      do throws(Failure) {
        let file = try entry.open()
        faults += file.concerns
        _ = try library.load(file, id: entry.id)
      } catch {
        faults += error.faults
      }
    }
    return faults
  }

  /// Whether what is remembered can be read, and what it holds.
  package static func store(_ engine: Engine) -> Diagnosis {
    let say = engine.text
    let store = engine.world.store
    let place = engine.library.places.state.map { "\($0)/runintent" } ?? ""
    do throws(Failure) {
      let allowed = Set(try store.standings().compactMap { $0.trust?.path }).count
      let last = try store.runs(JournalQuery(limit: 1)).first
      let unknown = try store.runs(JournalQuery(limit: 100, states: [.unknown])).count
      var diagnosis = Diagnosis(
        name: "store", state: last == nil && allowed == 0 ? .absent : .good,
        text: place.isEmpty ? say("nothing is remembered without a home") : place)
      if let last {
        let values: ValueObject = [
          "count": .integer(last.run), "time": .string(engine.moment(last.start.at)),
        ]
        diagnosis.details.append(say("runs: ${count}, the last ${time}", values))
      } else if !place.isEmpty {
        diagnosis.details.append(say("nothing yet"))
      }
      if allowed > 0 { diagnosis.details.append(say("allowed: ${count}", ["count": .integer(allowed)])) }
      if unknown > 0 {
        diagnosis.details.append(
          say("runs that ended without a word: ${count}", ["count": .integer(unknown)]))
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
      let values: ValueObject = [
        "count": .integer(deadlines.count), "time": .string(engine.moment(first.due)),
      ]
      let details =
        [say("deadlines: ${count}, the first ${time}", values)]
        + overdue.map { say("overdue: ${deed}", ["deed": .string($0.text)]) }
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
