internal import IntentCore
internal import IntentEngine
internal import IntentLoading

/// The library of definitions as commands use it.
extension Session {
  func find(_ id: String) throws(Failure) -> SourceFile { try engine.library.find(id) }

  func open(_ path: String) throws(Failure) -> SourceFile { try engine.library.open(path) }

  func definition(_ operand: String) throws(Failure) -> (file: SourceFile, id: String) {
    try engine.library.definition(operand)
  }

  func definitionPath(_ operand: String) throws(Failure) -> String {
    try engine.library.definitionPath(operand)
  }

  var catalog: DefinitionFolders { engine.library.folders }

  func absolute(_ path: String) -> String { engine.library.absolute(path) }

  func display(_ path: String) -> String { engine.library.display(path) }

  func load(_ file: SourceFile, id: String) throws(Failure) -> LoadedDefinition {
    try engine.library.load(file, id: id)
  }

  func read(_ file: SourceFile, id: String) throws(Failure) -> LoadedDefinition {
    try engine.library.read(file, id: id)
  }

  mutating func localised(_ definition: IntentDefinition) -> IntentDefinition {
    engine.library.localised(definition)
  }

  mutating func localisedForRun(_ loaded: LoadedDefinition) -> LoadedDefinition {
    engine.library.localisedForRun(loaded)
  }
}
