internal import Glibc
package import IntentCore

/// Opens definitions: a link is resolved once, and what is there then is checked, opened and read once.
package enum DefinitionFiles {
  /// Reads a definition, with what is worrying about who may change it or a folder above it.
  ///
  /// Fails with `file.missing`, `file.not-regular`, `file.too-large` or `file.unreadable`.
  /// - Parameters:
  ///   - display: The path as messages show it.
  ///   - limit: The largest size in bytes.
  package static func open(
    _ path: String, display: String, limit: Int = JSONLimits.definition.bytes
  ) throws(Failure) -> SourceFile {
    try open(path, display: display, limit: limit, for: Ownership())
  }

  static func open(
    _ path: String, display: String, limit: Int, for ownership: Ownership
  ) throws(Failure) -> SourceFile {
    do throws(FileProblem) {
      let resolved = try ResolvedPath(path)
      var concerns = try ownership.concerns(folder: resolved.folder)
      // Opening a device or a FIFO already has effects, so look before.
      var status = stat()
      guard lstat(resolved.path, &status) == 0 else { throw .current }
      if let kind = status.irregularKind { throw .irregular(kind) }
      let file = try Descriptor(Glibc.open(resolved.path, flags))
      let (bytes, concern) = try read(file, limit: limit, for: ownership, path: resolved.path)
      if let concern { concerns.append(concern) }
      return SourceFile(displayPath: display, path: resolved.path, bytes: bytes, concerns: concerns)
    } catch {
      throw error.failure(file: display)
    }
  }

  static let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

  /// Checks what was opened, and reads it.
  static func read(
    _ file: borrowing Descriptor, limit: Int, for ownership: Ownership, path: @autoclosure () -> String
  ) throws(FileProblem) -> (bytes: [UInt8], concern: Fault?) {
    let status = try file.status
    if let kind = status.irregularKind { throw .irregular(kind) }
    let size = Int(status.st_size)
    guard size <= limit else { throw .tooLarge(size: size, limit: limit) }
    let bytes = try file.read(size: size, limit: limit)
    guard bytes.count <= limit else { throw .tooLarge(size: bytes.count, limit: limit) }
    return (bytes, ownership.concern(status, path()))
  }
}
