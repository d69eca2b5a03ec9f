package import IntentCore

extension Standing {
  /// Why the definition is not trusted as it is, `nil` when it is; a file that it names and that changed is a
  /// failure of its own.
  package func distrust(
    of definition: IntentDefinition, _ world: World, operand: String? = nil
  ) throws(Failure) -> Question.ConsentQuestion.Reason? {
    guard let trust, trust.source == definition.source else {
      if world.isRoots(definition) { return nil }
      return trust == nil ? .untrusted : .changed
    }
    let changed = trust.files.filter { !$0.isUnchanged(world.files) }
    if !changed.isEmpty {
      let command = ["runintent", "trust", operand ?? definition.id]
      throw Failure(
        changed.map { file in
          Fault(
            .fileChanged,
            ["path": .text(file.path), "intent": .text(definition.id), "command": .list(command)])
        })
    }
    return nil
  }
}

extension World {
  /// Whether root put the definition up for everybody, and nobody else can change it.
  package func isRoots(_ definition: IntentDefinition) -> Bool {
    let folder = rootsDefinitions.utf8
    let path = definition.path.utf8
    return path.starts(with: folder) && path.dropFirst(folder.count).first == UInt8(ascii: "/")
      && files.isRootsAlone(definition.path)
  }

  func areRoots(_ names: [String], _ lookUp: ExecutableLookup) -> Bool {
    names.allSatisfy { lookUp.find($0).map(files.isRootsAlone) ?? false }
  }
}

extension TrustedFile {
  /// A file that root alone can change is checked for that, any other for its exact bytes.
  func isUnchanged(_ files: World.Files) -> Bool {
    if let target {
      guard let now = files.resolved(path), now.utf8.elementsEqual(target.utf8) else { return false }
      return files.facts(target)?.isRootsAlone ?? false
    }
    guard let contents else { return files.facts(path)?.isRootsAlone ?? false }
    return files.read(path, contents.count + 1) == contents
  }
}
