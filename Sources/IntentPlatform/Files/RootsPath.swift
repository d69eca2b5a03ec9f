internal import Glibc
internal import IntentCore

/// A path of which every part is looked at on the way: the folders, the links, and what is at the end.
enum RootsPath {
  /// As many links as the kernel follows (path_resolution(7)).
  private static let linkLimit = 40

  /// Whether root alone can change what an absolute path leads to, a regular file.
  static func isRootsAlone(_ path: String) -> Bool {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0), isFolder("/") else { return false }
    var rest = parts(path)
    var current = ""
    var links = 0
    while let part = rest.popLast() {
      if part == "." { continue }
      if part == ".." {
        current = String(current[..<(current.utf8.lastIndex(of: UInt8(ascii: "/")) ?? current.startIndex)])
        continue
      }
      let next = "\(current)/\(part)"
      var status = stat()
      guard lstat(next, &status) == 0, status.st_uid == 0 else { return false }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        links += 1
        guard links <= linkLimit, let target = target(next) else { return false }
        if target.utf8.first == UInt8(ascii: "/") { current = "" }
        rest += parts(target)
      case S_IFDIR:
        guard isFolder(next) else { return false }
        current = next
      default:
        return rest.isEmpty && FileFacts(status).isRootsAlone
      }
    }
    return false
  }

  /// Whether only root can put something into the folder.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_uid == 0 && status.st_mode & 0o022 == 0
  }

  /// The parts of a path, the first one last.
  private static func parts(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(decoding: $0, as: UTF8.self) }
  }

  private static func target(_ link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(link, start, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }
}
