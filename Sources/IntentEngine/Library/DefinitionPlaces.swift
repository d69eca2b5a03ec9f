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
