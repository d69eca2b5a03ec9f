internal import Glibc
package import IntentCore

/// A folder of ours, opened once and checked: a real folder, ours, and nobody else may write to it.
final class StoreFolder {
  let path: String
  let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// `nil` when there is none and it is not to be made.
  static func open(_ path: String, creating: Bool) throws(Failure) -> StoreFolder? {
    var descriptor = opened(path)
    if descriptor < 0, errno == ENOENT {
      guard creating else { return nil }
      try create(path)
      descriptor = opened(path)
    }
    var facts = stat()
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOTDIR || code == ELOOP, lstat(path, &facts) == 0 { throw StoreFailure.damaged(path) }
      throw StoreFailure.unwritable(path, code: code)
    }
    let folder = StoreFolder(path: path, descriptor: descriptor)
    guard fstat(descriptor, &facts) == 0 else { throw StoreFailure.unwritable(path, code: errno) }
    try checkOwner(facts, path)
    try checkMode(facts, path)
    return folder
  }

  /// The facts of a file in the folder, links not followed; `nil` when there is none.
  func facts(_ name: String) throws(Failure) -> stat? {
    var facts = stat()
    if fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 { return facts }
    if errno == ENOENT { return nil }
    throw unwritable(name)
  }

  /// Opens a file for locking or marking, making it when it is missing.
  func openFile(_ name: String) throws(Failure) -> Int32 {
    let file = openat(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    let place = path + "/" + name
    guard file >= 0 else {
      throw errno == ELOOP || errno == EISDIR ? StoreFailure.damaged(place) : unwritable(name)
    }
    var facts = stat()
    do throws(Failure) {
      guard fstat(file, &facts) == 0 else { throw unwritable(name) }
      try StoreFolder.checkOwner(facts, place)
      guard facts.st_mode & S_IFMT == S_IFREG else { throw StoreFailure.damaged(place) }
      try StoreFolder.checkMode(facts, place)
      return file
    } catch {
      close(file)
      throw error
    }
  }

  /// Waits for a lock (flock(2)); fails with `run.busy` after two seconds. False where the file cannot be locked, with
  /// the reason in `errno`.
  func lock(_ file: Int32, _ kind: Int32) throws(Failure) -> Bool {
    var waited: Int32 = 0
    while flock(file, kind | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      guard waited < Database.patience else { throw Failure(.busy, ["resource": .text(path)]) }
      usleep(1000)
      waited += 1
    }
    return true
  }

  /// Why the last system call failed with a file of the folder.
  func unwritable(_ name: String) -> Failure { StoreFailure.unwritable(path + "/" + name, code: errno) }

  static func checkOwner(_ facts: stat, _ path: String) throws(Failure) {
    if facts.st_uid != geteuid(), facts.st_uid != 0 { throw StoreFailure.foreign(path) }
  }

  /// Nobody else may write, save for the members of a group that has none but the owner.
  static func checkMode(_ facts: stat, _ path: String) throws(Failure) {
    let isOthers =
      facts.st_mode & S_IWGRP != 0
      && (facts.st_gid != facts.st_uid || !PrivateGroups.live(facts.st_gid, facts.st_uid))
    if facts.st_mode & S_IWOTH != 0 || isOthers { throw StoreFailure.open(path) }
  }

  private static func opened(_ path: String) -> Int32 {
    Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  /// Makes the folder and those above it, for this user alone.
  private static func create(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let code = errno
    guard code == ENOENT, let above = path.folderOfPath, above != "/" else {
      throw StoreFailure.unwritable(path, code: code)
    }
    try create(above)
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw StoreFailure.unwritable(path, code: errno) }
  }
}

/// What can be wrong with the store, each with the command that mends it.
enum StoreFailure {
  /// The path is no database of ours, or not a file or folder of its own.
  static func damaged(_ path: String) -> Failure { movable(.storeDamaged, path) }

  /// The path belongs to another user.
  static func foreign(_ path: String) -> Failure { movable(.storeForeign, path) }

  /// A later version of the program wrote the file.
  static func newer(_ path: String) -> Failure { movable(.storeNewer, path) }

  /// Others may write to the path.
  static func open(_ path: String) -> Failure {
    Failure(.storeForeign, ["path": .text(path), "repair": .list(["chmod", "go-w", path])])
  }

  /// There is no home to keep a store in.
  static var homeless: Failure {
    unwritable("HOME", reason: "no home folder is known: set HOME or XDG_STATE_HOME")
  }

  /// The disk did not give what is there, which says nothing of what that is.
  static func unreadable(_ path: String, code: Int32) -> Failure {
    Failure(.storeUnreadable, ["path": .text(path), "reason": .text(ErrorNumber(code).text)])
  }

  static func unwritable(_ path: String, reason: String) -> Failure {
    Failure(.storeUnwritable, ["path": .text(path), "reason": .text(reason)])
  }

  static func unwritable(_ path: String, code: Int32) -> Failure {
    unwritable(path, reason: String(cString: strerror(code)))
  }

  private static func movable(_ code: FaultCode, _ path: String) -> Failure {
    Failure(code, ["path": .text(path), "repair": .list(["mv", path, path + ".broken"])])
  }
}

/// A folder of ours whose names are links to a descriptor of whoever opens them.
package enum HandedFolder {
  /// Answers the folder's path, after making it and the links where they are missing.
  package static func prepare(
    _ path: String, _ names: [String], _ descriptor: Int32
  ) throws(Failure) -> String {
    guard let folder = try StoreFolder.open(path, creating: true) else { throw Failure(.internalError) }
    let target = "/dev/fd/\(String(descriptor))"
    func leadsThere(_ name: String) -> Bool { LinkedPath.target(name, in: folder.descriptor) == target }
    for name in names where !leadsThere(name) {
      unlinkat(folder.descriptor, name, 0)
      if symlinkat(target, folder.descriptor, name) != 0, !leadsThere(name) { throw folder.unwritable(name) }
    }
    return path
  }
}
