internal import Glibc
package import IntentCore

/// A folder of definitions, opened once so that many of them are read quickly.
package final class DefinitionFolder: Sendable {
  /// The folder as messages show it.
  package let displayPath: String
  /// The absolute path with links resolved.
  package let path: String
  /// What is worrying about who may change the folder or one above it; every file read from it has them.
  package let concerns: [Fault]
  let descriptor: Descriptor
  private let ownership: Ownership

  /// Opens a folder; fails with `file.missing` or `folder.unreadable`.
  package convenience init(_ path: String, display: String) throws(Failure) {
    try self.init(path, display: display, for: Ownership())
  }

  init(_ path: String, display: String, for ownership: Ownership) throws(Failure) {
    do throws(FileProblem) {
      let resolved = try ResolvedPath(path)
      descriptor = try Descriptor(
        Glibc.open(resolved.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
      concerns = try ownership.concerns(folder: resolved.path)
      self.path = resolved.path
      displayPath = display
      self.ownership = ownership
    } catch {
      throw error.failure(folder: display)
    }
  }

  /// Reads the definition of an id that `list` gave; fails as `DefinitionFiles.open` does.
  package func open(_ id: String, limit: Int = JSONLimits.definition.bytes) throws(Failure) -> SourceFile {
    let name = id + ".json"
    let display = DefinitionFolder.join(displayPath, name)
    let number = openat(descriptor.number, name, DefinitionFiles.flags)
    // Links, and sockets, which cannot be opened at all.
    if number < 0, errno == ELOOP || errno == ENXIO {
      return try DefinitionFiles.open(
        DefinitionFolder.join(path, name), display: display, limit: limit, for: ownership)
    }
    do throws(FileProblem) {
      let whole = DefinitionFolder.join(path, name)
      let file = try Descriptor(number)
      let (bytes, concern) = try DefinitionFiles.read(file, limit: limit, for: ownership, path: whole)
      return SourceFile(
        displayPath: display, path: whole, bytes: bytes,
        concerns: concern.map { concerns + [$0] } ?? concerns)
    } catch {
      throw error.failure(file: display)
    }
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }
}
