internal import Glibc
internal import IntentCore

/// A path of which root alone can change where it leads.
enum RootsPath {
  /// Whether root alone can change what an absolute path leads to, a regular file: the file, and every folder and
  /// link on the way.
  static func isRootsAlone(_ path: String) -> Bool {
    var top = stat()
    guard lstat("/", &top) == 0, isFolder(top) else { return false }
    var isFile = false
    let end = LinkedPath.follow(path) { _, status in
      isFile = false
      switch status.st_mode & S_IFMT {
      case S_IFDIR: return isFolder(status)
      case S_IFLNK: return status.st_uid == 0
      default:
        isFile = FileFacts(status).isRootsAlone
        return isFile
      }
    }
    return end != nil && isFile
  }

  /// Whether only root can put something into the folder.
  private static func isFolder(_ status: stat) -> Bool { status.st_uid == 0 && status.st_mode & 0o022 == 0 }
}
