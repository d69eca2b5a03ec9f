package import IntentCore

/// Opens and lists definitions.
package struct DefinitionAccess: Sendable {
  package var open: @Sendable (_ path: String) throws(Failure) -> SourceFile
  package var folder: @Sendable (_ path: String) throws(Failure) -> DefinitionFolders.OpenFolder
  /// Opens a string catalog, which may be larger than a definition.
  package var catalog: @Sendable (_ path: String) throws(Failure) -> SourceFile

  package init(
    open: @escaping @Sendable (_ path: String) throws(Failure) -> SourceFile,
    folder: @escaping @Sendable (_ path: String) throws(Failure) -> DefinitionFolders.OpenFolder,
    catalog: @escaping @Sendable (_ path: String) throws(Failure) -> SourceFile
  ) {
    self.open = open
    self.folder = folder
    self.catalog = catalog
  }
}

/// Changes to the user's files, as closures.
package struct Installer: Sendable {
  /// The absolute path of the running program.
  package var executable: @Sendable () -> String?
  package var read: @Sendable (_ path: String) -> [UInt8]?
  /// Writes a whole file at once, with its folders; a link in its place is refused.
  package var write: @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(Failure) -> Void
  /// Makes a folder, and the missing ones above it, with the mode; one that is there stays as it is.
  package var makeFolder: @Sendable (_ path: String, _ mode: UInt32) throws(Failure) -> Void
  /// Removes a file; false when there was none.
  package var remove: @Sendable (_ path: String) throws(Failure) -> Bool
  /// Removes a folder when it is empty.
  package var removeFolder: @Sendable (_ path: String) -> Void

  package init(
    executable: @escaping @Sendable () -> String?, read: @escaping @Sendable (_ path: String) -> [UInt8]?,
    write: @escaping @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(Failure) -> Void,
    makeFolder: @escaping @Sendable (_ path: String, _ mode: UInt32) throws(Failure) -> Void,
    remove: @escaping @Sendable (_ path: String) throws(Failure) -> Bool,
    removeFolder: @escaping @Sendable (_ path: String) -> Void
  ) {
    self.executable = executable
    self.read = read
    self.write = write
    self.makeFolder = makeFolder
    self.remove = remove
    self.removeFolder = removeFolder
  }

  /// Where nothing can be installed.
  package static let none = Installer(
    executable: { nil }, read: { _ in nil },
    write: { path, _, _ throws(Failure) in throw Failure(.fileMissing, ["path": .text(path)]) },
    makeFolder: { path, _ throws(Failure) in throw Failure(.fileMissing, ["path": .text(path)]) },
    remove: { _ in false }, removeFolder: { _ in })
}
