internal import Glibc
package import IntentCore

extension World.Files {
  /// The files of this machine.
  package static let live = {
    var files = World.Files(
      read: read, facts: facts, isExecutable: isExecutable, names: names, resolved: resolved,
      isRootsAlone: { RootsPath.isRootsAlone($0) })
    files.readPrivate = { path, limit throws(Failure) in try PrivateFile.read(path, limit: limit) }
    return files
  }()

  @Sendable private static func read(_ path: String, _ limit: Int) -> [UInt8]? {
    guard limit >= 0, !path.utf8.contains(0) else { return nil }
    do throws(FileProblem) {
      let file = try Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
      let status = try file.status
      guard status.irregularKind == nil else { return nil }
      var bytes = try file.read(size: Int(status.st_size), limit: limit)
      if bytes.count > limit { bytes.removeLast(bytes.count - limit) }
      return bytes
    } catch {
      return nil
    }
  }

  @Sendable private static func facts(_ path: String) -> FileFacts? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    return FileFacts(status)
  }

  @Sendable private static func names(_ path: String) -> [String]? {
    guard !path.utf8.contains(0), let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  @Sendable private static func resolved(_ path: String) -> String? { (try? ResolvedPath(path))?.path }

  @Sendable private static func isExecutable(_ path: String) -> Bool {
    facts(path)?.kind == .regular && faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0
  }
}
