internal import IntentCore
internal import IntentLoading

extension Diagnosis {
  /// Each folder of definitions, in the order of the search.
  package static func intents(_ engine: Engine) -> [Diagnosis] {
    let catalog = engine.library.folders
    var seen: Set<String> = []
    return catalog.folders.map { folder in
      do throws(Failure) {
        let contents = try catalog.openFolder(folder.path).list()
        let hidden = contents.ids.count { seen.contains($0) }
        seen.formUnion(contents.ids)
        return found(folder.path, contents, hidden: hidden, engine)
      } catch {
        let isMissing = error.faults.first?.code == .fileMissing && !folder.isNamed
        guard isMissing else { return .failed("intents", engine.library.display(folder.path), error) }
        return Diagnosis(
          name: "intents", state: .absent,
          text: engine.text(
            "${folder} is not there", ["folder": .string(engine.library.display(folder.path))]))
      }
    }
  }

  private static func found(
    _ path: String, _ contents: DefinitionFolders.Contents, hidden: Int, _ engine: Engine
  ) -> Diagnosis {
    let say = engine.text
    var details = [say("definitions: ${count}", ["count": .integer(contents.ids.count)])]
    if hidden > 0 {
      details.append(say("hidden by a folder searched before: ${count}", ["count": .integer(hidden)]))
    }
    let faults = contents.faults + faults(in: path, engine)
    let check = say("to see every fault: ${command}", ["command": "runintent check"])
    return Diagnosis(
      name: "intents", state: faults.isEmpty ? .good : .bad, text: engine.library.display(path),
      details: details, faults: faults, advice: faults.isEmpty ? [] : [check])
  }

  /// What keeps definitions of the folder from being run, and who else could change them.
  private static func faults(in path: String, _ engine: Engine) -> [Fault] {
    var catalog = engine.library.folders
    catalog.folders.removeAll { !$0.path.utf8.elementsEqual(path.utf8) }
    var faults: [Fault] = []
    for entry in catalog.entries().entries {
      do throws(Failure) {
        let file = try entry.open()
        faults += file.concerns
        _ = try engine.library.load(file, id: entry.id)
      } catch {
        faults += error.faults
      }
    }
    return faults
  }
}
