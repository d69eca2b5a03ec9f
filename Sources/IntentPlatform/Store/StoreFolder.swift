internal import Glibc
internal import IntentCore

/// A folder of ours, opened once and checked: a real folder, ours, and nobody else may write to it.
final class StoreFolder {
  let path: String
  let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
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
    guard descriptor >= 0 else {
      let code = errno
      var facts = stat()
      if code == ENOTDIR || code == ELOOP, lstat(path, &facts) == 0 { throw StoreFailure.damaged(path) }
      throw StoreFailure.unwritable(path, code: code)
    }
    let folder = StoreFolder(path: path, descriptor: descriptor)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw StoreFailure.unwritable(path, code: errno) }
    try checkOwner(facts, path)
    if facts.st_mode & S_IWOTH != 0 || facts.st_mode & S_IWGRP != 0 && facts.st_gid != facts.st_uid {
      throw StoreFailure.open(path)
    }
    return folder
  }

  /// The facts of a file in the folder, links not followed; `nil` when there is none.
  func facts(_ name: String) throws(Failure) -> stat? {
    var facts = stat()
    if fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 { return facts }
    if errno == ENOENT { return nil }
    throw StoreFailure.unwritable(path + "/" + name, code: errno)
  }

  /// Opens a file for locking or marking, making it when it is missing.
  func openFile(_ name: String) throws(Failure) -> Int32 {
    let file = openat(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    let place = path + "/" + name
    guard file >= 0 else {
      throw errno == ELOOP || errno == EISDIR
        ? StoreFailure.damaged(place) : StoreFailure.unwritable(place, code: errno)
    }
    var facts = stat()
    do throws(Failure) {
      guard fstat(file, &facts) == 0 else { throw StoreFailure.unwritable(place, code: errno) }
      try StoreFolder.checkOwner(facts, place)
      guard facts.st_mode & S_IFMT == S_IFREG else { throw StoreFailure.damaged(place) }
      return file
    } catch {
      close(file)
      throw error
    }
  }

  static func checkOwner(_ facts: stat, _ path: String) throws(Failure) {
    if facts.st_uid != geteuid(), facts.st_uid != 0 { throw StoreFailure.foreign(path) }
  }

  private static func opened(_ path: String) -> Int32 {
    Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  /// Makes the folder and those above it, for this user alone.
  private static func create(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let code = errno
    let bytes = Array(path.utf8)
    guard code == ENOENT, let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0 else {
      throw StoreFailure.unwritable(path, code: code)
    }
    try create(String(decoding: bytes[..<slash], as: UTF8.self))
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw StoreFailure.unwritable(path, code: errno) }
  }
}
