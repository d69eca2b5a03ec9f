internal import Glibc
internal import IntentCore

extension FileFacts {
  /// Reads what stat(2) says.
  init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    self.init(
      kind: kind, owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777,
      size: Int(status.st_size))
  }
}

extension stat {
  /// What a message calls a thing that is no regular file; `nil` for a regular file.
  var irregularKind: FaultArgument? {
    switch st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a folder"
    case S_IFIFO: "a FIFO"
    case S_IFSOCK: "a socket"
    case S_IFLNK: "a link"
    default: "a device"
    }
  }
}
