internal import IntentCore
internal import IntentEngine
internal import IntentLoading

extension Diagnosis {
  /// Each folder of definitions, in the order of the search.
  static func intents(_ session: Session) -> [Diagnosis] {
    let catalog = session.catalog
    var seen: Set<String> = []
    return catalog.folders.map { folder in
      do throws(Failure) {
        let contents = try catalog.openFolder(folder.path).list()
        let hidden = contents.ids.count { seen.contains($0) }
        seen.formUnion(contents.ids)
        return found(folder.path, contents, hidden: hidden, session)
      } catch {
        let isMissing = error.faults.first?.code == .fileMissing && !folder.isNamed
        guard isMissing else { return .failed("intents", session.display(folder.path), error, session) }
        return Diagnosis(
          name: "intents", state: .absent,
          text: session.text("${folder} is not there", ["folder": .string(session.display(folder.path))]))
      }
    }
  }

  private static func found(
    _ path: String, _ contents: DefinitionFolders.Contents, hidden: Int, _ session: Session
  ) -> Diagnosis {
    let say = session.text
    var details = [say("definitions: ${count}", ["count": .integer(contents.ids.count)])]
    if hidden > 0 {
      details.append(say("hidden by a folder searched before: ${count}", ["count": .integer(hidden)]))
    }
    let faults = (contents.faults + faults(in: path, session)).map(session.message)
    let check = say("to see every fault: ${command}", ["command": "runintent check"])
    return Diagnosis(
      name: "intents", state: faults.isEmpty ? .good : .bad, text: session.display(path),
      details: details + faults, advice: faults.isEmpty ? [] : [check])
  }
  /// What keeps definitions of the folder from being run, and who else could change them.
  private static func faults(in path: String, _ session: Session) -> [Fault] {
    var catalog = session.catalog
    catalog.folders.removeAll { !$0.path.utf8.elementsEqual(path.utf8) }
    var faults: [Fault] = []
    for entry in catalog.entries().entries {
      do throws(Failure) {
        let file = try entry.open()
        faults += file.concerns
        _ = try session.load(file, id: entry.id)
      } catch {
        faults += error.faults
      }
    }
    return faults
  }
}
