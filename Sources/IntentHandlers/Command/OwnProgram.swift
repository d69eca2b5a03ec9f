internal import IntentCore
internal import IntentPipeline

/// Whether what a definition starts is a script or a program of one's own, allowed by its bytes: then what callers
/// choose is its data.
enum OwnProgram {
  /// - Parameters:
  ///   - name: As the definition has it: only a name with a folder counts, never what is found elsewhere.
  ///   - path: The absolute path.
  static func isOne(_ name: String, at path: String, of definition: IntentDefinition, _ world: World) -> Bool
  {
    guard name.utf8.contains(UInt8(ascii: "/")), !world.isSystems(path) else { return false }
    let isBeside = lies(path, beside: definition)
    guard isBeside || !isInstalled(path) else { return false }
    // No more than the first line is looked at.
    guard let head = world.files.read(path, 256) else { return isBeside }
    guard let line = InterpreterLine(head) else { return isBeside && !head.isEmpty }
    switch ProgramKind(name: line.program) {
    case .shell, .interpreter: return true
    case .plain, .wrapper, .elevator: return false
    }
  }

  /// A script that an interpreter is given by name.
  static func isOne(script path: String, of definition: IntentDefinition, _ world: World) -> Bool {
    !world.isSystems(path) && (lies(path, beside: definition) || !isInstalled(path))
  }

  private static func lies(_ path: String, beside definition: IntentDefinition) -> Bool {
    path.utf8.starts(with: "\(definition.folder)/".utf8) && !Array(path.utf8).holds("/../")
  }

  /// Tools that others made lie in such folders, and many run what they are told.
  private static func isInstalled(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/")).contains { part in
      part.first == UInt8(ascii: ".") && part.count > 2 && !part.elementsEqual(".config".utf8)
        || ["node_modules", "site-packages", "snap", "opt"].contains { part.elementsEqual($0.utf8) }
    }
  }
}
