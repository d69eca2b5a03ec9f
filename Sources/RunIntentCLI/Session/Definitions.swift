internal import IntentCore
internal import IntentLoading

extension Session {
  func open(_ path: String) throws(Failure) -> SourceFile {
    try environment.files.open(path)
  }

  /// The definition of an id, opened; a command's name is no intent.
  func find(_ id: String) throws(Failure) -> SourceFile {
    do throws(Failure) {
      return try catalog.find(id)
    } catch {
      guard error.faults.first?.code == .intentUnknown, error.faults.first?["suggestion"] == .text(""),
        let near = Suggestion.nearest(to: id, among: CommandTable.all.map(\.name)), near != id
      else { throw error }
      throw Failure(.intentUnknown, ["intent": .text(id), "suggestion": .text(near)])
    }
  }

  /// A definition by its id, or by the path of its file.
  func definition(_ operand: String) throws(Failure) -> (file: SourceFile, id: String) {
    guard operand.utf8.contains(UInt8(ascii: "/")) || operand.hasJSONSuffix else {
      return (try find(operand), operand)
    }
    let name = operand.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? operand
    let id = name.hasJSONSuffix ? String(decoding: name.utf8.dropLast(5), as: UTF8.self) : name
    guard Names.isIdentifier(id) else {
      throw Failure(.fileName, ["path": .text(operand), "name": .text(id)])
    }
    return (try open(absolute(operand)), id)
  }

  /// The absolute path of a definition, also when its file is gone.
  func definitionPath(_ operand: String) throws(Failure) -> String {
    do throws(Failure) {
      return try definition(operand).file.path
    } catch  where error.faults.first?.code == .fileMissing {
      return absolute(operand)
    }
  }
}

extension String {
  var hasJSONSuffix: Bool { utf8.count > 5 && utf8.suffix(5).elementsEqual(".json".utf8) }
}
