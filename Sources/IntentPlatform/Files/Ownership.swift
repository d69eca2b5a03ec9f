internal import CPlatform
internal import Glibc
internal import IntentCore

/// Who may change a file: only its user and root should.
struct Ownership {
  /// The effective user who is going to rely on the file.
  var user: UInt32 = geteuid()
  /// Whether the group that is the user's private one may write.
  var acceptsGroup = true

  /// What is worrying about one file or folder, `nil` when nobody else may change it.
  ///
  /// Group-writable is fine where the group is the private one of the user or of root, as
  /// distributions with umask 002 make it. A list of further users in an ACL shows as such a group.
  func concern(_ status: stat, _ path: @autoclosure () -> String) -> Fault? {
    if status.st_uid != user, status.st_uid != 0 {
      let path = path()
      let sudo = user == 0 && geteuid() == 0 ? [] : ["sudo"]
      return Fault(
        .fileOwner,
        [
          "path": .text(path), "owner": .integer(Int(status.st_uid)),
          "repair": .list(sudo + ["chown", String(user), path]),
        ], severity: .warning)
    }
    guard status.st_mode & 0o022 != 0 else { return nil }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    if isFolder, status.st_uid == 0, status.st_mode & S_ISVTX != 0 { return nil }
    let path = path()
    let isPrivate = acceptsGroup && (status.st_gid == user || (status.st_gid == 0 && status.st_uid == 0))
    if status.st_mode & 0o002 == 0, isPrivate, !cplatform_has_acl(path) { return nil }
    let sudo = status.st_uid == geteuid() || geteuid() == 0 ? [] : ["sudo"]
    return Fault(
      .fileWritable, ["path": .text(path), "repair": .list(sudo + ["chmod", "go-w", path])],
      severity: .warning)
  }

  /// What is worrying about a folder and the folders above it, outermost first.
  ///
  /// The path is absolute and has no links; one that turns up now was put there meanwhile, and its owner
  /// is looked at.
  func concerns(folder path: String) throws(FileProblem) -> [Fault] {
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    var concerns: [Fault] = []
    var bytes = Array(path.utf8CString)
    for end in bytes.indices.dropFirst() where bytes[end] == slash || bytes[end] == 0 || end == 1 {
      let kept = bytes[end]
      bytes[end] = 0
      var status = stat()
      guard lstat(bytes, &status) == 0 else { throw .current }
      bytes[end] = kept
      if let concern = concern(status, String(decoding: path.utf8.prefix(end), as: UTF8.self)) {
        concerns.append(concern)
      }
    }
    return concerns
  }
}
