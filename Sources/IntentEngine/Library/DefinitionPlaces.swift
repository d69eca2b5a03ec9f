package import IntentCore
internal import IntentLoading
internal import IntentPipeline

extension IntentLibrary {
  /// A warning where another definition of the id comes before the one at the path.
  package func shadowing(of id: String, at path: String) -> [Fault] {
    guard let first = try? folders.find(id), let own = try? files.open(path), first.path != own.path else {
      return []
    }
    let places: KeyValuePairs<String, FaultArgument> = [
      "path": .text(display(path)), "other": .text(display(first.path)),
    ]
    return [Fault(.definitionShadowed, places, severity: .warning)]
  }

  /// Whether a file is of the project in the working directory.
  func isOfProject(_ file: SourceFile) -> Bool {
    folders.folders.contains { $0.project != nil && file.path.utf8.starts(with: "\($0.path)/".utf8) }
  }

  /// The definitions of a folder that can be read, but that of an id.
  func definitions(in folder: String, besides id: String) -> [IntentDefinition] {
    let folders = DefinitionFolders(folders: [DefinitionFolders.Folder(path: folder)], access: files)
    return folders.entries().entries.filter { $0.id != id }.compactMap { entry in
      (try? entry.open()).flatMap { try? read($0, id: entry.id).definition }
    }
  }

  /// The paths of what root put up for everybody.
  package var rootsDefinitions: [String] {
    var folders = folders
    folders.folders.removeAll { !$0.path.utf8.elementsEqual(world.rootsDefinitions.utf8) }
    return folders.entries().entries.compactMap { entry in
      guard let file = try? entry.open(), let definition = try? load(file, id: entry.id).definition,
        world.isRoots(definition)
      else { return nil }
      return file.path
    }
  }
}
