package import IntentCore

/// Turns the name of a program into its absolute path.
package struct ExecutableLookup: Sendable {
  package var find: @Sendable (String) -> String?
  /// The folders that are searched, for the message when nothing is found.
  package var searchPath: String
  /// The files of the user's trust, with the bytes that may run.
  package var trusted: [TrustedFile]

  package init(
    searchPath: String, trusted: [TrustedFile] = [], find: @escaping @Sendable (String) -> String?
  ) {
    self.searchPath = searchPath
    self.trusted = trusted
    self.find = find
  }

  /// Finds a bare name in the caller's PATH; a name with a slash is any file, seen from the definition's
  /// folder, since scripts of interpreters and files in use need not be executable.
  package static func path(of definition: IntentDefinition, world: World) -> ExecutableLookup {
    let searchPath = world.machine.caller.environment.first { $0.name == "PATH" }?.value ?? ""
    return ExecutableLookup(searchPath: searchPath) { name in
      let bytes = name.utf8
      if bytes.contains(UInt8(ascii: "/")) {
        let path = bytes.first == UInt8(ascii: "/") ? name : "\(definition.folder)/\(name)"
        return world.files.facts(path)?.kind == .regular ? path : nil
      }
      guard !bytes.isEmpty else { return nil }
      for folder in searchPath.utf8.split(separator: UInt8(ascii: ":"))
      where folder.first == UInt8(ascii: "/") {
        let path = "\(Substring(folder))/\(name)"
        if world.files.isExecutable(path) { return path }
      }
      return nil
    }
  }

  /// Takes the paths that were recorded with the user's trust; a program it does not know is looked up.
  static func trusted(_ files: [TrustedFile], else other: ExecutableLookup) -> ExecutableLookup {
    ExecutableLookup(searchPath: other.searchPath, trusted: files) { name in
      files.first { $0.name.utf8.elementsEqual(name.utf8) }?.path ?? other.find(name)
    }
  }
}
