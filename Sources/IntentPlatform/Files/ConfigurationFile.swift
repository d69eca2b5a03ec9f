internal import Glibc
package import IntentCore

/// Opens configuration, which protects: a file that somebody else could change is refused, not only warned of.
package enum ConfigurationFile {
  /// Whose a file must be: the user's or root's, or root's alone and nobody else's to write.
  package enum Keeper: Sendable { case user, root }

  /// Reads a file; `nil` when there is none, which costs one system call.
  ///
  /// Fails with `configuration.unsafe`, `configuration.unreadable` or `file.too-large`.
  package static func open(_ path: String, keptBy keeper: Keeper) throws(Failure) -> SourceFile? {
    try open(path, for: keeper == .root ? Ownership(user: 0, acceptsGroup: false) : Ownership())
  }

  static func open(_ path: String, for ownership: Ownership) throws(Failure) -> SourceFile? {
    var status = stat()
    if lstat(path, &status) != 0, ErrorNumber.current.means(ENOENT, ENOTDIR) { return nil }
    let file: SourceFile
    do throws(Failure) {
      file = try DefinitionFiles.open(
        path, display: path, limit: JSONLimits.definition.bytes, for: ownership)
    } catch {
      throw Failure(error.faults.map(refused))
    }
    guard file.concerns.isEmpty else { throw Failure(file.concerns.map(refused)) }
    return file
  }

  private static func refused(_ fault: Fault) -> Fault {
    var refused = fault.with(.error)
    switch fault.code {
    case .fileOwner, .fileWritable:
      refused.code = .configurationUnsafe
      if fault.code == .fileOwner { refused.arguments.append(("keyword", "owner")) }
    case .fileMissing:
      refused.code = .configurationUnreadable
      refused.arguments.append(("reason", "a link that leads nowhere"))
    case .fileUnreadable, .fileNotRegular: refused.code = .configurationUnreadable
    default: break
    }
    return refused
  }
}
