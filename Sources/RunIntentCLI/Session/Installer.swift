package import IntentCore

/// Changes to the user's files that `setup` makes, as closures.
package struct Installer: Sendable {
  /// The absolute path of the running program.
  package var executable: @Sendable () -> String?
  package var read: @Sendable (_ path: String) -> [UInt8]?
  /// Writes a whole file at once, with its folders; a link in its place is refused.
  package var write: @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(Failure) -> Void
  /// Removes a file; false when there was none.
  package var remove: @Sendable (_ path: String) throws(Failure) -> Bool
  /// Removes a folder when it is empty.
  package var removeFolder: @Sendable (_ path: String) -> Void

  package init(
    executable: @escaping @Sendable () -> String?, read: @escaping @Sendable (_ path: String) -> [UInt8]?,
    write: @escaping @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(Failure) -> Void,
    remove: @escaping @Sendable (_ path: String) throws(Failure) -> Bool,
    removeFolder: @escaping @Sendable (_ path: String) -> Void
  ) {
    self.executable = executable
    self.read = read
    self.write = write
    self.remove = remove
    self.removeFolder = removeFolder
  }
}
