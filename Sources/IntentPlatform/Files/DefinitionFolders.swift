internal import Glibc
package import IntentCore
internal import Synchronization

/// Opens definitions by their paths, those of a folder that was listed by way of that folder.
package final class DefinitionFolders: Sendable {
  private let listed = Mutex<[(path: String, folder: DefinitionFolder)]>([])

  package init() {}

  /// Lists a folder; fails as `DefinitionFolder` does.
  package func list(_ path: String, display: String) throws(Failure) -> DefinitionFolder.Listing {
    if let folder = folder(path) { return try folder.list() }
    let folder = try DefinitionFolder(path, display: display)
    let listing = try folder.list()
    listed.withLock { $0.append((path, folder)) }
    return listing
  }

  /// Opens a definition; fails as `DefinitionFiles.open` does.
  package func open(
    _ path: String, display: @autoclosure () -> String, limit: Int = JSONLimits.definition.bytes
  ) throws(Failure) -> SourceFile {
    if let (folder, id) = place(path) { return try folder.open(id, limit: limit) }
    return try DefinitionFiles.open(path, display: display(), limit: limit)
  }

  /// The listed folder that a path lies directly in, and the id there.
  private func place(_ path: String) -> (DefinitionFolder, id: String)? {
    var path = path
    return path.withUTF8 { bytes in
      guard bytes.count > 5, let start = bytes.baseAddress, memcmp(start + bytes.count - 5, ".json", 5) == 0,
        let length = bytes.lastIndex(of: UInt8(ascii: "/"))
      else { return nil }
      let id = bytes[(length + 1)..<(bytes.count - 5)]
      guard !id.isEmpty else { return nil }
      return listed.withLock { listed in
        for entry in listed {
          var known = entry.path
          let isThere = known.withUTF8 { $0.count == length && memcmp($0.baseAddress!, start, length) == 0 }
          if isThere { return (entry.folder, String(decoding: id, as: UTF8.self)) }
        }
        return nil
      }
    }
  }

  private func folder(_ path: String) -> DefinitionFolder? {
    listed.withLock { listed in listed.first { $0.path.utf8.elementsEqual(path.utf8) }?.folder }
  }
}
